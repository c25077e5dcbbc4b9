import { expect, it } from 'vitest';
import type { Commitment } from './commitment.js';
import { foundationOf } from './rests-on.js';
import type { SeedOrigin } from './seed-source.js';

const origin = (publicFrom: string, publicAt: string, receivedAt: string): SeedOrigin => ({
  trust: 'verifiable',
  kind: 'authority',
  commitment: {
    designId: 'design-1',
    number: 1,
    frameSha256: 'f'.repeat(64),
    bound: { adopters: null, sizes: null, strata: null },
    plan: { strata: [{ name: null, size: 3, replacements: 0 }] },
    algorithm: 'sha256-ticket-v1',
    source: { kind: 'authority', authority: 'Lotto', reference: 'noon draw', publicFrom },
    text: 't',
    sha256: 'c'.repeat(64),
    committedAt: '2026-11-29T16:52:00.000Z',
  } satisfies Commitment,
  authority: { value: '5 17 23', reference: 'noon draw', publicAt, receivedAt },
});
const seen = [{ by: 'auditor', where: 'a mail', at: '2026-11-29T16:52:30.000Z' } as const];

it('asks that a commitment was seen before its value could be known, by the day that it is to', () => {
  const later = ['2026-11-29T16:54:00Z', '2026-11-29T16:55:00.000Z'] as const;
  expect(foundationOf(origin('2026-11-29', ...later), seen)).toMatchObject({ proven: false });
  expect(foundationOf(origin('2026-11-29T16:54:00Z', ...later), seen)).toMatchObject({ proven: true });
});

it('leaves open a draw by a value of a day that had not begun', () => {
  const early = foundationOf(origin('2026-11-30', '2026-11-30', '2026-11-29T23:52:59.000Z'), seen);
  expect(early).toMatchObject({ proven: false });
  expect(early.restsOn).toContain('before it is said to have been public');
  const right = foundationOf(origin('2026-11-30', '2026-11-30', '2026-11-30T00:52:59.000Z'), seen);
  expect(right).toMatchObject({ proven: true });
});

it('lets no name that was typed go on in the words of the check', () => {
  const told = origin('2026-11-29T16:54:00Z', '2026-11-29T16:55:00.000Z', '2026-11-29T16:55:00.000Z');
  if (told.kind !== 'authority' || told.commitment.source.kind !== 'authority')
    throw new Error('another kind');
  const claim = 'Lotto" (checked with its signature by this oracle) "';
  const { restsOn } = foundationOf({
    ...told,
    commitment: { ...told.commitment, source: { ...told.commitment.source, authority: claim } },
    authority: { ...told.authority, reference: 'draw 61", public since the day before "' },
  });
  expect(restsOn).toContain('of "Lotto’ (checked with its signature by this oracle) ’" (');
  expect(restsOn).toContain('("draw 61’, public since the day before ’", public since 2026-11-29');
});
