/** A decision about a submission of field work: whether it counts, against or with what was found of it. */
export interface JudgedEntry {
  readonly kind: 'judged';
  readonly submissionId: string;
  /** SHA-256 of the document as it was sent. */
  readonly submissionSha256: string;
  readonly unitId: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** In the digits of JavaScript; null where nothing was measured. */
  readonly value: string | null;
  readonly verdict: 'counts' | 'left out';
  /** What was found of it on arrival. */
  readonly findings: readonly string[];
  readonly reason: string;
  /** On whose phone it was changed and sent again; absent where a person decided. */
  readonly changedBy?: string;
}

/** Submissions of which a person decided alike. */
export interface JudgedPart {
  readonly submissions: number;
  readonly units: number;
  /** The first of them. */
  readonly examples: readonly string[];
  /** Those with a value, and the mean of these in the digits of JavaScript; null for none. */
  readonly values: number;
  readonly mean: string | null;
  /** The first of the reasons, each once, and how many there are. */
  readonly reasons: readonly string[];
  readonly differentReasons: number;
}

/** Units of which others count than were ruled out, with the mean of their values. */
export interface InTheirPlace {
  readonly units: number;
  readonly mean: string | null;
}

/** Second answers that do not count, with their mean and that of the answers that do, of the same units. */
export interface SecondAnswers {
  readonly units: number;
  readonly examples: readonly string[];
  readonly mean: string;
  readonly counted: string;
  /** Units with a value that counts. */
  readonly of: number;
}

/** What became of submissions that are behind an analysis, where it is not what came in. */
export interface JudgedSubmissions {
  /** Ruled out by a person; null for none. */
  readonly leftOut: (JudgedPart & { readonly inPlace: InTheirPlace | null }) | null;
  /** Changed on a phone and sent again, so that another one is in its place; null for none, absent from entries of before. */
  readonly edited?: (JudgedPart & { readonly inPlace: InTheirPlace | null }) | null;
  /** Counted by a person's word, against what was found of them; null for none. */
  readonly counted: JudgedPart | null;
  /** Left out by what was found of them alone, where nothing else of the unit counts; null for none. */
  readonly unheard: {
    readonly units: number;
    readonly examples: readonly string[];
    readonly findings: readonly string[];
    /** Of their values; null of none, absent from entries of before. */
    readonly mean?: string | null;
  } | null;
  /** Second answers of units of which another one counts; null for none, absent from entries of before. */
  readonly doubles?: SecondAnswers | null;
  /** Those that say of themselves that they take the place of one that never came, and count; the same. */
  readonly editsOfNothing?: Omit<JudgedPart, 'reasons' | 'differentReasons'> | null;
  /** Those whose times no visits have, and count, with the mean of the others; the same. */
  readonly clock?:
    | (Omit<JudgedPart, 'reasons' | 'differentReasons'> & {
        readonly findings: readonly string[];
        readonly others: string | null;
      })
    | null;
  /** Values of other forms of the design, which this analysis does not have; null for none. */
  readonly otherForms: { readonly forms: number; readonly units: number; readonly values: number } | null;
}
