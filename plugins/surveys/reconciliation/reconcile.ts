import { addTo, asSeen } from 'oracle-runtime/kit';
import type { DropReason, Fieldwork, Reading } from '../../sampling/service.js';

/** What became of the households of a sample, or of a stratum of it. */
interface Tally {
  readonly planned: number;
  /** Of which somebody was met, replaced ones among them: the `reached` of an analysis of these days. */
  readonly reached: number;
  /** With a value. */
  readonly valid: number;
  readonly refused: number;
  /** Without a value for any other reason: not found, moved away, demolished, … */
  readonly lost: number;
  readonly replaced: number;
  readonly neverAsked: number;
}

/** Field work held against the draw. */
export interface Reconciliation extends Tally {
  readonly strata: readonly (Tally & { readonly stratum: string | null })[];
  readonly reasons: Readonly<Partial<Record<DropReason, number>>>;
  /** Households that have more than one value, of one day where visits are repeated. */
  readonly doubles: readonly string[];
  /** Answers of households that were not drawn. */
  readonly notDrawn: readonly string[];
  /** Those of them that are a drawn household's but for capitals, blanks or letters that look alike. */
  readonly writtenOtherwise: readonly { readonly unitId: string; readonly drawn: string }[];
  /** Answers of replacements that nobody called. */
  readonly notCalled: readonly string[];
  readonly neverAskedUnits: readonly string[];
  /** Households that no answer can be had of and that nobody stands in for, with whoever is next in the draw. */
  readonly toReplace: readonly {
    readonly unitId: string;
    readonly stratum: string | null;
    readonly reason: DropReason;
    readonly next: string | null;
  }[];
}

/**
 * What became of each household that was drawn or called: `valid` with a value, `refused` or `lost` by its last reason,
 * `replaced`, or `never asked`. A household that was replaced counts as that and its stand-in for itself.
 * @param repeated whether a household is visited on several days
 */
export function reconcile(
  readings: readonly Reading[],
  { record, called }: Pick<Fieldwork, 'record' | 'called'>,
  wasMet: (reason: DropReason) => boolean,
  repeated = false,
): Reconciliation {
  const answers = new Map<string, Reading[]>();
  for (const reading of readings) addTo(answers, reading.unitId, reading);
  const replaced = new Map(called.map(({ unitId, reason }) => [unitId, reason]));
  const standIns = new Set(called.map(({ by }) => by));
  const drawn = new Set<string>();
  const reasons: Partial<Record<DropReason, number>> = {};
  const neverAskedUnits: string[] = [];
  const toReplace: Reconciliation['toReplace'][number][] = [];
  const doubles: string[] = [];
  const notCalled: string[] = [];
  const strata = record.strata.map(({ name: stratum, selected, replacements }) => {
    const waiting = replacements.filter(({ id }) => !standIns.has(id));
    const units = [...selected, ...replacements.filter(({ id }) => standIns.has(id))].map(({ id }) => id);
    for (const { id } of waiting) {
      drawn.add(id);
      if (answers.has(id)) notCalled.push(id);
    }
    const tally = {
      planned: selected.length,
      reached: 0,
      valid: 0,
      refused: 0,
      lost: 0,
      replaced: 0,
      neverAsked: 0,
    };
    let next = 0;
    for (const unitId of units) {
      drawn.add(unitId);
      const own = answers.get(unitId) ?? [];
      if (isDouble(own, repeated)) doubles.push(unitId);
      const stoodIn = replaced.get(unitId);
      const isValid = stoodIn === undefined && own.some(({ value }) => value !== null);
      const reason = reasonOf(own);
      const lostBy = reason ?? stoodIn;
      if (isValid || (lostBy !== undefined && wasMet(lostBy))) tally.reached += 1;
      if (stoodIn !== undefined) tally.replaced += 1;
      else if (isValid) tally.valid += 1;
      else if (reason === undefined) {
        tally.neverAsked += 1;
        neverAskedUnits.push(unitId);
      } else {
        tally[reason === 'refused' ? 'refused' : 'lost'] += 1;
        reasons[reason] = (reasons[reason] ?? 0) + 1;
        toReplace.push({ unitId, stratum, reason, next: waiting[next++]?.id ?? null });
      }
    }
    return { stratum, ...tally };
  });
  const notDrawn = [...answers.keys()].filter((unitId) => !drawn.has(unitId));
  const seen = new Map(notDrawn.length === 0 ? [] : [...drawn].map((id) => [asSeen(id), id]));
  const sum = (part: keyof Tally) => strata.reduce((total, each) => total + each[part], 0);
  return {
    planned: sum('planned'),
    reached: sum('reached'),
    valid: sum('valid'),
    refused: sum('refused'),
    lost: sum('lost'),
    replaced: sum('replaced'),
    neverAsked: sum('neverAsked'),
    strata,
    reasons,
    doubles,
    notDrawn,
    writtenOtherwise: notDrawn.flatMap((unitId) => {
      const id = seen.get(asSeen(unitId));
      return id === undefined ? [] : [{ unitId, drawn: id }];
    }),
    notCalled,
    neverAskedUnits,
    toReplace,
  };
}

/** The last reason for having no value; undefined without any answer. */
function reasonOf(own: readonly Reading[]): DropReason | undefined {
  const last = own.at(-1);
  return last && (last.reason ?? 'other');
}

function isDouble(own: readonly Reading[], repeated: boolean): boolean {
  const days = own.filter(({ value }) => value !== null).map(({ date }) => date);
  return repeated ? new Set(days).size < days.length : days.length > 1;
}
