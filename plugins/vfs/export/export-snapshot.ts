import { crc32 } from 'node:zlib';
import { ArchiveBuilder, type ArchiveEntry, addTo, nextTurn, sha256Hex, Turns } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import type { Namespace } from '../paths/namespace.js';
import { ROOT } from '../paths/namespace-path.js';
import { versionOf } from '../store/rows.js';
import type { BlobRef, FileRow, VersionRow } from '../types.js';
import type { Vfs } from '../vfs.js';
import { archiveContents, type EntryContent } from '../zip/archive-contents.js';
import { type FolderSnapshot, unpinEach } from '../zip/folder-snapshot.js';
import type { ArchiveLimits } from '../zip/send-folder-zip.js';
import { describeExported, type ExportedFile, entryName, MANIFEST, manifestOf } from './export-manifest.js';

/** Files of one turn: each may have many versions. */
const PAGE = 50;

/** A version as an entry of the archive. */
interface Exported {
  readonly entry: ArchiveEntry;
  readonly blob: BlobRef;
}

/** What was read of a namespace. */
interface Collected {
  readonly current: Exported[];
  /** By their number, for older ones stand in the archive so; each list in the order of the paths. */
  readonly older: Map<number, Exported[]>;
  readonly described: string[];
  /** Milliseconds since the epoch: the last change. */
  changedAt: number;
  versions: number;
  bytes: number;
  readonly pins: (() => void)[];
}

/**
 * All active files of a namespace with all their versions as an archive: `files/…`, `manifest.json` and `versions/<n>/…`.
 * Release it when it has been sent.
 * @throws OracleError `payload_too_large` over the limits
 */
export async function takeExport(
  vfs: Pick<Vfs, 'db' | 'files'>,
  namespace: Namespace,
  limits: ArchiveLimits,
): Promise<FolderSnapshot> {
  const place = { namespace, path: ROOT };
  const collected = await vfs.files.readWhole(place, () => collect(vfs, namespace, limits), release);
  const { current, older, described, changedAt } = collected;
  const manifest = manifestOf(namespace, described);
  const builder = new ArchiveBuilder();
  const contents: EntryContent[] = [];
  const add = ({ entry, blob }: { readonly entry: ArchiveEntry; readonly blob: EntryContent }) => {
    builder.add(entry);
    contents.push(blob);
  };
  const turns = new Turns();
  const addAll = async (listed: readonly Exported[]) => {
    for (const exported of listed) {
      add(exported);
      await turns.others();
    }
  };
  await addAll(current);
  add({ entry: entryOf(MANIFEST, manifest, changedAt), blob: manifest });
  const numbers = [...older.keys()].map(String).sort();
  for (const number of numbers) await addAll(older.get(Number(number)) ?? []);
  return {
    layout: builder.finish(),
    contents: archiveContents(vfs.files, contents),
    release: () => release(collected),
  };
}

async function collect(
  vfs: Pick<Vfs, 'db' | 'files'>,
  namespace: Namespace,
  limits: ArchiveLimits,
): Promise<Collected> {
  const collected: Collected = {
    current: [],
    older: new Map(),
    described: [],
    changedAt: 0,
    versions: 0,
    bytes: 0,
    pins: [],
  };
  const all = { namespace, path: ROOT, view: 'flat', revealed: [ROOT], limit: PAGE } as const;
  try {
    for (let after: string | undefined; ; await nextTurn()) {
      const files = await vfs.files.listFiles({ ...all, ...(after === undefined ? {} : { after }) });
      for (const exported of await withVersions(vfs, files)) {
        // Before anything else: what is purged from now on keeps its bytes.
        collected.pins.push(vfs.files.pin(exported.versions));
        collectFile(collected, exported);
      }
      requireWithin(collected, limits);
      after = files.at(-1)?.path;
      if (files.length < PAGE) return collected;
    }
  } catch (error) {
    release(collected);
    throw error;
  }
}

function release({ pins }: Collected): void {
  void unpinEach(pins);
}

/** A file that was purged meanwhile has none, and is left out. */
async function withVersions({ db }: Pick<Vfs, 'db'>, files: readonly FileRow[]): Promise<ExportedFile[]> {
  if (files.length === 0) return [];
  const ids = files.map(({ id }) => id);
  const rows = await db
    .selectFrom('vfs_versions')
    .selectAll()
    .where('file_id', 'in', ids)
    .orderBy('version')
    .execute();
  const byId = new Map(files.map((file) => [file.id, { file, versions: [] as VersionRow[] }]));
  for (const row of rows) {
    const found = byId.get(row.file_id);
    found?.versions.push(versionOf(row, found.file));
  }
  return [...byId.values()].filter(({ versions }) => versions.length > 0);
}

function collectFile(collected: Collected, exported: ExportedFile): void {
  const { file, versions } = exported;
  for (const version of versions) {
    const { size, contentHash, createdAt, fileId, blob, wrappedKey, namespace } = version;
    const name = entryName(exported, version);
    const listed = {
      entry: { name, size, crc32: version.crc32, contentHash, modifiedAt: createdAt },
      // No more of each than it takes to read it: there may be many.
      blob: { namespace, fileId, blob, size, wrappedKey },
    };
    if (version === versions.at(-1)) collected.current.push(listed);
    else addTo(collected.older, version.version, listed);
    collected.versions += 1;
    collected.bytes += size;
    collected.changedAt = Math.max(collected.changedAt, createdAt);
  }
  collected.changedAt = Math.max(collected.changedAt, file.updatedAt);
  collected.described.push(describeExported(exported));
}

function requireWithin({ versions, bytes }: Collected, { maxFiles, maxBytes }: ArchiveLimits): void {
  if (versions > maxFiles) throw tooLarge(`more than ${maxFiles} versions`, 'zipMaxFiles');
  if (bytes > maxBytes) throw tooLarge(`more than ${maxBytes} bytes`, 'zipMaxBytes');
}

function tooLarge(found: string, setting: string): OracleError {
  return new OracleError('payload_too_large', {
    detail: `The namespace holds ${found}, too much for one archive.`,
    hint: `The operator raises plugins.vfs.${setting}.`,
  });
}

function entryOf(name: string, content: Buffer, modifiedAt: number): ArchiveEntry {
  const contentHash = sha256Hex(content);
  return { name, size: content.length, crc32: crc32(content), contentHash, modifiedAt };
}
