import { withoutDays } from './named-days.js';

const HOW_MANY =
  /(?<![\p{N}\p{L}])(\d{1,2})\s+(?:numbers?|balls?|zahlen?|kugeln?|num[eé]ros?|n[uú]meros?|nombres?|boules?|bolas?)(?!\p{L})|\bnambari\s+(\d{1,2})(?!\p{N})/iu;

/** How many numbers a value has, where its reference says so: `draw 61, 6 numbers`. */
export function numbersSaid(reference: string | undefined): number | undefined {
  const [, first, second] = HOW_MANY.exec(reference ?? '') ?? [];
  const said = first ?? second;
  return said === undefined ? undefined : Number(said);
}

/** Whether a reference names its value by a number, such as `draw 61`; days, times and how many numbers it has are none. */
export function namesNumber(reference: string): boolean {
  return /\p{Nd}/u.test(withoutDays(reference.replace(HOW_MANY, ' ')));
}
