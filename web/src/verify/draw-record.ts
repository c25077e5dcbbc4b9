/** The record of a draw, as far as a stranger needs it to repeat the draw. */
export interface DrawRecord {
  readonly type: 'sampling-selection';
  readonly version: 1;
  readonly algorithm: Algorithm;
  /** The algorithm in words. */
  readonly method: string;
  readonly designId: string;
  readonly drawnAt: string;
  readonly seed: { readonly text: string; readonly origin: Origin };
  readonly frame: {
    readonly name: string;
    readonly size: number;
    readonly sha256: string;
    readonly idRule: string;
    readonly columns: { readonly id: string; readonly stratum?: string; readonly adopter?: string };
    readonly adoptersOnlyAcknowledged?: boolean;
    readonly strata?: readonly { readonly name: string; readonly size: number; readonly sha256: string }[];
  };
  readonly plan: { readonly strata: readonly PlannedStratum[] };
  readonly strata: readonly DrawnStratum[];
  readonly selectedSha256: string;
  /** Commands for others, which anybody can have written. */
  readonly check: {
    readonly unit: string;
    readonly lists: readonly {
      readonly stratum: string | null;
      readonly command: string;
      readonly expect: string;
    }[];
    readonly program: string;
  };
  readonly sha256: string;
}

/** How the seed is said to have come about. */
export type Origin =
  | { readonly kind: 'typed'; readonly trust: string }
  | {
      readonly kind: 'drand';
      readonly trust: string;
      readonly checked: string;
      readonly commitment: Commitment;
      readonly beacon: { readonly round: number; readonly randomness: string; readonly signature: string };
    }
  | {
      readonly kind: 'authority';
      readonly trust: string;
      readonly commitment: Commitment;
      readonly authority: {
        readonly value: string;
        readonly reference: string;
        readonly publicAt?: string;
        readonly receivedAt: string;
      };
    };

/** What was fixed before the random value was known. */
export interface Commitment {
  readonly designId: string;
  readonly number?: number;
  readonly frameSha256: string;
  readonly bound?: {
    readonly strata: DrawRecord['frame']['strata'] | null;
    readonly adopters?: object | null;
    readonly sizes?: string | null;
  };
  readonly plan: DrawRecord['plan'];
  readonly algorithm: string;
  readonly source:
    | { readonly kind: 'drand'; readonly chainHash: string; readonly round: number }
    | {
        readonly kind: 'authority';
        readonly authority: string;
        readonly reference?: string;
        readonly publicFrom?: string;
      };
  readonly text: string;
  readonly sha256: string;
  readonly committedAt: string;
}

export interface PlannedStratum {
  readonly name: string | null;
  readonly size: number;
  readonly replacements: number;
}

export interface DrawnStratum {
  readonly name: string | null;
  readonly frameSize: number;
  readonly seed: string;
  readonly selected: readonly DrawnUnit[];
  readonly replacements: readonly DrawnUnit[];
  readonly selectedSha256: string;
}

export interface DrawnUnit {
  readonly order: number;
  readonly id: string;
  readonly ticket?: string;
}

const ALGORITHMS = ['sha256-ticket-v1', 'sha256-index-v1', 'sha256-pps-systematic-v1'] as const;
type Algorithm = (typeof ALGORITHMS)[number];

/** Of one text member. */
type Shape = (value: unknown) => boolean;

const text: Shape = (value) => typeof value === 'string';
/** Without what ends a line or moves the cursor. */
const printable: Shape = (value) => typeof value === 'string' && !/[\p{Cc}\p{Surrogate}]/u.test(value);
const hash: Shape = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const day: Shape = (value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
const time: Shape = (value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value));
const flag: Shape = (value) => typeof value === 'boolean';
const count: Shape = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const optional =
  (shape: Shape): Shape =>
  (value) =>
    value === undefined || shape(value);
const nullable =
  (shape: Shape): Shape =>
  (value) =>
    value === null || shape(value);
const listOf =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every(shape);
const oneOf =
  (...values: readonly unknown[]): Shape =>
  (value) =>
    values.includes(value);
const either =
  (...shapes: readonly Shape[]): Shape =>
  (value) =>
    shapes.some((shape) => shape(value));
const object =
  (members: Readonly<Record<string, Shape>>): Shape =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(members).every(([name, shape]) => shape(Reflect.get(value, name)));

const planned = object({
  strata: listOf(object({ name: nullable(printable), size: count, replacements: count })),
});
const strata = listOf(object({ name: printable, size: count, sha256: hash }));
const units = listOf(object({ order: count, id: printable, ticket: optional(hash) }));
const commitment = object({
  designId: text,
  number: optional(count),
  frameSha256: hash,
  bound: optional(
    object({
      strata: nullable(strata),
      adopters: nullable(object({ yes: hash, no: hash })),
      sizes: nullable(hash),
    }),
  ),
  plan: planned,
  algorithm: text,
  source: either(
    object({ kind: oneOf('drand'), chainHash: hash, round: count }),
    object({
      kind: oneOf('authority'),
      authority: printable,
      reference: optional(printable),
      publicFrom: optional(either(day, time)),
    }),
  ),
  text,
  sha256: hash,
  committedAt: time,
});
const record = object({
  type: oneOf('sampling-selection'),
  version: oneOf(1),
  algorithm: oneOf(...ALGORITHMS),
  method: text,
  designId: text,
  drawnAt: time,
  seed: object({
    text: printable,
    origin: either(
      object({ kind: oneOf('typed'), trust: text }),
      object({
        kind: oneOf('drand'),
        trust: text,
        checked: text,
        commitment,
        beacon: object({
          round: count,
          randomness: hash,
          signature: (value) => /^[0-9a-f]{96}$/.test(String(value)),
        }),
      }),
      object({
        kind: oneOf('authority'),
        trust: text,
        commitment,
        authority: object({
          value: printable,
          reference: printable,
          publicAt: optional(either(day, time)),
          receivedAt: time,
        }),
      }),
    ),
  }),
  frame: object({
    name: text,
    size: count,
    sha256: hash,
    idRule: text,
    columns: object({ id: text, stratum: optional(text), adopter: optional(text) }),
    adoptersOnlyAcknowledged: optional(flag),
    strata: optional(strata),
  }),
  plan: planned,
  strata: listOf(
    object({
      name: nullable(printable),
      frameSize: count,
      seed: printable,
      selected: units,
      replacements: units,
      selectedSha256: hash,
    }),
  ),
  selectedSha256: hash,
  check: object({
    unit: text,
    lists: listOf(object({ stratum: nullable(text), command: text, expect: hash })),
    program: text,
  }),
  sha256: hash,
});

/** Untrusted JSON as a record. @returns undefined for anything else */
export function asRecord(value: unknown): DrawRecord | undefined {
  return record(value) ? (value as DrawRecord) : undefined;
}

/** Whether this browser can repeat a draw by this method. */
export function canRepeat({ algorithm }: DrawRecord): boolean {
  return algorithm === 'sha256-ticket-v1';
}

/** The text that the hashes of a stratum begin with. */
export function seedOfStratum({ algorithm, seed }: DrawRecord, name: string | null): string {
  return algorithm === 'sha256-index-v1' && name !== null ? `${seed.text}/${name}` : seed.text;
}
