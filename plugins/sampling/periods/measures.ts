import type { ReadingColumns } from './reading-columns.js';
import type { ReadingFault } from './settle-readings.js';

const NAMES =
  /^(?:(?:value|reading|measure(?:ment)?|weight)[ _.-])?(?:unit|uom|measure|einheit|unit[ée]|unidade?|kipimo)s?(?:[ _.-](?:of[ _.-]|de[ _.-])?(?:measure(?:ment)?|value|reading|weight|mesure|medida))?$/i;
const MEASURES =
  /^(?:mg|g|gr|gram(?:me)?s?|kg|kgs|kilo(?:gram)?s?|t|tons?|tonnes?|lbs?|pounds?|ml|l|lit(?:er|re)s?|m3|s|sec(?:ond)?s?|min(?:ute)?s?|h|hrs?|hours?|d|days?|wh|kwh|mj|gj|%|percent)$/i;

/** Place of a column beside the values that says what they are measured in; -1 for none. */
export function measureColumn(columns: readonly string[], used: ReadingColumns): number {
  return columns.findIndex((name) => NAMES.test(name) && !Object.values(used).includes(name));
}

/** Values of two measures in one column: their mean would be of nothing. One fault for the first row of each other measure. */
export function measureFaults(
  rows: readonly { readonly line: number; readonly value: string; readonly measure: string }[],
): ReadingFault[] {
  const said = rows.filter(({ value, measure }) => value !== '' && measure !== '');
  if (!said.every(({ measure }) => MEASURES.test(measure))) return [];
  const [first] = said;
  const seen = new Set([first?.measure.toLowerCase()]);
  return said.flatMap(({ line, value, measure }) => {
    const folded = measure.toLowerCase();
    if (first === undefined || seen.has(folded)) return [];
    seen.add(folded);
    const why = `is in ${measure}, the value of line ${first.line} is in ${first.measure}: bring all to one`;
    return [{ line, field: 'value', text: value, why } satisfies ReadingFault];
  });
}
