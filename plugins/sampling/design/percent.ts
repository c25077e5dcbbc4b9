/** A fraction as a sentence has it: 0.0504 is 5.04%. */
export function percent(fraction: number): string {
  return `${(fraction * 100).toFixed(2)}%`;
}
