import type { Language } from '../language/language.js';
import { getPath } from '../leaves.js';
import type { Mention, Reading } from '../reading/reading.js';
import { confidenceOf, signValues } from './confidence.js';
import { decodeSlots } from './decode-slots.js';
import { choiceFeatures, filledSign, NO_CHOICE, valueOfChoice } from './features/choice-features.js';
import { sentenceFeatures } from './features/sentence-features.js';
import { spanFeatures, spansOf, YES } from './features/span-features.js';
import { type Token, tokensOf } from './features/tokens.js';
import { type Filler, fillArgs, put } from './fill-args.js';
import { ASK, choiceKey, givenByIntent, NOT, operationOfIntent } from './intent-labels.js';
import { type Leaf, leafFieldsOf } from './leaf-fields.js';
import { type Model, partFor } from './model.js';
import type { KnownOperation } from './operation.js';
import type { Reader } from './reader.js';
import { fieldsOfLabel, NO_FIELD } from './slot-labels.js';
import { probabilities } from './softmax.js';
import type { FilledSlot, Understanding, Wish } from './wish.js';

/** One message of the person. */
export interface SaidTurn {
  readonly text: string;
  /** What was made of it, where that is known: the operation that was called or proposed. */
  readonly operation?: string;
}

interface ReadTurn {
  readonly reading: Reading;
  readonly tokens: readonly Token[];
}

interface Intent {
  readonly label: string;
  readonly p: number;
}

interface Intents {
  /** Intents of operations, likeliest first; their probabilities are among each other. */
  readonly list: readonly Intent[];
  readonly not: number;
  readonly ask: number;
}

/** From here on words are taken for the text of a field; of one that must be given the likeliest sooner. */
const SPAN_SURE = 0.3;
const SPAN_NEEDED = 0.12;
const CLAUSE_SURE = 0.75;
const CARRIED_SURE = 0.5;
const MOST_WISHES = 4;
/** A message of more is a letter or a table: it is read as one. */
const MOST_CLAUSES = 12;
const KEPT = 5;

/**
 * What the last of some messages asks for, seen with those before it. Only learnt things speak here: whether a call may
 * be made of it is for others to decide.
 */
export function understand(
  said: readonly SaidTurn[],
  operations: readonly KnownOperation[],
  model: Model,
  reader: Reader,
): Understanding {
  const language = languageOf(said, reader);
  const known = new Map(operations.map((operation) => [operation.name, operation]));
  const turns = said.map(({ text }): ReadTurn => readTurn(reader.read(text, language), reader));
  const last = turns.at(-1);
  if (last === undefined) return { language, wishes: [], act: 0, likely: [] };
  const meant: (string | undefined)[] = [];
  let intents: Intents = { list: [], not: 1, ask: 0 };
  let before: string | undefined;
  for (const [index, turn] of turns.entries()) {
    intents = intentsOf(turn, index === 0 ? undefined : (before ?? ''), known, model);
    const told = said[index]?.operation;
    const best = intents.list[0];
    const operation = told ?? (best === undefined ? undefined : operationOfIntent(best.label));
    meant.push(operation);
    before = operation ?? before;
  }
  const best = intents.list[0];
  const act = 1 - intents.not;
  const likely = intents.list
    .slice(0, KEPT)
    .map(({ label, p }) => ({ operation: operationOfIntent(label), p }));
  if (best === undefined) return { language, wishes: [], act, likely };
  const parts = wishesByClause(last, best, known, model, reader, turns.length > 1);
  const wishes = parts.flatMap(({ intent, turn }) => {
    const operation = known.get(operationOfIntent(intent.label));
    if (operation === undefined) return [];
    const history = parts.length > 1 ? [turn] : [...turns.slice(0, -1), turn];
    const meantThen = parts.length > 1 ? [operation.name] : meant;
    return [wishOf(operation, intent, intents, history, meantThen, model, reader)];
  });
  return { language, wishes, act, likely };
}

function readTurn(reading: Reading, reader: Reader): ReadTurn {
  return { reading, tokens: tokensOf(reading, reader.concepts(reading)) };
}

function languageOf(said: readonly SaidTurn[], reader: Reader): Language {
  return reader.languageOf(said.map((turn) => turn.text).join('\n'));
}

/** Probabilities of the intents; of a project's own plugins first, of all others by what those leave. */
function intentsOf(
  { reading, tokens }: ReadTurn,
  before: string | undefined,
  known: ReadonlyMap<string, KnownOperation>,
  model: Model,
): Intents {
  const features = sentenceFeatures(reading, tokens, { operation: before });
  const shares = (part: Model) => {
    const { labels } = part.intent;
    const among = labels.flatMap((label, index) =>
      label === NOT || label === ASK || known.has(operationOfIntent(label)) ? [index] : [],
    );
    const p = probabilities(part.intent, features, among);
    return among.map((index, at) => ({ label: labels[index] ?? '', p: p[at] ?? 0 }));
  };
  const of = (list: readonly Intent[], label: string) => list.find((one) => one.label === label)?.p ?? 0;
  const own = model.own === undefined ? [] : shares(model.own);
  const left = model.own === undefined ? 1 : of(own, NOT);
  const shipped = shares(model).map(({ label, p }) => ({ label, p: p * left }));
  const [not, ask] = [of(shipped, NOT), of(shipped, ASK)];
  const rest = Math.max(1e-9, 1 - not - ask);
  return {
    not,
    ask,
    list: [...own, ...shipped]
      .filter(({ label }) => label !== NOT && label !== ASK)
      .map(({ label, p }) => ({ label, p: p / rest }))
      .sort((a, b) => b.p - a.p || (a.label < b.label ? -1 : 1)),
  };
}

