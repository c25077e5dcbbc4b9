import type { RepeatedUnits } from '../registry/repeated-rows.js';
import type { MistypedIds } from '../registry/twin-ids.js';
import type { HardlyDrawn } from '../selection/hardly-drawn.js';

/** Whether a later draw keeps the households of the one before, takes others, or nobody said. */
export type PanelChoice = 'kept' | 'fresh' | 'unsaid';

/** How a draw of a design relates to the one before it. */
export interface Panel {
  readonly choice: PanelChoice;
  /** The draw before. */
  readonly selectionId: string;
  /** Units that both drew. */
  readonly same: number;
}

/** Draws and commitments on the same units that are not of this design's line, whoever made them. */
export interface OtherDraws {
  readonly designs: number;
  /** Of these, those of this design's owner. */
  readonly sameOwner: number;
  /** Draws that were made for no design. */
  readonly withoutDesign: number;
  /** Units of this frame whose ids the nearest of the others has too; null when only whole frames were compared. */
  readonly units: number | null;
  /** Whether they were counted; otherwise they are estimated from a random part of both frames. */
  readonly exact: boolean;
  /** Day of the first of them. */
  readonly since: string;
}

/** Draws and commitments of other designs of the same project, on units whose ids are none of these. */
export interface RenamedUnits {
  readonly designs: number;
  /** Of these, those of this design's owner. */
  readonly sameOwner: number;
  /** Day of the first of them. */
  readonly since: string;
}

/** Other designs of a project, or of as many units where there is none, that plan another sample. */
export interface SisterDesigns {
  readonly of: 'project' | 'population';
  readonly designs: number;
  /** Of these, those of this design's owner. */
  readonly sameOwner: number;
  /** Units that they plan to draw. */
  readonly units: { readonly least: number; readonly most: number };
  /** Relative precision that they are for, such as `10.00%`. */
  readonly precision: { readonly least: string; readonly most: string };
  /** Day of the first of them. */
  readonly since: string;
}

/** Other draws of this oracle by the same value of an authority. */
export interface SameValue {
  readonly draws: number;
  readonly sameOwner: number;
  /** Of these, those before the commitment of this one. */
  readonly known: number;
  /** Day of the first of them. */
  readonly since: string;
}

/** What an authority said, and what this oracle knows of it besides: of draws of the same owner or project. */
export interface ValueTold {
  readonly value: string;
  /** Where it can be found. */
  readonly reference: string;
  /** Draws by another value of the same digits. */
  readonly sameDigits: number;
  /** Draws by a value that this one is with a number more or less; absent from entries of before. */
  readonly sameNumbers?: number;
  /** Draws by another value that is said to stand in the same place. */
  readonly sameReference: number;
  /** The first of these draws; absent from entries of before. */
  readonly atReference?: readonly string[];
}

/** A draw that gives fewer units than its design plans. */
export interface Shortfall {
  /** Null for the whole sample. */
  readonly stratum: string | null;
  readonly drawn: number;
  readonly planned: number;
}

/** Units of one stratum, as the registry has them and as the design says. */
export interface StratumShare {
  readonly stratum: string;
  readonly registry: number;
  readonly design: number;
}

/** Units of the registry that was drawn from, and those that the design says. */
export interface OtherPopulations {
  readonly registry: number;
  readonly design: number;
  /** Null where the shares of the strata are the same, or there are none. */
  readonly strata: readonly StratumShare[] | null;
  /** A total that was stated, where the registry has another. */
  readonly stated?: number;
}

/** Units with values in analyses of a design, that the registry of a later draw does not have. Means in four digits. */
export interface GoneUnits {
  /** The design that was analysed. */
  readonly designId: string;
  /** Units that its registry has and the one of this draw does not; null where nobody compared them. */
  readonly registry: { readonly units: number; readonly of: number } | null;
  /** Units with values that are gone, the first of them, and all with values. */
  readonly units: number;
  readonly examples: readonly string[];
  readonly of: number;
  readonly mean: string;
  readonly others: string;
  /** Whether chance may make the difference of both means. */
  readonly byChance: boolean;
}

/** A draw as a trail knows it. */
export interface DrawnEntry {
  readonly kind: 'drawn';
  readonly selectionId: string;
  /** Which draw of this design, from 1; draws of the designs that it recalculates count. */
  readonly draw: number;
  readonly recordSha256: string;
  readonly frameSha256: string;
  readonly selectedSha256: string;
  readonly seed: string;
  readonly commitmentId: string | null;
  /** When the value of an authority became public, as whoever drew says; null where nobody does. */
  readonly valuePublicAt?: string | null;
  /** Numbers and codes of the value, where they are several and the commitment does not say how many; absent from entries of before. */
  readonly openParts?: number | null;
  readonly sameValue?: SameValue | null;
  readonly valueTold?: ValueTold | null;
  /** Null for the first draw. */
  readonly panel: Panel | null;
  readonly reason: string | null;
  /** Units of the registry. */
  readonly frameSize?: number;
  /** Units that the design is of, where the registry has more or fewer. */
  readonly designPopulation?: number | null;
  readonly shortfalls?: readonly Shortfall[];
  /** Units of the whole sample, where the draw gives more than the design plans; null where it does not. */
  readonly surplus?: { readonly drawn: number; readonly planned: number } | null;
  /** Strata of the design, where the draw takes the registry as one whole; null where it does not. */
  readonly strataLeftOut?: number | null;
  /** Units of the design's strata, where the registry that was drawn from has them in other shares; null where it has not. */
  readonly otherShares?: readonly StratumShare[] | null;
  /** SHA-256 of the strata of the registry, by name with size and hash each, as canonical JSON; null without strata. */
  readonly strataSha256?: string | null;
  /** SHA-256 of the sizes that the draw went by, as a commitment binds them; null where it is not by size. */
  readonly sizesSha256?: string | null;
  /** Units that adopted, where hardly any other is in the registry; null where others are, or nobody says. */
  readonly adopters?: { readonly units: number; readonly of: number } | null;
  /** Units that their sizes leave hardly any chance; null where they are few, and where the draw is not by size. */
  readonly hardlyDrawn?: HardlyDrawn | null;
  /** Ids of the registry that differ from others only in what looks like them; null where there are none. */
  readonly mistyped?: MistypedIds | null;
  /** Rows of the registry that repeat another one but for the id; the same. */
  readonly repeated?: RepeatedUnits | null;
  /** Units that were measured before and are not in the registry; absent from entries of before. */
  readonly gone?: readonly GoneUnits[];
  /** Designs outside of this one's line that were drawn from or committed to the same units. */
  readonly otherDesigns: number;
  readonly others?: OtherDraws | null;
  readonly renamed?: RenamedUnits | null;
  readonly sisters?: SisterDesigns | null;
}
