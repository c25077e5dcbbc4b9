import { Readable } from 'node:stream';
import { testStorage } from 'oracle-runtime/testing';
import { expect, it } from 'vitest';
import { migrations } from '../store/migrations.js';
import { registriesOfList } from '../store/registry-files.js';
import type { SamplingTables } from '../store/tables.js';
import { readFilesOfBefore } from './files-of-before.js';
import type { SamplingService } from './sampling-service.js';

it('registries of an older database are one list where their files are the same', async () => {
  const { '009-files-of-registries': last, ...earlier } = migrations;
  const clock = { now: () => 0 };
  const { database, close } = await testStorage({ plugin: 'sampling', migrations: earlier, clock });
  const db = database.as<SamplingTables>();
  const files = { a: 'id,meter\n1,2\n', b: 'id,meter\n1,2\n', c: 'id,meter\n3,4\n', d: 'id\n1\n' };
  const documents = new Map(
    Object.entries(files).map(([id, text]) => [
      `registry-${id}`,
      { blob: id, bytes: text.length, inspection: { sha256: id === 'd' ? 'of-a' : `of-${id}` } },
    ]),
  );
  for (const [id, document] of documents)
    await db
      .insertInto('sampling_registries')
      .values({
        id,
        owner: 'alice',
        name: id,
        origin: null,
        created_at: '2024-01-01T00:00:00Z',
        document: JSON.stringify(document),
      })
      .execute();
  await last?.up(db as never);
  // By their ids, before anybody has read their files.
  expect(await registriesOfList(db, 'registry-a')).toEqual(['registry-a', 'registry-d']);
  const service = {
    db,
    blobs: { get: async (key: keyof typeof files) => Readable.from([Buffer.from(files[key])]) },
    registries: { ofAnybody: async (id: string) => ({ document: documents.get(id) }) },
  };
  await readFilesOfBefore(service as unknown as SamplingService, 'registry-a');
  expect((await registriesOfList(db, 'registry-a')).sort()).toEqual([
    'registry-a',
    'registry-b',
    'registry-d',
  ]);
  await close();
});
