import { definePlugin } from 'oracle-runtime/plugin';
import { startTestOracle, type TestOracle } from 'oracle-runtime/testing';
import { publicRoutes } from '../public/routes.js';
import { DatabaseVersion } from '../store/database-version.js';
import type { ArchiveLimits } from '../zip/send-folder-zip.js';
import { openTestFiles, type TestFiles, type TestFilesOptions } from './open-test-files.js';

export interface PublicSite {
  readonly files: TestFiles;
  readonly oracle: TestOracle;
  /** `fetch` on a path of the site. */
  get(path: string, headers?: Readonly<Record<string, string>>, method?: 'GET' | 'HEAD'): Promise<Response>;
  /** What each anonymous read was logged as, in order. */
  reads(): readonly Readonly<Record<string, unknown>>[];
  close(): Promise<void>;
}

export interface PublicSiteOptions extends TestFilesOptions {
  readonly archiveLimits?: ArchiveLimits;
}

/** The anonymous routes on a real socket over a real file system. */
export async function servePublic(options: PublicSiteOptions = {}): Promise<PublicSite> {
  const files = await openTestFiles(options);
  const archiveLimits = options.archiveLimits ?? { maxFiles: 20_000, maxBytes: 50 * 1024 ** 3 };
  const plugin = definePlugin({
    name: 'public-files',
    version: '1.0.0',
    manifest: {
      title: 'Public files',
      summary: 'Serves what was published.',
      whenToUse: ['never: it has no tools'],
      loading: 'silent',
    },
    setup: ({ logger }) => ({
      routes: publicRoutes({
        store: files.vfs.files,
        database: new DatabaseVersion(files.db),
        logger,
        archiveLimits,
      }),
    }),
  });
  const oracle = await startTestOracle({ plugins: [plugin] });
  return {
    files,
    oracle,
    get: (path, headers = {}, method = 'GET') => fetch(oracle.url + path, { method, headers }),
    reads: () => oracle.logs.filter(({ message }) => message === 'public read').map(({ fields }) => fields),
    async close() {
      await oracle.close();
      await files.close();
    },
  };
}
