import { jsonOf } from '../../../kit/index.js';
import type { ToolMessage } from '../../../plugin/index.js';
import { isMetaTool } from '../../choosing/candidates.js';
import { fold } from '../../language/fold.js';
import { contentStems, splitName, words } from '../../language/tokenize.js';
import { getPath, rootLeaves, withPath } from '../../schema/leaves.js';
import { type Field, fieldsOf, record } from '../../schema/schema-fields.js';
import { meets } from '../../schema/validate.js';
import type { PlannedCall } from '../planning/planned-call.js';
import type { Conversation } from './conversation.js';
import { meantEarlier } from './earlier-results.js';

const REFERS = /\b(?:it|its|that|this|these|those|them|last|latest|above|same|previous|new)\b/iu;
/** The same in other languages, without accents. */
const REFERS_ELSEWHERE =
  /\b(?:es|ihn|sie|das|dies|diese[rsn]?|davon|daraus|le|la|les|ca|cela|lo|los|las|eso|est[ae]|ello|isso|ele|ela|dele|dela|hiyo|hilo|huo|hii|yake)\b|[a-z]{4,}(?:lo|la|los|las|-le|-la|-o|-a)\b/u;
/** What stands before a noun that is known already: `the design`, `this design`, `the last period`. */
const DETERMINED = /\b(?:the|my|our|this|that)\s+(?:(?:last|latest|previous|same|new|current)\s+)?$/u;
const DEPTH = 4;

/**
 * Fills identifiers that the message refers to (`approve it`, `submit the design`) from the latest earlier result
 * that has a value of the field's own name, and those that the call must have where the talk knows but one; and the file that
 * the same capability has made last (`publish the report`). Nothing else is carried over.
 */
export function recall(
  call: PlannedCall,
  text: string,
  conversation: Conversation,
  index: number,
): PlannedCall {
  let args = call.args;
  // An identifier that may be left out is meant where the message says `the design`.
  for (const field of rootLeaves(fieldsOf(call.candidate.tool.parameters))) {
    if (
      field.needed ||
      field.kind !== 'string' ||
      !(isIdentifier(field) || isFile(field)) ||
      getPath(args, field.path) !== undefined
    )
      continue;
    const value = isFile(field)
      ? isReadAlone(call, conversation, index) && names(text, field)
        ? lastFile(call, field, conversation, index)?.path
        : undefined
      : names(text, field)
        ? latestKnown(field, conversation, index, kindsIn(text, field))
        : refersTo(text, field)
          ? ofLastResult(field, conversation, index)
          : undefined;
    if (value !== undefined) args = withPath(args, field.path, value);
  }
  for (const field of call.missing) {
    if (field.kind !== 'string' || !(isIdentifier(field) || isFile(field))) continue;
    const value = isFile(field)
      ? fileMeant(call, text, field, conversation, index)
      : refersTo(text, field)
        ? latestKnown(field, conversation, index, kindsIn(text, field))
        : namesAnother(text, field, call)
          ? undefined
          : onlyKnown(field, conversation, index);
    if (value !== undefined) args = withPath(args, field.path, value);
  }
  return { ...call, args, missing: call.missing.filter((field) => getPath(args, field.path) === undefined) };
}

export function isIdentifier(field: Field): boolean {
  return /^(?:id|did|cid|uuid|ref|reference|key|hash|address)$/u.test(splitName(field.name).at(-1) ?? '');
}

function isFile({ name }: Field): boolean {
  return name === 'path';
}

/** Whether a call changes nothing, and its message brings no file that it may mean. */
function isReadAlone({ candidate }: PlannedCall, { turns }: Conversation, index: number): boolean {
  return candidate.tool.effect === 'read' && (turns[index + 1]?.attached.length ?? 0) === 0;
}

/** The file that was made last, where the message points at it or comes right behind. */
function fileMeant(
  call: PlannedCall,
  text: string,
  field: Field,
  conversation: Conversation,
  index: number,
): string | undefined {
  const last = lastFile(call, field, conversation, index, REFERS.test(text));
  return last !== undefined && (last.isLatest || refersTo(text, field)) ? last.path : undefined;
}

/**
 * What the answers of the capability of a call say last of a file, at their top; whether nothing of others was done since.
 * @param any whether the answers of others count too, as where `publish it` is said of a report
 */
function lastFile(
  { candidate: { capability } }: PlannedCall,
  field: Field,
  { turns }: Conversation,
  index: number,
  any = false,
): { readonly path: string; readonly isLatest: boolean } | undefined {
  const own = new Set(capability?.tools.map(({ name }) => name));
  let isLatest = true;
  for (let at = index; at >= 0; at--)
    for (const { call, result } of (turns[at]?.executed ?? []).toReversed()) {
      if (result?.status !== 'ok' || isMetaTool(call.name)) continue;
      const path = any || own.has(call.name) ? record(jsonOf(result.content))['path'] : undefined;
      if (typeof path === 'string' && isValue(path, field)) return { path, isLatest };
      isLatest &&= own.has(call.name);
    }
  return undefined;
}