/** Parts of the message that each surely mean another operation; the whole of it when there are not two. */
function wishesByClause(
  whole: ReadTurn,
  best: Intent,
  known: ReadonlyMap<string, KnownOperation>,
  model: Model,
  reader: Reader,
  later: boolean,
): { readonly intent: Intent; readonly turn: ReadTurn }[] {
  const { reading } = whole;
  const one = [{ intent: best, turn: whole }];
  if (reading.clauses.length < 2 || reading.clauses.length > MOST_CLAUSES || later) return one;
  const parts: { intent: Intent; start: number; end: number }[] = [];
  for (const clause of reading.clauses) {
    const turn = readTurn(
      reader.read(reading.text.slice(clause.start, clause.end), reading.language),
      reader,
    );
    const found = intentsOf(turn, undefined, known, model);
    const intent = found.list[0];
    const sure = intent !== undefined && intent.p * (1 - found.not - found.ask) >= CLAUSE_SURE;
    const last = parts.at(-1);
    if (
      sure &&
      (last === undefined || operationOfIntent(last.intent.label) !== operationOfIntent(intent.label))
    )
      parts.push({ intent, start: parts.length === 0 ? 0 : clause.start, end: clause.end });
    else if (last !== undefined) last.end = clause.end;
  }
  if (parts.length < 2) return one;
  return parts
    .slice(0, MOST_WISHES)
    .map(({ intent, start, end }) => ({ intent, turn: cut(whole, start, end) }));
}

/** A part of a turn, its places unchanged. */
function cut({ reading, tokens }: ReadTurn, start: number, end: number): ReadTurn {
  const inside = (place: { readonly start: number; readonly end: number }) =>
    place.start >= start && place.end <= end;
  return {
    reading: {
      ...reading,
      words: reading.words.filter(inside),
      mentions: reading.mentions.filter(inside),
      clauses: reading.clauses.filter(inside),
    },
    tokens: tokens.filter(inside),
  };
}

function wishOf(
  operation: KnownOperation,
  intent: Intent,
  intents: Intents,
  turns: readonly ReadTurn[],
  meant: readonly (string | undefined)[],
  model: Model,
  reader: Reader,
): Wish {
  const part = partFor(model, operation.name);
  const leaves = leafFieldsOf(operation.parameters);
  const slots = new Map<string, FilledSlot[]>();
  const fillers = new Map<string, Filler[]>();
  const texts = new Map<string, readonly string[]>();
  const signsOf = new Map<string, string>();
  const unexplained: Mention[] = [];
  let lastFields: readonly string[] = [];
  let weakest = 1;
  let margin = 5;
  for (const [turn, one] of turns.entries()) {
    const isLast = turn === turns.length - 1;
    if (!isLast && meant[turn] !== operation.name) {
      const carried = carriedOver(one.tokens, operation, leaves, turn, model, reader);
      for (const { key } of carried)
        fillers.set(
          key,
          carried.filter((other) => other.key === key),
        );
      continue;
    }
    const decoded = decodeSlots(one.tokens, operation.name, leaves, { turn, lastFields }, model, reader.unit);
    margin = Math.min(margin, decoded.margin);
    const now = new Set<string>();
    for (const pick of decoded.picks) {
      weakest = Math.min(weakest, pick.p);
      if (pick.label === NO_FIELD) {
        if (isLast) unexplained.push(pick.mention);
        continue;
      }
      for (const field of fieldsOfLabel(pick.label)) {
        const key = field.path.join('.');
        const fresh = !now.has(key);
        now.add(key);
        const before = fresh ? [] : (fillers.get(key) ?? []);
        const { mention, p } = pick;
        const { path, reading } = field;
        fillers.set(key, [...before, { key, path, mention, reading, of: field.of?.join('.') }]);
        signsOf.set(key, filledSign(pick.label, mention));
        slots.set(key, [...(fresh ? [] : (slots.get(key) ?? [])), { path, mention, reading, p, turn }]);
      }
    }
    if (now.size > 0) lastFields = [...now];
    for (const key of part.operations[operation.name]?.spans ?? []) {
      const leaf = leaves.get(key);
      if (now.has(key) || leaf === undefined) continue;
      const found = textsOf(one, leaf, operation.name, part);
      if (found.length === 0 || (texts.has(key) && found.every(({ p }) => p < 0.5))) continue;
      texts.set(
        key,
        found.map(({ text }) => text),
      );
      for (const { p } of found) weakest = Math.min(weakest, p);
    }
  }
  const filled = fillArgs([...fillers.values()].flat(), leaves, part.relations, reader.unit);
  const args: Record<string, unknown> = { ...filled.args, ...givenByIntent(intent.label) };
  for (const [key, list] of texts) {
    const leaf = leaves.get(key);
    if (leaf !== undefined && !fillers.has(key)) for (const text of list) put(args, leaf, text);
  }
  const last = turns.at(-1);
  if (last !== undefined) choose(args, operation.name, leaves, last.tokens, [...signsOf.values()], part);
  const signs = signValues({
    intent: intent.p,
    wanted: 1 - intents.not - intents.ask,
    weakest,
    margin,
    turns: turns.length,
    unexplained: unexplained.length,
    filled: fillers.size + texts.size,
    clauses: last?.reading.clauses ?? [],
  });
  return {
    operation: operation.name,
    args,
    slots: [...slots.values()].flat(),
    unexplained,
    clause: placeOf(last),
    confidence: confidenceOf(signs, model.calibration),
    signs,
    lacking: lackingOf(args, operation.name, leaves, part),
    doubts: [...filled.doubts, ...(intents.not > 0.5 ? (['no act'] as const) : [])],
  };
}

