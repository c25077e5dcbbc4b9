import { getPath, rootLeaves, withoutPath, withPath } from '../../../schema/leaves.js';
import { fieldsOf } from '../../../schema/schema-fields.js';
import { leafFieldsOf } from '../../../understanding/leaf-fields.js';
import { isNoPlace, isPlaceField, otherNames } from '../../../understanding/place-text.js';
import { readTurn } from '../../../understanding/read-turn.js';
import { createReader } from '../../../understanding/reader.js';
import type { PreviousCall } from '../../follow-up/follow-up.js';
import type { PlannedCall } from '../../planning/planned-call.js';

/** What is longer says where in more than a word. */
const LONGEST = 200;

/**
 * Calls held to the places that the message names: `Ach` and `only` are none, and a unit is none either. What the call before
 * had stands in its stead, else the place is asked for. A word without a capital beside others that may be names as well is
 * only proposed.
 */
export function holdPlaces(
  call: PlannedCall,
  message: string,
  before: PreviousCall | undefined,
): PlannedCall {
  if (call.agreed === true || message.length > LONGEST) return call;
  const leaves = leafFieldsOf(call.candidate.tool.parameters);
  const field = rootLeaves(fieldsOf(call.candidate.tool.parameters)).find(({ path }) => {
    const leaf = leaves.get(path.join('.'));
    return leaf !== undefined && isPlaceField(leaf);
  });
  const value = field === undefined ? undefined : getPath(call.args, field.path);
  const start = typeof value === 'string' && value !== '' ? message.indexOf(value) : -1;
  if (field === undefined || typeof value !== 'string' || start < 0) return call;
  const reader = createReader();
  const turn = readTurn(reader.read(message, reader.languageOf(message)), reader);
  const place = { start, end: start + value.length };
  // `same for h2`
  if (!isNoPlace(place, turn) && !/\d/u.test(value)) {
    const isDoubted = value === value.toLowerCase() && otherNames(turn, place) > 0;
    return isDoubted && call.band === undefined ? { ...call, band: 'likely', unsettled: true } : call;
  }
  const stood = before === undefined ? undefined : getPath(before.args, field.path);
  if (stood !== undefined) return { ...call, args: withPath(call.args, field.path, stood), band: 'likely' };
  const missing = field.required ? [...call.missing, field] : call.missing;
  return { ...call, args: withoutPath(call.args, field.path), missing, band: 'likely' };
}
