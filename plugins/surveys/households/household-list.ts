import { csvField } from 'oracle-runtime/kit';
import type { Fieldwork } from '../../sampling/service.js';

/** A household that is to be visited. */
export interface Visit {
  readonly unitId: string;
  readonly stratum: string | null;
  /** Place in the draw of its stratum, from 1; replacements go on counting. */
  readonly order: number;
  /** The household that it stands in for. */
  readonly standsInFor?: string;
  /** Whose list it stands in; undefined where nobody was named. */
  readonly enumerator?: string;
}

/**
 * Whom to visit, in the order of the draw: what was drawn and not replaced, and the replacements that were called. Shared out
 * in turns within each stratum; a replacement is visited by whoever had the household that it stands in for.
 */
export function visitsOf(
  { record, called }: Pick<Fieldwork, 'record' | 'called'>,
  enumerators: readonly string[] = [],
): Visit[] {
  const standIn = new Map(called.map(({ unitId, by }) => [unitId, by]));
  let turn = 0;
  return record.strata.flatMap(({ name: stratum, selected, replacements }) => {
    const orders = new Map([...selected, ...replacements].map(({ id, order }) => [id, order]));
    return selected.map(({ id }): Visit => {
      const enumerator = enumerators[turn++ % Math.max(enumerators.length, 1)];
      let unitId = id;
      // A replacement can be lost as well, and then has one of its own.
      for (let next = standIn.get(unitId); next !== undefined; next = standIn.get(unitId)) unitId = next;
      return {
        unitId,
        stratum,
        order: orders.get(unitId) ?? 0,
        ...(unitId !== id && { standsInFor: id }),
        ...(enumerator !== undefined && { enumerator }),
      };
    });
  });
}

/**
 * The list as the form reads it: `name` is what is stored, `label` what is shown. Codes stand in it letter by letter, also
 * those that a spreadsheet would take for formulas: a phone looks them up.
 */
export function householdsCsv(visits: readonly Visit[], codeOf: (enumerator: string) => string): string {
  const rows = visits.map(({ unitId, stratum, order, standsInFor, enumerator }) => [
    unitId,
    [unitId, stratum, standsInFor === undefined ? undefined : `→ ${standsInFor}`]
      .filter((part) => part !== undefined && part !== null)
      .join(' · '),
    stratum ?? '',
    enumerator === undefined ? '' : codeOf(enumerator),
    String(order),
  ]);
  return [['name', 'label', 'stratum', 'enumerator', 'order'], ...rows]
    .map((row) => `${row.map(csvField).join(',')}\n`)
    .join('');
}

/** What a form finds in a column of the list, in the row of a household; nothing where there is no such row. */
export function cellOf(
  visit: Visit | undefined,
  column: string,
  codeOf: (enumerator: string) => string,
): string {
  if (visit === undefined) return '';
  if (column === 'stratum') return visit.stratum ?? '';
  if (column === 'enumerator') return visit.enumerator === undefined ? '' : codeOf(visit.enumerator);
  return column === 'order' ? String(visit.order) : visit.unitId;
}
