import type { ManifestExample } from '../../plugin/index.js';
import { shift } from '../reading/digits.js';
import { rootLeaves } from '../schema/leaves.js';
import { type Field, fieldsOf, type JsonSchema } from '../schema/schema-fields.js';
import { findNumbers } from './numbers.js';

/** An example sentence with its values cut out: `Convert _ _ to _`. */
interface Frame {
  readonly pattern: RegExp;
  readonly fields: readonly string[];
  readonly choices: ReadonlyMap<string, string>;
}

export interface FrameMatch {
  /** Choices that the example makes for such a sentence without naming them. */
  readonly choices: ReadonlyMap<string, string>;
  /** Where the value of each field begins in the text. */
  readonly starts: ReadonlyMap<string, number>;
}

export const NO_FRAME: FrameMatch = { starts: new Map(), choices: new Map() };

const MAX_SLOTS = 3;
/** Of what stands before the first value only so many words count: `do you know` may differ. */
const LEADING_WORDS = 4;

/** The frames of a tool's examples. Only sentences whose words say enough are kept. */
export function learnFrames(tool: string, schema: JsonSchema, examples: readonly ManifestExample[]): Frame[] {
  const fields = new Map(rootLeaves(fieldsOf(schema)).map((field) => [field.name, field]));
  return examples.flatMap((example) => (example.tool === tool ? (toFrame(example, fields) ?? []) : []));
}

/** The first frame that the text fits. */
export function matchFrame(text: string, frames: readonly Frame[]): FrameMatch | undefined {
  for (const frame of frames) {
    const match = frame.pattern.exec(text);
    if (match?.indices === undefined) continue;
    const starts = new Map<string, number>();
    for (const [index, field] of frame.fields.entries()) {
      const at = match.indices[index + 1]?.[0];
      if (at !== undefined) starts.set(field, at);
    }
    return { starts, choices: frame.choices };
  }
  return undefined;
}

interface Place {
  readonly field: Field;
  readonly start: number;
  readonly end: number;
}

function toFrame(example: ManifestExample, fields: ReadonlyMap<string, Field>): Frame | undefined {
  const places = placesOf(example, fields);
  if (places === undefined || places.length === 0 || places.length > MAX_SLOTS) return undefined;
  const parts: string[] = [];
  const literal: string[] = [];
  let from = 0;
  for (const [index, place] of places.entries()) {
    const all = example.user.slice(from, place.start).match(/[\p{L}\p{M}'’]+/gu) ?? [];
    const kept = index === 0 ? all.slice(-LEADING_WORDS) : all;
    literal.push(...kept);
    if (kept.length > 0)
      parts.push(
        `${index > 0 ? String.raw`\s+` : ''}${kept.map(apostrophes).join(String.raw`[\s,:]+`)}[\\s,:"“'‘]+`,
      );
    else if (index > 0) parts.push(String.raw`\s+`);
    parts.push(slotPattern(place.field, index === places.length - 1));
    from = place.end;
  }
  const telling =
    literal.length >= 2
      ? literal.some((word) => word.length >= 4) || literal.length >= 3
      : (literal[0]?.length ?? 0) >= 6;
  if (!telling) return undefined;
  return {
    pattern: new RegExp(String.raw`(?<![\p{L}])${parts.join('')}`, 'diu'),
    fields: places.map((place) => place.field.name),
    // One value may stand in any sentence; with two the example is a pattern of its own.
    choices: places.length > 1 ? silentChoices(example, fields) : new Map(),
  };
}

function silentChoices(example: ManifestExample, fields: ReadonlyMap<string, Field>): Map<string, string> {
  const entries = Object.entries(example.args).flatMap(([name, value]): [string, string][] =>
    fields.get(name)?.kind === 'enum' && typeof value === 'string' ? [[name, value]] : [],
  );
  return new Map(entries);
}

/** Where the values stand in the sentence; undefined when a number or text of the call does not stand in it. */
function placesOf(example: ManifestExample, fields: ReadonlyMap<string, Field>): Place[] | undefined {
  const places: Place[] = [];
  const numbers = findNumbers(example.user);
  for (const [name, value] of Object.entries(example.args)) {
    const field = fields.get(name);
    if (field?.kind === 'string' && typeof value === 'string') {
      const start = example.user.toLowerCase().indexOf(value.toLowerCase());
      if (start >= 0 && value !== '') places.push({ field, start, end: start + value.length });
    } else if (field?.kind === 'number' && typeof value === 'number') {
      const mention = numbers.find((one) => (one.percent ? shift(one.value, -2) : one.value) === value);
      if (mention === undefined) return undefined;
      places.push({ field, start: mention.start, end: mention.end });
    } else if (field?.kind !== 'enum' && field?.kind !== 'boolean') return undefined;
  }
  places.sort((a, b) => a.start - b.start);
  return places.every((place, index) => index === 0 || place.start >= (places[index - 1]?.end ?? 0))
    ? places
    : undefined;
}

function slotPattern(field: Field, last: boolean): string {
  if (field.kind === 'number') return String.raw`([^\s\p{L}]*\d\S*)`;
  if (typeof field.schema['pattern'] === 'string') return String.raw`(\S+)`;
  return last ? String.raw`(\S)` : String.raw`(\S.{0,80}?)`;
}

function apostrophes(word: string): string {
  return word.replace(/['’]/gu, "['’]?");
}
