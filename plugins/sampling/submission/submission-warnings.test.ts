import { expect, it } from 'vitest';
import { submissionWarnings } from './submission-warnings.js';

const design = { designId: 'design-1', status: 'approved', drawn: true };
const active = (projectId: string, change: Partial<typeof design> = {}) =>
  ({ projectId, status: 'active', design: { ...design, ...change } }) as const;

it('asks about active projects whose design nobody approved or drew for', () => {
  expect(
    submissionWarnings([
      active('did:ixo:project/a'),
      active('did:ixo:project/b', { status: 'submitted' }),
      active('did:ixo:project/c', { drawn: false }),
      { projectId: 'did:ixo:project/d', status: 'planned' },
    ]),
  ).toEqual([
    'did:ixo:project/b is active, though its design design-1 is submitted, not approved.',
    'did:ixo:project/c is active, though its design design-1 has no draw.',
  ]);
});

it('asks about projects that can be read as one', () => {
  expect(submissionWarnings([active('did:ixo:project/X1'), active('did:ixo:project/x1')])).toEqual([
    'did:ixo:project/x1 and did:ixo:project/X1 can be read as one project: is it listed twice?',
  ]);
});
