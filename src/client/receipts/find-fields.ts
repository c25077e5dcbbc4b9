import { isAboutKeeping } from './about-keeping.js';
import { readFigures } from './read-figures.js';

/** A figure that a tool gave. */
export interface Field {
  readonly callId: string;
  readonly tool: string;
  /** Where it stands in the result, such as `steps.2.rounded`. */
  readonly path: string;
  readonly value: number;
  /** Words of the result tell it in percent; `value` is the share. */
  readonly percent?: true;
  /** Words of the result tell it, with so many digits behind the point of `value`. */
  readonly decimals?: number;
  /** How it was computed, and after whom, where the result says so beside it. */
  readonly formula?: string;
  readonly source?: string;
  /**
   * It is of how something is kept, such as the bytes and the version of a file, and of nothing that was asked; or it
   * counts what an answer lists.
   */
  readonly ofKeeping?: 'kept' | 'count';
}

/** What a tool gave. */
export interface ToolResult {
  readonly id: string;
  readonly tool: string;
  readonly output: unknown;
  /** What it was called with. */
  readonly args?: unknown;
}

/** Fields of one result that are looked at: a registry has millions, an answer a few. */
const MOST_FIELDS = 20_000;
const LONGEST_TEXT = 4_000;
/** What a file is told by, and numbers that count or place something and measure nothing. */
const FILE = ['contentHash', 'cid', 'mimeType'] as const;
const KEEPING = /(?:^|\.)(?:bytes|version|ms|line|lineStart|lineEnd|page|order|index|offset|limit)$/;
const COUNTING = /(?:^|\.)(?:count|total|totalLines|shown)$/;

/** All figures of a result: its numbers, and those in its words. */
export function findFields({ id, tool, output }: ToolResult): Field[] {
  const fields: Field[] = [];
  const visit = (value: unknown, path: string, beside: Pick<Field, 'formula' | 'source'>, kept = false) => {
    if (fields.length >= MOST_FIELDS) return;
    if (typeof value === 'number') {
      if (Number.isFinite(value)) {
        fields.push({ callId: id, tool, path, value, ...beside, ...keepingOf(path, kept) });
      }
    } else if (typeof value === 'string') {
      const words = value.slice(0, LONGEST_TEXT);
      for (const { readings, percent, start, end } of readFigures(words))
        for (const reading of readings) {
          // 4.98 by a hundred is 0.0498, and not what binary makes of it.
          const value = percent ? Number((reading.value / 100).toPrecision(15)) : reading.value;
          const decimals = reading.decimals + (percent ? 2 : 0);
          fields.push({
            callId: id,
            tool,
            path,
            value,
            decimals,
            ...(percent ? { percent } : {}),
            ...(isAboutKeeping(words, start, end) ? { ofKeeping: 'kept' as const } : keepingOf(path, kept)),
            ...beside,
          });
        }
    } else if (Array.isArray(value)) {
      value.forEach((each, at) => {
        visit(each, join(path, String(at)), beside);
      });
    } else if (typeof value === 'object' && value !== null) {
      const here = { ...beside, ...wordsBeside(value) };
      const isFile = FILE.some((member) => Object.hasOwn(value, member));
      // A formula has constants, a source sections and years: no results. What went into a formula did not come of it.
      for (const [name, each] of Object.entries(value))
        if (name === 'inputs') visit(each, join(path, name), {});
        else if (name !== 'formula' && name !== 'source') visit(each, join(path, name), here, isFile);
    }
  };
  visit(output, '', {});
  return fields;
}

function keepingOf(path: string, kept: boolean): Pick<Field, 'ofKeeping'> {
  if (kept || KEEPING.test(path)) return { ofKeeping: 'kept' };
  return COUNTING.test(path) ? { ofKeeping: 'count' } : {};
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function wordsBeside(value: object): Pick<Field, 'formula' | 'source'> {
  const formula = Reflect.get(value, 'formula');
  const source = Reflect.get(value, 'source');
  return {
    ...(typeof formula === 'string' ? { formula } : {}),
    ...(typeof source === 'string' ? { source } : {}),
  };
}
