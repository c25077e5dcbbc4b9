import { foldInPlace } from '../../../language/fold.js';
import { type Args, getPath, rootLeaves, withoutPath, withPath } from '../../../schema/leaves.js';
import { type Field, fieldsOf } from '../../../schema/schema-fields.js';
import { meets } from '../../../schema/validate.js';
import type { PlannedCall } from '../../planning/planned-call.js';

interface Place {
  readonly start: number;
  readonly end: number;
}

/** A value that several lists could hold, and where it stands. */
interface Value extends Place {
  readonly text: string;
}

/** A word or two that call one list and no other. */
interface Name extends Place {
  readonly list: Field;
}

const IN_WORDS = /[\p{L}\p{N}]/u;
const AT_ITS_END = /[.,;:!?)\]]+$/u;
/** What ties a name behind a value to it: `A (active)`, `A is active`. */
const TIES = /^\s*(?:\(|(?:is|are|ist|sind|est|sont|es|son|e|sao|ni)\s+(?:still\s+|noch\s+)?)$/u;

/**
 * A call held to the list that the person names beside each value: of `active A and B, planned C` no project is both, and
 * none is the other. Lists whose values a pattern tells are held so; a message that names none of them changes nothing.
 */
export function holdLists(call: PlannedCall, said: readonly string[]): PlannedCall {
  const lists = rootLeaves(fieldsOf(call.candidate.tool.parameters)).filter(
    ({ kind, items }) =>
      kind === 'array' && items?.kind === 'string' && typeof items.schema['pattern'] === 'string',
  );
  if (lists.length < 2) return call;
  for (const text of said) {
    const values = valuesIn(text, lists);
    const folded = foldInPlace(text);
    const placed = placedBy(values, namesIn(folded, values, lists), folded);
    if (placed === undefined) continue;
    const args = lists.reduce<Args>((given, list) => {
      const own = values.filter((_, at) => placed[at] === list).map((value) => value.text);
      return own.length === 0 ? withoutPath(given, list.path) : withPath(given, list.path, [...new Set(own)]);
    }, call.args);
    const others = lists.reduce<Args>((given, list) => withoutPath(given, list.path), call.args);
    const isElsewhere = values.some((value) => JSON.stringify(others).includes(JSON.stringify(value.text)));
    const isSame = lists.every((list) =>
      sameMembers(getPath(args, list.path), getPath(call.args, list.path)),
    );
    return isElsewhere || isSame ? call : { ...call, args };
  }
  return call;
}

/** Words of a message that each of the lists could hold. */
function valuesIn(text: string, lists: readonly Field[]): Value[] {
  return [...text.matchAll(/[^\s,;()]+/gu)].flatMap(({ 0: word, index: start }) => {
    const value = word.replace(AT_ITS_END, '');
    const fits = lists.every(({ items }) => items !== undefined && meets(value, items.schema));
    return fits ? [{ text: value, start, end: start + value.length }] : [];
  });
}

/** Where the message calls a list by a name that no other has; of names that overlap the longest. */
function namesIn(folded: string, values: readonly Value[], lists: readonly Field[]): Name[] {
  const called = lists.map((list) => ({ list, names: [list.label, ...list.aliases].map(foldInPlace) }));
  const found = called.flatMap(({ list, names }) =>
    names
      .filter((name) => called.every((other) => other.list === list || !other.names.includes(name)))
      .flatMap((name) => placesOf(name, folded))
      .map((place): Name => ({ list, ...place })),
  );
  return found
    .filter((name) => ![...found, ...values].some((other) => covers(other, name)))
    .sort((a, b) => a.start - b.start);
}

/** Where a name stands as words of its own. */
function placesOf(name: string, folded: string): Place[] {
  const places: Place[] = [];
  for (let start = folded.indexOf(name); start >= 0; start = folded.indexOf(name, start + 1)) {
    const end = start + name.length;
    if (!IN_WORDS.test(folded[start - 1] ?? '') && !IN_WORDS.test(folded[end] ?? ''))
      places.push({ start, end });
  }
  return places;
}

function covers(a: Place, b: Place): boolean {
  return a.start <= b.start && b.end <= a.end && a.end - a.start > b.end - b.start;
}

/** The list of each value; undefined where one has no name. */
function placedBy(values: readonly Value[], names: readonly Name[], folded: string): Field[] | undefined {
  const before = (value: Value) => names.findLast(({ end }) => end <= value.start);
  const behind = (value: Value, at: number) => {
    const next = values[at + 1]?.start ?? folded.length;
    return names.find(({ start }) => start >= value.end && start < next);
  };
  const [first] = values;
  if (first === undefined) return undefined;
  const trails = before(first) === undefined;
  const placed: Field[] = [];
  // From the end, for in `A and B are active` the name of A is that of B.
  for (const [at, value] of [...values.entries()].reverse()) {
    const name = behind(value, at);
    const tied = name !== undefined && TIES.test(folded.slice(value.end, name.start));
    const list = tied ? name.list : trails ? (name?.list ?? placed[0]) : before(value)?.list;
    if (list === undefined) return undefined;
    placed.unshift(list);
  }
  return placed;
}

function sameMembers(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? []) === JSON.stringify(b ?? []);
}
