import type { Filled } from '../filling/fill-schema.js';
import type { FrameMatch } from '../filling/frames.js';
import type { TextModel } from '../filling/read-text.js';
import { isStopWord, stemOf, type Word } from '../language/tokenize.js';
import { type Candidate, subjectOf } from './candidates.js';
import { bestStem } from './rank-capabilities.js';

const SHOWING = new Set([
  'show',
  'display',
  'view',
  'see',
  'open',
  'list',
  'get',
  'find',
  'read',
  'print',
  'give',
]);
const READING = new Set([
  'get',
  'list',
  'show',
  'read',
  'find',
  'search',
  'fetch',
  'view',
  'inspect',
  'describe',
]);
/** How surely a text speaks of a tool, by the words of both; words inside `values` say nothing about it. */
export function lexicalScore(
  model: TextModel,
  candidate: Candidate,
  all: readonly Candidate[],
  frame: FrameMatch | undefined,
  values: Filled['places'],
): { score: number; evidence: number; named: boolean; similar: number } {
  const words = subjectWords(model).filter(
    (word) => !values.some((one) => word.start < one.end && one.start < word.end),
  );
  const documents = [candidate.capabilityTerms, candidate.terms];
  let evidence = 0;
  let toolScore = 0;
  let covered = 0;
  let counted = 0;
  const seen = new Set<string>();
  for (const word of words) {
    const found = bestStem(word.stem, documents);
    const meant = found?.stem ?? word.stem;
    if (seen.has(meant)) continue;
    seen.add(meant);
    const counts = isName(word, model) && found?.discount !== 1 ? 0.2 : 1;
    counted += counts;
    if (found === undefined) continue;
    const weight = Math.max(
      candidate.capabilityTerms.get(found.stem) ?? 0,
      candidate.terms.get(found.stem) ?? 0,
    );
    const gain = (Math.min(1, weight / 3) * found.discount) / holdersFactor(found.stem, all);
    evidence += gain;
    toolScore += Math.min(1, (candidate.terms.get(found.stem) ?? 0) / 3) * found.discount;
    if (weight >= 0.8) covered += counts;
  }
  const coverage = counted === 0 ? 0 : covered / counted;
  const first = model.words[0];
  const similar = exampleSimilarity(first?.stop === true ? new Set([first.stem, ...seen]) : seen, candidate);
  const share = namedShare(seen, candidate);
  const total =
    evidence * (0.5 + 0.5 * coverage) +
    (similar >= 0.5 ? similar * 0.6 : 0) +
    (frame === undefined ? 0 : 0.9);
  return {
    similar,
    evidence: coverage < 0.15 && frame === undefined ? total * 0.5 : total,
    score: total + 0.5 * toolScore + 1.2 * similar + 0.8 * share,
    named:
      share > 0.5 || (share === 0.5 && asksToSee(model, candidate)) || similar >= 0.6 || frame !== undefined,
  };
}

function subjectWords(model: TextModel): Word[] {
  const isDay = (word: Word) => model.dates.some((date) => word.start < date.end && date.start < word.end);
  return model.words.filter((word) => !word.stop && word.plain.length > 1 && !isDay(word));
}

/** Words that many subjects share say little about one of them. */
function holdersFactor(stem: string, all: readonly Candidate[]): number {
  const holders = new Set(
    all
      .filter((one) => (one.capabilityTerms.get(stem) ?? 0) >= 1)
      .map((one) => subjectOf(one) ?? one.tool.name),
  );
  return 1 + 0.35 * Math.max(0, holders.size - 1);
}

function isName(word: Word, model: TextModel): boolean {
  return /^\p{Lu}/u.test(word.text) && !/(?:^|[.!?]\s+)$/u.test(model.text.slice(0, word.start));
}

/** How far the words of the best example are those of the text, in the same order. */
function exampleSimilarity(stems: ReadonlySet<string>, candidate: Candidate): number {
  let best = 0;
  for (const example of candidate.examples) {
    const shared = [...example].filter((stem) => stems.has(stem));
    const similarity = (2 * shared.length) / Math.max(1, stems.size + example.size);
    const value = similarity * (inOrder(shared, stems) ? 1 : 0.6);
    if (value > best) best = value;
  }
  return best;
}

function inOrder(shared: readonly string[], stems: ReadonlySet<string>): boolean {
  const order = [...stems];
  return shared.every(
    (stem, index) => index === 0 || order.indexOf(stem) > order.indexOf(shared[index - 1] ?? ''),
  );
}

/** How much of the tool's own name the text says. */
export function namedShare(stems: ReadonlySet<string>, { nameWords }: Candidate): number {
  const name = nameWords.filter((part) => !isStopWord(part)).map(stemOf);
  return name.length === 0 ? 0 : name.filter((stem) => stems.has(stem)).length / name.length;
}

/** The text opens with the tool's verb, `design a sample`, or asks to see something and the tool shows it. */
export function opensWithVerb(model: TextModel, { nameWords: [verb = ''] }: Candidate): boolean {
  const first = model.words.find(
    (word) => !word.stop || word.stem === stemOf(verb) || SHOWING.has(word.plain),
  );
  return (
    first !== undefined && (first.stem === stemOf(verb) || (SHOWING.has(first.plain) && READING.has(verb)))
  );
}

/** `what registries are there?` wants to see, as the tool `list_registries` shows. */
export function asksToSee(model: TextModel, { nameWords: [verb = ''] }: Candidate): boolean {
  return READING.has(verb) && /^(?:what|which|show|list|display|see|any)\b/iu.test(model.text);
}
