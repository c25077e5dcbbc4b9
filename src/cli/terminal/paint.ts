export type Style = 'bold' | 'dim' | 'italic' | 'underline' | 'strike' | 'code' | 'good' | 'bad';

const CODES: Readonly<Record<Style, readonly [on: number, off: number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  strike: [9, 29],
  code: [36, 39],
  good: [32, 39],
  bad: [31, 39],
};

/** Puts text into styles, or leaves it as it is where there are no colours. */
export type Paint = (text: string, ...styles: readonly Style[]) => string;

export const NO_PAINT: Paint = (text) => text;

/** Styles as the escapes that every terminal with colours knows. */
export const ANSI_PAINT: Paint = (text, ...styles) =>
  text === '' || styles.length === 0
    ? text
    : `${styles.map((style) => `\u001b[${CODES[style][0]}m`).join('')}${text}${styles
        .toReversed()
        .map((style) => `\u001b[${CODES[style][1]}m`)
        .join('')}`;

/** @see https://no-color.org */
export function paintFor(env: NodeJS.ProcessEnv): Paint {
  const { NO_COLOR: no = '', TERM: term = '' } = env;
  return no !== '' || term === 'dumb' || term === '' ? NO_PAINT : ANSI_PAINT;
}
