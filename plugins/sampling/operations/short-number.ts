/** A number as a sentence has it, to four digits: 0.11351339 is 0.1135. */
export function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}
