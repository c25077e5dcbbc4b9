import { fold } from '../language/fold.js';
import { getPath, rootLeaves, withPath } from '../leaves.js';
import type { TextModel } from '../read-text.js';
import { type Field, fieldsOf } from '../schema-fields.js';
import type { PlannedCall } from './planned-call.js';

/** How somebody begins who wants what they were shown otherwise, in six languages, without accents. */
const LEAD =
  /^\W*(?:(?:no|nope|nein|non|nao|hapana|yes|ok|okay|ja|oui|si|sim|ndiyo)\b[\s,;:–—-]*)?(?:(?:but|actually|rather|better|sorry|i mean|i meant|make it|make that|change it to|aber|lieber|doch|besser|mais|plutot|pero|mejor|mas|melhor|lakini|bali)\b[\s,;:–—-]*)*/u;
/** A time or a count, and nothing else but the small word before it. */
const ONLY_A_NUMBER =
  /^(?:at|um|gegen|a|à|a las|as|às|saa|for|for the|to)?\s*(\d{1,4}(?:[:.h]\d{2})?)\s*(am|pm|uhr|h|o'clock)?\W*$/iu;
const NUMBER = /(?<![\p{L}\d])\d{1,4}(?:[:.h]\d{2})?(?:\s*(?:am|pm)\b)?/giu;
/** The hour at the end of a text. */
const CLOCK = /\s+(?:at|um|à|a las?|às?|saa)\s+\d{1,2}(?:[:.h]\d{2})?(?:\s*(?:am|pm|uhr))?$/iu;

/**
 * What was shown before anything came of it, as a message would have it otherwise: `no, at 9`, `actually make it 7`. A number
 * takes the place of the only one in a text, another day that of the day. Undefined for a wish of its own.
 */
export function correctShown(shown: PlannedCall, { text, dates }: TextModel): PlannedCall | undefined {
  const lead = LEAD.exec(fold(text))?.[0].length ?? 0;
  const rest = text.slice(lead);
  if (lead === 0 || rest.trim() === '' || rest.split(/\s+/u).length > MOST) return undefined;
  if (dates.length === 0 && !/\d/u.test(rest)) return undefined;
  const fields = fieldsOf(shown.candidate.tool.parameters);
  const timed = rootLeaves(fields).filter(
    (field) => isFree(field) && /(?<![\p{L}\d])\d/u.test(String(getPath(shown.args, field.path) ?? '')),
  );
  const [field, another] = timed;
  if (field === undefined || another !== undefined) return undefined;
  const before = String(getPath(shown.args, field.path));
  const [number, further] = before.match(NUMBER) ?? [];
  const said = ONLY_A_NUMBER.exec(rest);
  if (said !== null && number !== undefined && further === undefined) {
    const [, figure = '', half = ''] = said;
    const ending = /^[ap]m$/iu.test(half) ? ` ${half}` : (/\s*[ap]m$/iu.exec(number)?.[0] ?? '');
    return { ...shown, args: withPath(shown.args, field.path, before.replace(number, `${figure}${ending}`)) };
  }
  if (dates.length === 0) return undefined;
  // Another day keeps its hour; whatever else is said takes the place of all of it.
  const clock = /\d/u.test(rest) ? '' : (CLOCK.exec(before)?.[0] ?? '');
  return { ...shown, args: withPath(shown.args, field.path, `${rest.replace(/[\s.!]+$/u, '')}${clock}`) };
}

/** Words of a correction; what has more may wish for something else. */
const MOST = 6;

function isFree({ kind, schema }: Field): boolean {
  return kind === 'string' && schema['pattern'] === undefined && schema['format'] === undefined;
}