/**
 * What an earlier turn named that this operation must have: `show me /a.md`, `now delete it`. Names only: a number that was
 * said of something else stays there.
 */
function carriedOver(
  tokens: readonly Token[],
  { name }: KnownOperation,
  leaves: ReadonlyMap<string, Leaf>,
  turn: number,
  model: Model,
  reader: Reader,
): Filler[] {
  const { picks } = decodeSlots(tokens, name, leaves, { turn, lastFields: [] }, model, reader.unit);
  return picks.flatMap(({ mention, label, p }) => {
    const [field] = fieldsOfLabel(label);
    const key = field?.path.join('.') ?? '';
    if (field === undefined || p < CARRIED_SURE || mention.type === 'number' || mention.type === 'pair')
      return [];
    return leaves.get(key)?.required === true
      ? [{ key, path: field.path, mention, reading: field.reading, of: undefined }]
      : [];
  });
}

/** Keys of the fields that such requests nearly always give, and this one does not. */
function lackingOf(
  args: Readonly<Record<string, unknown>>,
  operation: string,
  leaves: ReadonlyMap<string, Leaf>,
  model: Model,
): string[] {
  const choice = choiceKey(leaves, (leaf) => getPath(args, leaf.path));
  return (model.operations[operation]?.usual[choice] ?? []).filter((key) => {
    const leaf = leaves.get(key);
    return leaf !== undefined && !leaf.many && getPath(args, leaf.path) === undefined;
  });
}

function placeOf(turn: ReadTurn | undefined): { start: number; end: number } {
  const words = turn?.reading.words ?? [];
  return { start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0 };
}

/** The words that are likeliest the text of a field, in order; of a list all that are likely. */
function textsOf(
  { reading, tokens }: ReadTurn,
  leaf: Leaf,
  operation: string,
  model: Model,
): { readonly text: string; readonly p: number }[] {
  const yes = model.spans.labels.indexOf(YES);
  const both = Uint32Array.from(model.spans.labels.keys());
  const likely = spansOf(reading, tokens)
    .map((span) => {
      const features = spanFeatures(reading, tokens, span, leaf.key, operation);
      return { span, p: probabilities(model.spans, features, both)[yes] ?? 0 };
    })
    .filter(({ p }) => p >= (leaf.required ? SPAN_NEEDED : SPAN_SURE))
    .sort((a, b) => b.p - a.p);
  const taken: typeof likely = [];
  for (const one of likely) {
    if (!leaf.many && taken.length > 0) break;
    if (taken.every(({ span }) => span.end <= one.span.start || one.span.end <= span.start)) taken.push(one);
  }
  return taken
    .sort((a, b) => a.span.start - b.span.start)
    .map(({ span, p }) => ({ text: reading.text.slice(span.start, span.end), p }));
}

/** Fields whose value the words give without saying it. */
function choose(
  args: Record<string, unknown>,
  operation: string,
  leaves: ReadonlyMap<string, Leaf>,
  tokens: readonly Token[],
  filled: readonly string[],
  model: Model,
): void {
  for (const [key, labels] of Object.entries(model.operations[operation]?.choices ?? {})) {
    const leaf = leaves.get(key);
    if (leaf === undefined || args[key] !== undefined) continue;
    const among = labels.map((label) => model.choices.labels.indexOf(label)).filter((index) => index >= 0);
    if (among.length === 0) continue;
    const p = probabilities(model.choices, choiceFeatures(tokens, operation, key, filled), among);
    let best = 0;
    for (let at = 1; at < p.length; at++) if ((p[at] ?? 0) > (p[best] ?? 0)) best = at;
    const label = model.choices.labels[among[best] ?? -1];
    if (label !== undefined && label !== NO_CHOICE) put(args, leaf, valueOfChoice(label));
  }
}
