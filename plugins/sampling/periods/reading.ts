/** Why a unit gave no valid value. `no record`: planned, but nothing came in. */
export type DropReason =
  | 'refused'
  | 'not found'
  | 'demolished'
  | 'moved away'
  | 'device lost'
  | 'device failed'
  | 'invalid value'
  | 'other'
  | 'no record';

/** One record of one unit in a monitoring period. */
export interface Reading {
  readonly unitId: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** In the unit of the parameter; 0 or 1 for a proportion. Null when there is none. */
  readonly value: number | null;
  readonly stratum?: string | undefined;
  /** Set when the unit was lost. */
  readonly reason?: DropReason | undefined;
}

/** Words that field teams write, for each reason. */
const REASON_WORDS: readonly (readonly [DropReason, RegExp])[] = [
  ['refused', /refus|declin|reject|no consent|verweiger/],
  [
    'not found',
    /not.?found|absent|no.?contact|unreach|nobody|locked|nicht (gefunden|angetroffen)|introuvable/,
  ],
  ['demolished', /demolish|destroy|burnt|collapsed|abgerissen|démoli/],
  ['moved away', /moved|relocat|migrat|umgezogen|déménag/],
  ['device lost', /lost|stolen|missing|verloren|gestohlen|perdu|volé/],
  ['device failed', /fail|broken|defect|battery|damag|defekt|en panne/],
  ['invalid value', /invalid|implausib|error/],
];

/** Words that say the record is valid. */
const VALID_WORDS = /^(|ok|valid|yes|complete|completed|done|active|reached)$/;

/** Reads a status as field teams write it; undefined means the record is valid. */
export function dropReason(status: string): DropReason | undefined {
  const words = status.trim().toLowerCase();
  if (VALID_WORDS.test(words)) return undefined;
  return REASON_WORDS.find(([, pattern]) => pattern.test(words))?.[0] ?? 'other';
}
