import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { definePlugin, provide, str } from 'oracle-runtime/plugin';
import { Files } from '../vfs/service.js';
import { manifest } from './manifest.js';
import { knowledgeOperations } from './operations/index.js';
import { createDocumentReader } from './readers/document-reader.js';
import { ReadingRoom } from './reading-room.js';
import { ReadCache } from './search/read-cache.js';
import { Knowledge } from './service.js';
import { folderShelf } from './sources/folder-shelf.js';
import { KeepFresh } from './sources/keep-fresh.js';
import { WatchFiles } from './sources/watch-files.js';
import { migrations } from './store/migrations.js';
import type { KnowledgeTables } from './store/tables.js';
import { DocumentIndex } from './text-index/document-index.js';
import { whereItStands } from './where-it-stands.js';

/** Where the notes lie: beside this source, and in what is built beside its entry, one above its chunks. */
const NOTES = ['./notes', './knowledge-notes', '../knowledge-notes'];

export default definePlugin({
  name: 'knowledge',
  version: '1.0.0',
  manifest,
  softDependsOn: ['vfs'],
  env: {
    KNOWLEDGE_DIR: str({
      default: 'knowledge',
      desc: 'Folder of documents that everybody may ask about; looked at where the oracle starts',
    }),
  },
  scopes: { knowledge: 'ask what the documents of this oracle say' },
  migrations,
  setup({ env, clock, logger, signal, database, keys, use }) {
    const files = use(Files);
    const reader = createDocumentReader();
    const index = new DocumentIndex(database.as<KnowledgeTables>(), keys, clock, reader.read);
    const fresh = new KeepFresh({ index, clock, logger, signal, patienceMs: 10_000 });
    const common = [
      folderShelf({ kind: 'documents', prefix: 'knowledge/', folders: [resolve(env.KNOWLEDGE_DIR)] }),
      folderShelf({
        kind: 'notes',
        prefix: 'notes/',
        folders: NOTES.map((place) => fileURLToPath(new URL(place, import.meta.url))),
      }),
    ];
    const room = new ReadingRoom({
      index,
      fresh,
      common,
      texts: new ReadCache(reader.read),
      ...(files !== undefined && {
        own: { files, watch: new WatchFiles({ files, index, fresh, logger, signal, most: 200 }) },
      }),
    });
    return {
      operations: knowledgeOperations(room),
      middleware: [whereItStands(room)],
      services: [
        provide(Knowledge, {
          search: async (principal, query, aborted) =>
            (await room.search(principal, query, aborted)).passages.filter(({ isNear }) => isNear !== true),
        }),
      ],
      async dispose() {
        await reader.dispose();
        await fresh.ended();
      },
      background: [
        {
          name: 'read-documents',
          async run(ending) {
            for (const shelf of common) await fresh.fresh(shelf, ending);
          },
        },
      ],
    };
  },
});
