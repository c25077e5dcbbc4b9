import { foldInPlace } from '../../../language/fold.js';
import { getPath, rootLeaves, withPath } from '../../../schema/leaves.js';
import { type Field, fieldsOf } from '../../../schema/schema-fields.js';
import type { PlannedCall } from '../../planning/planned-call.js';

/** Parts of a day after noon, as they are folded. Swahili counts its hours from six, and is left alone. */
const AFTER_NOON =
  "(?:in the (?:evening|afternoon)|at night|tonight|p\\.?m\\.?|abends|am abend|nachmittags|am nachmittag|nachts|du soir|de l['’]apres-midi|de la (?:noche|tarde)|da (?:noite|tarde))";
const OCLOCK = "(?:\\s*(?:o['’]?clock|uhr|heures?|horas?|hrs|h))?";

/** A call whose clock times are of the part of the day that was said: `8 in the evening` is 20:00, and never 8. */
export function holdClock(call: PlannedCall, said: readonly string[]): PlannedCall {
  if (call.agreed === true) return call;
  return rootLeaves(fieldsOf(call.candidate.tool.parameters))
    .filter(isClock)
    .reduce((held, field) => withWholeClock(held, field, said), call);
}

function withWholeClock(given: PlannedCall, { path }: Field, said: readonly string[]): PlannedCall {
  const call = getPath(given.args, path) === undefined ? withSaidClock(given, path, said[0] ?? '') : given;
  const value = getPath(call.args, path);
  const [, hour = '', minutes = '00'] =
    typeof value === 'string' ? (/^(\d{1,2})(?:[:.h](\d{2}))?$/u.exec(value) ?? []) : [];
  if (hour === '' || Number(hour) > 23) return call;
  const digits = `0?${Number(hour)}(?:[:.h]?${minutes})?`;
  const pattern = new RegExp(`(?<![\\d:.])${digits}${OCLOCK}\\s*${AFTER_NOON}(?!\\p{L})`, 'u');
  const isLate = said.some((text) => pattern.test(foldInPlace(text)));
  const late = isLate && Number(hour) < 12 ? Number(hour) + 12 : Number(hour);
  const part = new RegExp(AFTER_NOON, 'u');
  return {
    ...call,
    args: withPath(call.args, path, `${String(late).padStart(2, '0')}:${minutes}`),
    unused: isLate ? call.unused.filter((one) => !part.test(one)) : call.unused,
  };
}

/** With the only clock time after noon that the message says, where none was taken. */
function withSaidClock(call: PlannedCall, path: readonly string[], message: string): PlannedCall {
  const pattern = new RegExp(
    `(?<![\\p{L}\\d:.-])(\\d{1,2})(?:[:.h](\\d{2}))?${OCLOCK}\\s*${AFTER_NOON}(?!\\p{L})`,
    'gu',
  );
  const [only, another] = [...foldInPlace(message).matchAll(pattern)];
  if (only === undefined || another !== undefined) return call;
  const [raw, hour = '', minutes = '00'] = only;
  return {
    ...call,
    args: withPath(call.args, path, `${hour}:${minutes}`),
    unused: call.unused.filter((one) => !raw.startsWith(foldInPlace(one))),
    band: 'likely',
    unsettled: true,
  };
}

function isClock({ kind, aliases, label }: Field): boolean {
  return kind === 'string' && [label, ...aliases].some((name) => /^(?:clock|clock time)$/u.test(name));
}
