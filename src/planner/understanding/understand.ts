import type { Language } from '../language/language.js';
import { operationOfIntent } from './intent-labels.js';
import { type Intent, type Intents, intentsOf } from './intents.js';
import type { Model } from './model.js';
import type { KnownOperation } from './operation.js';
import { cut, type ReadTurn, readTurn } from './read-turn.js';
import type { Reader } from './reader.js';
import type { Understanding } from './wish.js';
import { wishOf } from './wish-of.js';

/** One message of the person. */
export interface SaidTurn {
  readonly text: string;
  /** What was made of it, where that is known: the operation that was called or proposed. */
  readonly operation?: string;
}

const CLAUSE_SURE = 0.75;

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
  if (last === undefined) return { language, wishes: [], act: 0, denied: 0, likely: [] };
  const meant: (string | undefined)[] = [];
  let intents: Intents = { list: [], not: 1, ask: 0, denied: 0 };
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
  const denied = model.own?.denies(last.reading.text) === true ? 1 : intents.denied;
  if (best === undefined) return { language, wishes: [], act, denied, likely };
  const parts = wishesByClause(last, best, known, model, reader, turns.length > 1);
  const wishes = parts.flatMap(({ intent, turn }) => {
    const operation = known.get(operationOfIntent(intent.label));
    if (operation === undefined) return [];
    const history = parts.length > 1 ? [turn] : [...turns.slice(0, -1), turn];
    const meantThen = parts.length > 1 ? [operation.name] : meant;
    return [wishOf(operation, intent, intents, history, meantThen, model, reader)];
  });
  return { language, wishes, act, denied, likely };
}

function languageOf(said: readonly SaidTurn[], reader: Reader): Language {
  return reader.languageOf(said.map((turn) => turn.text).join('\n'));
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
    // `collection 12: which claims are open?` asks for one thing of it.
    const leads = /^\s*:/u.test(reading.text.slice(clause.end)) || /:\s*$/u.test(turn.reading.text);
    const sure = !leads && intent !== undefined && intent.p * (1 - found.not - found.ask) >= CLAUSE_SURE;
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
