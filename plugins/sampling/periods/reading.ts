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
  /** Set where the words beside a value say that there is none. */
  readonly despite?: DropReason | undefined;
  /** Set where the program of its form says that somebody changed it after it came in. */
  readonly edited?: true | undefined;
  /** Set where that program says that it came in before its own day. */
  readonly sentBefore?: true | undefined;
  /** Set where it is held against a draw and its unit neither was drawn nor called: it is kept and counts nowhere. */
  readonly notDrawn?: true | undefined;
  /** Set where its unit was replaced and whoever stands in for it has a value of these days: it is kept and counts nowhere. */
  readonly stoodIn?: true | undefined;
}

/** Reasons for which nobody of the unit was met. */
const NOBODY_MET: ReadonlySet<DropReason> = new Set(['not found', 'moved away', 'demolished', 'no record']);

/** Whether somebody of a unit that was lost for this reason was met: who refused was, who moved away was not. */
export function wasMet(reason: DropReason): boolean {
  return !NOBODY_MET.has(reason);
}

/** Whether a reading counts: every figure, share and mark of a period is of these alone. */
export function isOfDraw({ notDrawn, stoodIn }: Reading): boolean {
  return notDrawn !== true && stoodIn !== true;
}

/** Words that field teams write, for each reason. */
const REASON_WORDS: readonly (readonly [DropReason, RegExp])[] = [
  ['refused', /refus|declin|no consent|verweiger|rehus|rechaz|neg[oó] a|recus|amekataa|alikataa/],
  [
    'not found',
    /not.?(?:found|(?:at )?home)|absent|no.?contact|unreach|nobody|locked|no.?answer|nicht (?:gefunden|angetroffen|erreicht)|introuvable|(?:non|pas) (?:trouv|rencontr|là)|ausente|no (?:encontrad|est[aá]|hab[ií]a)|n[aã]o encontrad|hayupo|hakupatikana|hawakuwepo/,
  ],
  [
    'demolished',
    /demolish|destroy|burnt|collapsed|abgerissen|zerst[oö]rt|démoli|détruit|demolid|derrib|imebomolewa/,
  ],
  ['moved away', /moved|relocat|migrat|umgezogen|weggezogen|déménag|se mud|mudou|amehama|walihama/],
  ['device lost', /lost|stolen|missing|verloren|gestohlen|perdu|volé|perdid|robad|roubad|imepotea|imeibiwa/],
  [
    'device failed',
    /fail|broke|defect|battery|damag|defekt|kaputt|en panne|cassé|averiad|descompuest|quebrad|estragad|imeharibika/,
  ],
  ['invalid value', /invalid|implausib|error|ungültig|inválid|invalide/],
  ['other', /^other\b|^sonstig|^autre|^otro|^outro|^nyingine/],
];

/** Words that say the record is valid. */
const VALID_WORDS =
  /^(?:|ok|okay|valid|yes|complete|completed|done|active|reached|present|measured|surveyed|interviewed|visited|in use|used|fertig|erledigt|erreicht|gültig|vollständig|terminé|fait|complet|valide|oui|completo|completado|hecho|válido|sí|si|concluído|feito|sim|imekamilika|tayari|ndiyo|sawa(?: ?sawa)?|nzuri|ja)$/;

/**
 * Reads a status as field teams write it.
 * @returns why the unit was lost, `valid` when the words say that it was not, undefined when they are not understood
 */
export function readStatus(status: string): DropReason | 'valid' | undefined {
  const words = status.normalize('NFC').trim().toLowerCase().replaceAll('_', ' ');
  if (VALID_WORDS.test(words)) return 'valid';
  if (/^(?:not|no|never|kein|nicht|pas|non) (?:refus|los|brok|damag|mov|demol|destroy)/.test(words))
    return undefined;
  return REASON_WORDS.find(([, pattern]) => pattern.test(words))?.[0];
}

/** The words with which a replacement was called, as one of the reasons that are counted. */
export function reasonOfCall(words: string): DropReason {
  const read = readStatus(words);
  return read === undefined || read === 'valid' ? 'other' : read;
}
