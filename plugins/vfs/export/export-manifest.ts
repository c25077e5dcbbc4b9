import type { FileRow, VersionRow } from '../types.js';

/** Where the description stands in the archive. */
export const MANIFEST = 'manifest.json';

/** A file with its versions, from the oldest. */
export interface ExportedFile {
  readonly file: FileRow;
  readonly versions: readonly VersionRow[];
}

/** Where a version stands in the archive: the last under the file's own path, older ones under their number. */
export function entryName({ file, versions }: ExportedFile, version: VersionRow): string {
  return version === versions.at(-1) ? `files${file.path}` : `versions/${version.version}${file.path}`;
}

/** The description of one file, as a line of JSON. */
export function describeExported(exported: ExportedFile): string {
  const { file, versions } = exported;
  return JSON.stringify({
    path: file.path,
    id: file.id,
    public: file.public,
    hidden: file.hidden,
    createdAt: dateOf(file.createdAt),
    createdBy: file.createdBy,
    updatedAt: dateOf(file.updatedAt),
    updatedBy: file.updatedBy,
    versions: versions.map((version) => ({
      version: version.version,
      entry: entryName(exported, version),
      size: version.size,
      sha256: version.contentHash,
      cid: version.cid,
      mimeType: version.mimeType,
      createdAt: dateOf(version.createdAt),
      createdBy: version.createdBy,
    })),
  });
}

/** The whole description: no time of the export itself, so that the same files give the same archive. */
export function manifestOf(namespace: string, described: readonly string[]): Buffer {
  const head = `"format": "oracle-files/1",\n"namespace": ${JSON.stringify(namespace)}`;
  return Buffer.from(`{\n${head},\n"files": [\n${described.join(',\n')}\n]\n}\n`);
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString();
}
