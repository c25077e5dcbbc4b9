import { testStorage } from 'oracle-runtime/testing';
import { expect, it } from 'vitest';
import { migrations } from './migrations.js';
import type { SamplingTables } from './tables.js';
import { usesWithinValue } from './used-values.js';

it('an older database learns which values its draws were by, whichever version it is of', async () => {
  const [told, digits] = ['008-values-as-told', '007-digits-of-values'];
  const { [told]: last, [digits]: before, ...earlier } = migrations;
  const { database, close } = await testStorage({
    plugin: 'sampling',
    migrations: earlier,
    clock: { now: () => 0 },
  });
  const db = database.as<SamplingTables>();
  const origin = {
    kind: 'authority',
    commitment: { source: { kind: 'authority', authority: 'Lottery' } },
    authority: { value: '19 12 3 44 81', reference: 'Draw 61' },
  };
  const record = { designId: 'design-1', projectId: 'did:ixo:project/v', seed: { origin } };
  await db
    .insertInto('sampling_selections')
    .values({
      id: 'selection-1',
      owner: 'alice',
      registry_id: 'registry-1',
      design_id: 'design-1',
      created_at: '2024-01-01T00:00:00Z',
      document: JSON.stringify({ registryId: 'registry-1', record }),
    } as never)
    .execute();
  await before?.up(db as never);
  await last?.up(db as never);
  const bonus = { authority: 'Lottery', value: '19 12 3 44 81 bonus 9', reference: 'Draw sixty-one' };
  const of = (owner: string, projectId: string | null, line: string[]) =>
    usesWithinValue(db, bonus, { owner, projectId, line }).then((uses) => uses.length);
  expect(await of('alice', null, ['design-2'])).toBe(1);
  expect(await of('bob', 'did:ixo:project/V', ['design-2'])).toBe(1);
  expect(await of('bob', null, ['design-1'])).toBe(1);
  expect(await of('bob', null, ['design-2'])).toBe(0);
  await close();
});
