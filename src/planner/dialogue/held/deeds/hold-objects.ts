import { readText } from '../../../filling/read-text.js';
import { getPath, rootLeaves, withoutPath, withPath } from '../../../schema/leaves.js';
import { type Field, fieldsOf } from '../../../schema/schema-fields.js';
import { isConsequential } from '../../consent/consent.js';
import type { NamePlace, SaidPart } from '../../deed/name-places.js';
import { partsWithNames } from '../../deed/name-places.js';
import { isAt, isSameName, type Objects, objectsOf } from '../../deed/objects.js';
import type { PlannedCall } from '../../planning/planned-call.js';

/** What is longer is a letter, of which a part alone tells little. */
const LONGEST = 400;

/**
 * Changing calls held to the part of the message that orders the deed: a path, an identifier or an address is an argument only
 * where it stands there as what the deed is done to, or where that part points at it. Of `delete /old.md. /keep.md is my backup`
 * the second is left out, of `delete the third line of /a.md` both; what is left out is named elsewhere.
 */
export function holdObjects(call: PlannedCall, message: string): PlannedCall {
  const { candidate, agreed, taught } = call;
  if (agreed === true || taught === true || !isConsequential(candidate.tool)) return call;
  if (message.length > LONGEST) return call;
  const parts = partsWithNames(message, [call.args]);
  const objects = objectsOf(parts, candidate, readText(message));
  if (objects === undefined || parts.every(({ names }) => names.length === 0)) return call;
  const leaves = rootLeaves(fieldsOf(candidate.tool.parameters));
  // Only what takes things away is told from what takes a part of them: `delete the third line of /a.md`.
  const isTaken = candidate.tool.effect === 'destructive';
  const named = leaves.filter(
    ({ path }) => typeof getPath(call.args, path) === 'string' && placeOf(getPath(call.args, path), parts),
  );
  return leaves.reduce((held, field) => {
    const value = getPath(held.args, field.path);
    if (Array.isArray(value)) return withObjects(held, field, value, objects, isTaken);
    if (typeof value !== 'string') return held;
    // The path of a file is not what is to be written.
    if (!isOfPaths(field) && isPathOf(value, parts)) return without(held, field);
    if (isAt(value, objects.objects))
      return named.length === 1 && isOneOfSeveral(value, objects) ? without(held, field) : held;
    return isElsewhere(value, objects, named.length > 1, isTaken) ? without(held, field) : held;
  }, call);

  function placeOf(value: unknown, all: readonly SaidPart[]): boolean {
    return all.some(({ names }) => isAt(String(value), names));
  }
}

function isOfPaths({ aliases, name }: Field): boolean {
  return [name, ...aliases].some((one) =>
    /path|file|folder|^(?:from|to|source|target|destination)$/iu.test(one),
  );
}

function isPathOf(value: string, parts: readonly SaidPart[]): boolean {
  return parts.some(({ names }) =>
    names.some(({ mention }) => mention.type === 'path' && mention.raw === value.trim()),
  );
}

/** Of several that the message orders the deed for, a field that takes one is asked for. */
function isOneOfSeveral(value: string, { objects }: Objects): boolean {
  const own = objects.find(({ mention }) => isSameName(mention, value));
  return own !== undefined && objects.some((one) => isLike(one, own) && !isSameName(one.mention, value));
}

/** Whether a name is spoken of where the deed is not ordered, though one of its kind is there, or belongs to what is meant. */
function isElsewhere(
  value: string,
  { objects, beside, apart }: Objects,
  isOneOfMany: boolean,
  isTaken: boolean,
): boolean {
  const own = [...beside, ...apart].find(({ mention }) => isSameName(mention, value));
  if (own === undefined) return false;
  if (apart.includes(own)) return [...objects, ...beside].some((one) => isLike(one, own));
  return !isOneOfMany && isOfOther(own, objects, isTaken);
}

/** A list with what the deed is done to; where nothing of it is, it is asked for. */
function withObjects(
  call: PlannedCall,
  field: Field,
  list: readonly unknown[],
  { objects, beside, apart }: Objects,
  isTaken: boolean,
): PlannedCall {
  const isGone = (item: unknown) => {
    if (typeof item !== 'string' || isAt(item, objects)) return false;
    // Where the order names nothing of the kind, a part behind it may go on with what it is about: `…, with the projects A and B`.
    const isApart = apart.some(
      (one) =>
        isSameName(one.mention, item) &&
        (isTaken || [...objects, ...beside].some((other) => isLike(other, one))),
    );
    return isApart || beside.some((one) => isSameName(one.mention, item) && isOfOther(one, objects, isTaken));
  };
  const kept = [...new Set(list.filter((item) => !isGone(item)))];
  if (kept.length === list.length) return call;
  if (kept.length === 0) return without(call, field);
  return { ...call, args: withPath(call.args, field.path, kept), band: 'likely', unsettled: true };
}

/** Whether a name behind a small word only says of what, or where, something else is. */
function isOfOther(place: NamePlace, objects: readonly NamePlace[], isTaken: boolean): boolean {
  const isPart = isTaken && place.mention.type === 'path' && place.nouns.length > 0;
  return isPart || objects.some((one) => isLike(one, place));
}

function isLike(a: NamePlace, b: NamePlace): boolean {
  const kind = ({ mention: { type, value } }: NamePlace) =>
    type === 'id' ? `id ${/^\p{L}*/u.exec(value)?.[0] ?? ''}` : type;
  return kind(a) === kind(b);
}

/** The field is asked for where it is needed. */
function without(call: PlannedCall, field: Field): PlannedCall {
  const missing = field.required && !call.missing.includes(field) ? [...call.missing, field] : call.missing;
  return { ...call, args: withoutPath(call.args, field.path), missing, band: 'likely', unsettled: true };
}
