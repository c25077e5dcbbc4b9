import { readOnce } from '../../../reading/read-once.js';
import type { NumberMention } from '../../../reading/reading.js';
import { getPath, rootLeaves, withoutPath } from '../../../schema/leaves.js';
import { type Field, fieldsOf } from '../../../schema/schema-fields.js';
import type { PlannedCall } from '../../planning/planned-call.js';

/** Words of a field that counts in hundredths. */
const IN_HUNDREDTHS = /per ?cent|%|prozent|pour cent|por ciento|por cento/iu;

/**
 * A call without numbers that were said in a measure which its fields do not have: `68 °F` is no 68 where degrees Celsius are
 * counted, whether it is a temperature or a difference, and `10%` is no 10 of a plain number. They are told as unused.
 */
export function holdMeasures(call: PlannedCall, message: string): PlannedCall {
  if (call.agreed === true || !/[°%]|fahrenheit/iu.test(message)) return call;
  const { mentions } = readOnce(message);
  const numbers = mentions.filter((one): one is NumberMention => one.type === 'number');
  const leaves = rootLeaves(fieldsOf(call.candidate.tool.parameters)).filter(({ kind }) => kind === 'number');
  return leaves.reduce((held, field) => withoutOther(held, field, numbers), call);
}

function withoutOther(call: PlannedCall, field: Field, numbers: readonly NumberMention[]): PlannedCall {
  const own = getPath(call.args, field.path);
  const key = field.path.join('.');
  const said = numbers.filter((one) => one.value === own || (one.percent && one.value * 100 === own));
  const [only, another] = said;
  if (only === undefined || another !== undefined || !isOther(only, field, own)) return call;
  const isMissing = field.needed && !call.missing.some(({ path }) => path.join('.') === key);
  return {
    ...call,
    args: withoutPath(call.args, field.path),
    missing: isMissing ? [...call.missing, field] : call.missing,
    slots: call.slots?.filter(({ path }) => path.join('.') !== key) ?? [],
    unused: [...call.unused.filter((one) => !one.startsWith(only.raw)), only.raw],
    band: 'likely',
    unsettled: true,
  };
}

function isOther({ unit, percent, value }: NumberMention, field: Field, own: unknown): boolean {
  const words = [field.name, field.label, field.description, field.unit ?? '', ...field.aliases].join(' ');
  if (unit?.name === '°F') return own === value && !/fahrenheit|°F/iu.test(words);
  return (
    percent &&
    own === value * 100 &&
    own !== value &&
    !field.fraction &&
    field.max !== 100 &&
    !IN_HUNDREDTHS.test(words)
  );
}
