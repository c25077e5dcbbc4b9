import { createReader } from '../../../understanding/reader.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { isSame, numberAt, numberLeaves } from '../held-call.js';

/** To whom writes English a comma is no decimal sign. */
const PLAIN = /^\d{1,3}(?:,\d{3})+$/u;

/**
 * A call that words and schemas alone made, held to the figures that its latest message lets read two ways: of `1.500` in a
 * measure it is asked which is meant, as of what was learnt. A count has no decimals, and `12,000` in English none either.
 */
export function holdFigures(call: PlannedCall, message: string, decimal: '.' | ',' | undefined): PlannedCall {
  if (call.agreed === true || call.slots !== undefined || decimal !== undefined) return call;
  const reader = createReader({ decimal });
  const language = reader.languageOf(message);
  const { mentions } = reader.read(message, language);
  const measures = numberLeaves(call).filter(({ integer }) => !integer);
  const { faults = [] } = call;
  const found = mentions.flatMap((mention) => {
    if (mention.type !== 'number' || mention.otherwise === undefined) return [];
    const { raw, value, otherwise } = mention;
    const isAsked = faults.some((fault) => 'mention' in fault && fault.mention.raw === raw);
    if (isAsked || (language === 'en' && PLAIN.test(raw))) return [];
    const field = measures.find((one) => [value, otherwise].includes(numberAt(call, one) ?? Number.NaN));
    return field === undefined || call.missing.some((one) => isSame(one, field))
      ? []
      : [{ kind: 'figures', mention, values: [value, otherwise] } as const];
  });
  return found.length === 0
    ? call
    : { ...call, faults: [...faults, ...found], band: 'likely', unsettled: true };
}
