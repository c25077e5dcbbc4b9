import { describe, expect, it } from 'vitest';
import { wasMet } from '../../sampling/library.js';
import type { Fieldwork, Reading } from '../../sampling/service.js';
import { visitsOf } from '../households/household-list.js';
import { reconcile as reconciled } from './reconcile.js';

/** Two strata; what matters of a draw. */
function workOf(called: Fieldwork['called'] = []): Pick<Fieldwork, 'record' | 'called'> {
  const units = (ids: readonly string[], from = 1) => ids.map((id, at) => ({ id, order: from + at }));
  const strata = [
    { name: 'north', selected: units(['N1', 'N2', 'N3']), replacements: units(['N4', 'N5', 'N6'], 4) },
    { name: 'south', selected: units(['S1', 'S2']), replacements: units(['S3'], 3) },
  ];
  return { record: { strata } as unknown as Fieldwork['record'], called };
}

const reconcile = (readings: readonly Reading[], work: ReturnType<typeof workOf>, repeated = false) =>
  reconciled(readings, work, wasMet, repeated);
const date = '2026-03-01';
const value = (unitId: string, day = date): Reading => ({ unitId, date: day, value: 5 });
const lost = (unitId: string, reason: NonNullable<Reading['reason']>): Reading => ({
  unitId,
  date,
  value: null,
  reason,
});

describe('field work held against a draw', () => {
  it('counts each household once, by stratum and as a whole', () => {
    const found = reconcile([value('N1'), lost('N2', 'refused'), lost('S1', 'moved away')], workOf());
    expect(found).toMatchObject({
      planned: 5,
      reached: 2,
      valid: 1,
      refused: 1,
      lost: 1,
      replaced: 0,
      neverAsked: 2,
    });
    expect(found.strata).toMatchObject([
      { stratum: 'north', planned: 3, reached: 2, valid: 1, refused: 1, neverAsked: 1 },
      { stratum: 'south', planned: 2, lost: 1, neverAsked: 1 },
    ]);
    expect(found.neverAskedUnits).toEqual(['N3', 'S2']);
    expect(found.reasons).toEqual({ refused: 1, 'moved away': 1 });
  });

  it('says who is next for whom, in the order of the draw, and when nobody is left', () => {
    const found = reconcile(
      [lost('N1', 'refused'), lost('N2', 'refused'), lost('S1', 'demolished'), lost('S2', 'refused')],
      workOf([{ unitId: 'N3', by: 'N4', reason: 'moved away' }]),
    );
    expect(found.toReplace.map(({ unitId, next }) => [unitId, next])).toEqual([
      ['N1', 'N5'],
      ['N2', 'N6'],
      ['S1', 'S3'],
      ['S2', null],
    ]);
    expect(found.replaced).toBe(1);
  });

  it('follows a replacement that was replaced itself', () => {
    const work = workOf([
      { unitId: 'N1', by: 'N4', reason: 'moved away' },
      { unitId: 'N4', by: 'N5', reason: 'moved away' },
    ]);
    const found = reconcile([value('N5')], work);
    expect(found).toMatchObject({ reached: 1, replaced: 2, neverAsked: 4 });
    expect(visitsOf(work).map(({ unitId, standsInFor }) => [unitId, standsInFor])).toEqual([
      ['N5', 'N1'],
      ['N2', undefined],
      ['N3', undefined],
      ['S1', undefined],
      ['S2', undefined],
    ]);
  });

  it('counts as reached also who was replaced and met, by the answers or by the words of the call', () => {
    const work = workOf([
      { unitId: 'N1', by: 'N4', reason: 'refused' },
      { unitId: 'N2', by: 'N5', reason: 'other' },
      { unitId: 'S1', by: 'S3', reason: 'not found' },
    ]);
    const found = reconcile([lost('N2', 'demolished'), value('S3')], work);
    expect(found).toMatchObject({ reached: 2, valid: 1, replaced: 3, lost: 0 });
  });

  it('names doubles, households that were not drawn and replacements that nobody called', () => {
    const found = reconcile([value('N1'), value('N1', '2026-03-02'), value('X9'), value('N6')], workOf());
    expect(found).toMatchObject({ doubles: ['N1'], notDrawn: ['X9'], notCalled: ['N6'], reached: 1 });
  });

  it('says of whom an answer is that only writes its household otherwise', () => {
    const found = reconcile([value('n1'), value('N 2'), value('X9')], workOf());
    expect(found).toMatchObject({ reached: 0, notDrawn: ['n1', 'N 2', 'X9'] });
    expect(found.writtenOtherwise[0]).toEqual({ unitId: 'n1', drawn: 'N1' });
  });

  it('takes several days of one household for no doubles where visits are repeated', () => {
    const days = [value('N1'), value('N1', '2026-03-02')];
    expect(reconcile(days, workOf(), true).doubles).toEqual([]);
    expect(reconcile([...days, value('N1')], workOf(), true).doubles).toEqual(['N1']);
  });

  it('takes no answers at all for a sample that nobody was asked of', () => {
    expect(reconcile([], workOf())).toMatchObject({ planned: 5, neverAsked: 5, toReplace: [] });
  });
});
