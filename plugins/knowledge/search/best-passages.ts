import type { NearWord, Passage } from '../service.js';
import { isUnspaced } from '../text-index/words.js';
import { isOfWordItself, nearWords, presence } from './weigh-words.js';

/** A block as it answers a question. */
export interface Candidate {
  readonly passage: Omit<Passage, 'score'>;
  /** What it says of each word of the question, from 0 to 1. */
  readonly told: readonly number[];
  /** Which of the words themselves stand in it or in its titles. */
  readonly stands: readonly boolean[];
  /** Its place in the index's answer, from 0. */
  readonly rank: number;
  /** What it says of some of the words. */
  quote(words: readonly string[]): Omit<Passage, 'score'>;
}

/** What only a heading or the name of the document says. */
export const BY_TITLE = 0.5;
/** The part of what is asked that a passage must say where any does, and the part of what the best one says. */
const LEAST = 0.5;
const LEAST_OF_BEST = 0.75;

type Weighed = Candidate & { readonly score: number };

export interface Best {
  readonly passages: readonly Passage[];
  /** Of the words, those that stand nowhere, whatever is near to them. */
  readonly missing: readonly string[];
  /** What stands in the passages that such a word may be meant for. */
  readonly near: readonly NearWord[];
}

/**
 * The best of what was found: words that few have count more. Each word that stands somewhere is quoted from somewhere, as
 * far as the limit goes: a question of three things is answered by three passages.
 */
export function bestPassages(found: readonly Candidate[], words: readonly string[], limit: number): Best {
  const candidates = withoutGuesses(found, words);
  const having = havingOf(candidates, words);
  const weights = having.map((count) => (count === 0 ? 0 : weightOf(candidates, count)));
  const missing = words.filter((_, at) => !found.some(({ stands }) => stands[at] === true));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  if (all === 0) return { passages: [], missing, near: [] };
  const share = having.filter((count) => count > 0).length / words.length;
  const weighed = candidates
    .map((candidate) => {
      const said = candidate.told.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0) / all;
      return {
        ...candidate,
        score: Math.round(share * (said + 0.1 / (1 + candidate.rank)) * 1_000) / 1_000,
        said,
      };
    })
    .filter(({ told }) => told.some((value) => value >= BY_TITLE))
    .sort(byWordsThenScore);
  const most = Math.max(0, ...weighed.map(({ said }) => said));
  const least = most >= LEAST ? Math.max(LEAST, LEAST_OF_BEST * most) : LEAST_OF_BEST * most;
  // A heading alone answers nothing where it is but a part of what is asked.
  const good = weighed.filter(
    ({ said, told }) => said >= least && (most >= LEAST || told.some((value) => value > BY_TITLE)),
  );
  const chosen: Passage[] = [];
  const left = new Set(words.filter((_, at) => weights[at] !== 0));
  const take = ({ score, ...candidate }: Weighed, asked: readonly string[]) => {
    const passage = asked === words ? candidate.passage : candidate.quote(asked);
    const text = [passage.quote, ...(passage.below ?? []).map(({ quote }) => quote), passage.heading].join(
      '\n',
    );
    const here = presence(words, text);
    for (const [at, word] of words.entries()) if ((here[at] ?? 0) > 0) left.delete(word);
    if (!chosen.some(({ path, quote }) => path === passage.path && quote === passage.quote))
      chosen.push({ ...passage, score, ...(candidate.stands.some(Boolean) ? {} : { isNear: true }) });
  };
  const [first, ...others] = good;
  if (first !== undefined) take(first, words);
  for (const [at, word] of words.entries()) {
    if (!left.has(word) || chosen.length >= limit) continue;
    const saying = weighed.find(({ told }) => (told[at] ?? 0) > BY_TITLE);
    if (saying !== undefined) take(saying, [word]);
  }
  for (const candidate of others) if (chosen.length < limit) take(candidate, words);
  const passages = chosen.sort(
    (one, other) => Number(one.isNear ?? false) - Number(other.isNear ?? false) || other.score - one.score,
  );
  return { passages, missing, near: nearOf(missing, passages) };
}

/** A passage that has a word of the question comes before any that has only what is near to one. */
function byWordsThenScore(one: Weighed, other: Weighed): number {
  const has = ({ stands }: Weighed) => Number(stands.some(Boolean));
  return has(other) - has(one) || other.score - one.score;
}

function nearOf(missing: readonly string[], passages: readonly Passage[]): NearWord[] {
  const text = passages
    .flatMap(({ quote, below = [], heading = '', path }) => [
      quote,
      ...below.map((lead) => lead.quote),
      heading,
      path,
    ])
    .join('\n');
  return missing
    .map((word) => ({ word, stands: nearWords(word, text) }))
    .filter(({ stands }) => stands.length > 0);
}

const havingOf = (candidates: readonly Candidate[], words: readonly string[]) =>
  words.map((_, at) => candidates.filter(({ told }) => (told[at] ?? 0) > 0).length);

const weightOf = (candidates: readonly Candidate[], having: number) =>
  Math.log(1 + (candidates.length + 1) / (having + 0.5));

/**
 * Words that are only like those that are asked, or part of them, count where a block says half of what is asked with
 * them; where less is found they are no more than a guess.
 */
function withoutGuesses(candidates: readonly Candidate[], words: readonly string[]): readonly Candidate[] {
  const weights = havingOf(candidates, words).map((count) => weightOf(candidates, count));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const said = ({ told }: Candidate) =>
    told.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0) / all;
  if (candidates.some((candidate) => said(candidate) >= LEAST)) return candidates;
  const isSure = words.map(
    (word, at) => isUnspaced(word) || candidates.some(({ told }) => isOfWordItself(word, told[at] ?? 0)),
  );
  return candidates.map((candidate) => ({
    ...candidate,
    told: candidate.told.map((value, at) => (isSure[at] === true ? value : 0)),
  }));
}
