/** A number as a sentence has it: four digits that count. */
export function short(value: number | null): string {
  return value === null ? 'unknown' : String(Number(value.toPrecision(4)));
}
