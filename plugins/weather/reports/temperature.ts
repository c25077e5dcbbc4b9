/** Degrees Celsius in degrees Fahrenheit, to one decimal. */
export function toFahrenheit(celsius: number): number {
  return Math.round((celsius * 1.8 + 32) * 10) / 10;
}

export type Units = 'celsius' | 'fahrenheit';