/** A pronoun, or `the design` for a field `designId`. */
function refersTo(text: string, field: Field): boolean {
  return REFERS.test(text) || REFERS_ELSEWHERE.test(fold(text)) || names(text, field);
}

function names(text: string, field: Field): boolean {
  return namedBy(text, nounsOf(field)).length > 0;
}

/** Which of some nouns a message says of what is known already. */
function namedBy(text: string, nouns: readonly string[]): string[] {
  return words(text).flatMap(({ stem, start }) =>
    nouns.includes(stem) && DETERMINED.test(fold(text.slice(Math.max(0, start - 40), start))) ? [stem] : [],
  );
}

/** Of an id of several kinds, `design-1` or `selection-1`, the kinds that the message speaks of: `the trail of the design`. */
function kindsIn(text: string, { aliases, schema }: Field): readonly string[] {
  const pattern = String(schema['pattern'] ?? '');
  const kinds = aliases.filter((alias) => pattern.includes(`${alias}|`) || pattern.includes(`|${alias}`));
  return kinds.filter((kind) => namedBy(text, contentStems(kind)).length > 0);
}

function nounsOf({ nameStems, aliases }: Field): string[] {
  return [...nameStems.slice(0, -1), ...aliases.flatMap((alias) => contentStems(alias))];
}

/** The value that the latest result has for a field; where `kinds` are given, of one of these. */
export function latestKnown(
  field: Field,
  conversation: Conversation,
  index: number,
  kinds: readonly string[] = [],
): string | undefined {
  for (const result of resultsBefore(conversation, index)) {
    const value = find(jsonOf(result.content), field, kinds, 0);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** `replace AU-1, it moved away` means the one draw of the talk: the only value that any result has for the field. */
export function onlyKnown(field: Field, conversation: Conversation, index: number): string | undefined {
  if (field.name === 'id') return undefined;
  const values = new Set<string>();
  for (const result of resultsBefore(conversation, index)) collect(jsonOf(result.content), field, 0, values);
  const [value, another] = values;
  return another === undefined ? value : undefined;
}

function collect(value: unknown, field: Field, depth: number, values: Set<string>): void {
  if (depth > DEPTH || typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === field.name && typeof member === 'string' && isValue(member, field)) values.add(member);
    else collect(member, field, depth + 1, values);
  }
}

/** A code or a number, as it stands in a message. */
const CODE = /[\p{L}\p{N}_-]*\p{N}[\p{L}\p{N}_-]*/gu;

/** Whether a message may name another thing: by a code that the call did not take, or right behind the noun, `selection 7`. */
function namesAnother(text: string, field: Field, { args }: PlannedCall): boolean {
  const taken = JSON.stringify(args);
  const nouns = nounsOf(field);
  return [...text.matchAll(CODE)].some(({ 0: code, index }) => {
    const before = words(text.slice(Math.max(0, index - 40), index)).at(-1);
    return !taken.includes(code) || (before !== undefined && nouns.includes(before.stem));
  });
}

/** `draw it` means what the last result is about: an identifier of its own, not one of its parts. */
function ofLastResult(field: Field, conversation: Conversation, index: number): string | undefined {
  const [last] = resultsBefore(conversation, index);
  const value = last === undefined ? undefined : record(jsonOf(last.content))[field.name];
  return typeof value === 'string' && isValue(value, field) ? value : undefined;
}

/** What was found out up to a turn, latest first; what the person pointed back at was spoken of anew. */
function* resultsBefore(conversation: Conversation, index: number): Generator<ToolMessage> {
  for (let at = index; at >= 0; at--) {
    const turn = conversation.turns[at];
    if (turn === undefined) continue;
    const again = meantEarlier(turn.text, conversation, at, () => true)?.result;
    if (again !== undefined && turn.executed.length === 0) yield again;
    for (const { call, result } of turn.executed.toReversed())
      if (result?.status === 'ok' && !isMetaTool(call.name)) yield result;
  }
}

function isValue(value: unknown, field: Field): boolean {
  return typeof value === 'string' && meets(value, field.schema);
}

function find(value: unknown, field: Field, kinds: readonly string[], depth: number): string | undefined {
  if (depth > DEPTH) return undefined;
  const entries = Object.entries(record(value));
  // A field that is just called `id` takes any id whose form fits.
  const own = entries.find(
    ([name, one]) =>
      (name === field.name || (field.name === 'id' && /Id$/u.test(name))) &&
      isValue(one, field) &&
      (kinds.length === 0 || kinds.some((kind) => String(one).startsWith(`${kind}-`))),
  )?.[1];
  if (typeof own === 'string') return own;
  for (const [, member] of entries) {
    const found = find(member, field, kinds, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
