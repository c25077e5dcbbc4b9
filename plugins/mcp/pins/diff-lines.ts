import type { Face } from './face.js';

/** A line of a diff: kept, gone or come. */
export type DiffLine = `${' ' | '-' | '+'} ${string}`;

/** What would change in the eyes of a model, line by line, with two lines around. */
export function diffLines(before: Face | undefined, after: Face): readonly DiffLine[] {
  const old = before === undefined ? [] : linesOf(before);
  const now = linesOf(after);
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const mark = (sign: ' ' | '-' | '+', lines: readonly string[]) =>
    lines.map((line): DiffLine => `${sign} ${line}`);
  return [
    ...mark(' ', now.slice(Math.max(0, head - 2), head)),
    ...mark('-', old.slice(head, old.length - tail)),
    ...mark('+', now.slice(head, now.length - tail)),
    ...mark(' ', now.slice(now.length - tail, now.length - tail + 2)),
  ];
}

function linesOf({ title, description, effect, idempotent, inputSchema }: Face): readonly string[] {
  return [
    `title: ${title}`,
    ...description.split('\n').map((line) => `description: ${line}`),
    `effect: ${effect}${idempotent ? ', may be repeated' : ''}`,
    ...JSON.stringify(inputSchema, null, 2)
      .split('\n')
      .map((line) => `input: ${line}`),
  ];
}
