import { createHash, type Hash, randomUUID } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { attachedFile, type Caller, OracleError, type Principal } from 'oracle-runtime/plugin';
import { openKeptFile } from '../files/open-kept-file.js';
import { originKey, originOf, type RegistryOrigin } from '../files/registry-origin.js';
import { assertSoundFrame } from '../registry/frame-faults.js';
import type { FrameSketch } from '../registry/frame-sketch.js';
import { inspectRegistry, type RegistryInspection } from '../registry/inspect-registry.js';
import { type ColumnMarks, listColumns } from '../registry/list-columns.js';
import type { ReadOptions } from '../registry/registry-table.js';
import { RepeatedRows, repeatedWords } from '../registry/repeated-rows.js';
import type { Stored } from '../store/documents-store.js';
import { keepColumns } from '../store/registry-columns.js';
import { keepFile } from '../store/registry-files.js';
import { type RegistryDocument, storedSource } from './registry-document.js';
import type { SamplingService } from './sampling-service.js';

/** Bytes of a file whose columns are compared with those of others, and of one whose rows are held against each other. */
const [MOST_COMPARED, MOST_ROWS_COMPARED] = [16 * 1024 * 1024, 128 * 1024 * 1024];

/** Columns by role; what is absent is guessed, null leaves a role out. */
export interface ColumnChoice {
  readonly id?: string | undefined;
  readonly stratum?: string | null | undefined;
  readonly adopter?: string | null | undefined;
  readonly size?: string | null | undefined;
}

export interface RegistryUpload {
  readonly name: string;
  readonly read: ReadOptions;
  readonly columns: ColumnChoice;
}

/** The same of a kept file, which has a name; `field` of the request gave its path. */
type KeptUpload = Omit<RegistryUpload, 'name'> & {
  readonly field: string;
  readonly name?: string | undefined;
};

export type RegistryContent = Readable | Uint8Array | string;

/** A registry as it is shown. */
export interface RegistryView extends RegistryInspection {
  readonly registryId: string;
  readonly createdAt: string;
  readonly bytes: number;
  /** SHA-256 of the file; absent from a registry of before. */
  readonly fileSha256?: string;
  /** The kept file that it is a copy of, when it is one. */
  readonly origin?: RegistryOrigin;
}

/**
 * Stores a registry of units and inspects it. Nothing is kept of a file that cannot be drawn from.
 * @throws OracleError `payload_too_large`; `invalid_request` (unreadable, faulty rows) or `conflict` (duplicate ids), with lines
 */
export async function storeRegistry(
  service: SamplingService,
  principal: Principal,
  content: RegistryContent,
  { name, read, columns }: RegistryUpload,
  signal: AbortSignal,
  kept?: { readonly origin: RegistryOrigin; readonly key: string },
): Promise<RegistryView> {
  return withCopy(service, content, async (blob, bytes, fileSha256) => {
    const sketch = await service.frames.sketch();
    const inspection = await inspectCopy(service, blob, { name, read, columns }, signal, sketch);
    assertSoundFrame(inspection.faults, { name, ...inspection.used });
    if (inspection.size === 0)
      throw new OracleError('insufficient_data', {
        detail: 'The registry holds no units.',
        hint: 'Send a file with one unit per line below its header.',
        errors: [{ field: 'registry', message: 'holds no units' }],
      });
    await service.frames.keep(service.db, inspection.sha256, inspection.size, sketch);
    const rows = new RepeatedRows(inspection.used.id);
    const told =
      // Of one column no row is held against another, and the column is compared all the same.
      bytes > (inspection.columns.length < 2 ? MOST_COMPARED : MOST_ROWS_COMPARED)
        ? []
        : await columnsOf(service, blob, { name, read }, signal, rows, bytes <= MOST_COMPARED);
    const repeated = rows.result();
    const document: RegistryDocument = {
      blob,
      bytes,
      fileSha256,
      read,
      inspection:
        repeated === undefined
          ? inspection
          : { ...inspection, repeated, warnings: [...inspection.warnings, repeatedWords(repeated)] },
      ...(kept && { origin: kept.origin }),
    };
    const stored = await service.db.transaction().execute(async (trx) => {
      const more = { name, origin: kept?.key ?? null };
      const made = await service.registries.create(principal.id, more, () => document, trx);
      await keepFile(trx, { registryId: made.id, bytes, file: fileSha256, frame: inspection.sha256 });
      await keepColumns(trx, made.id, told);
      return made;
    });
    return viewOf(stored);
  });
}

/** What tells the columns of a list from others, so that the same list is known again whichever column is drawn by. */
async function columnsOf(
  { blobs, frames }: SamplingService,
  blob: string,
  { name, read }: Pick<RegistryUpload, 'name' | 'read'>,
  signal: AbortSignal,
  repeated: RepeatedRows,
  isCompared: boolean,
): Promise<ColumnMarks[]> {
  const source = { name, open: () => blobs.get(blob) };
  return listColumns(source, read, isCompared ? await frames.key() : undefined, signal, repeated);
}

/**
 * How a registry would be read, faults and all; nothing is kept of it.
 * @throws OracleError as `storeRegistry`, but for faulty rows
 */
export async function previewRegistry(
  service: SamplingService,
  content: RegistryContent,
  upload: RegistryUpload,
  signal: AbortSignal,
): Promise<RegistryInspection> {
  return withCopy(service, content, async (blob) => {
    const inspection = await inspectCopy(service, blob, upload, signal);
    await service.blobs.delete(blob);
    return inspection;
  });
}

/** Copies what was sent, so that it can be read more than once, and lets go of the copy when `use` fails. */
async function withCopy<Result>(
  { blobs, config }: SamplingService,
  content: RegistryContent,
  use: (blob: string, bytes: number, fileSha256: string) => Promise<Result>,
): Promise<Result> {
  const blob = `registries/${randomUUID()}`;
  const stream = content instanceof Readable ? content : Readable.from([Buffer.from(content as string)]);
  const hash = createHash('sha256');
  const { size: bytes } = await blobs.put(blob, limited(stream, config.maxRegistryBytes, hash));
  try {
    if (bytes === 0)
      throw new OracleError('invalid_request', {
        detail: 'The registry is empty.',
        hint: 'Send the file itself as the request body.',
        errors: [{ field: 'body', message: 'is empty' }],
      });
    return await use(blob, bytes, hash.digest('hex'));
  } catch (error) {
    await blobs.delete(blob);
    throw error;
  }
}

/** @throws OracleError as `inspectRegistry`, with the name of the file */
async function inspectCopy(
  { blobs }: SamplingService,
  blob: string,
  { name, read, columns }: RegistryUpload,
  signal: AbortSignal,
  sketch?: FrameSketch,
): Promise<RegistryInspection> {
  const chosen = Object.fromEntries(Object.entries(columns).filter(([, column]) => column !== undefined));
  try {
    return await inspectRegistry(
      { name, open: () => blobs.get(blob) },
      { ...read, columns: chosen, signal, ...(sketch && { sketch }) },
    );
  } catch (error) {
    if (!OracleError.isInstance(error) || error.errors?.[0]?.field !== 'registry') throw error;
    const { code, detail, hint, errors } = error;
    throw new OracleError(code, { detail: `The file "${name}" cannot be read: ${detail}`, hint, errors });
  }
}

/**
 * Registers a file that the caller keeps in the file system. It is copied, so that a draw can be repeated whatever
 * becomes of the file; the same version of it, understood in the same way, is registered once.
 * @throws OracleError as `storeRegistry` and `openKeptFile`
 */
export async function registerFile(
  service: SamplingService,
  principal: Principal,
  path: string,
  { field, name, read, columns }: KeptUpload,
  signal: AbortSignal,
): Promise<RegistryView> {
  const file = await openKeptFile(service.files, principal, path, field);
  const upload = { name: name ?? file.entry.name, read, columns };
  const origin = originOf(file.entry);
  const key = originKey(origin, upload);
  const { items } = await service.registries.list(principal.id, { limit: 1 }, { origin: key });
  const [known] = items;
  if (known !== undefined) return viewOf(known);
  return storeRegistry(service, principal, file.open(), upload, signal, { origin, key });
}

/** How a file that the caller keeps would be read. @throws OracleError as `previewRegistry` and `openKeptFile` */
export async function previewFile(
  service: SamplingService,
  principal: Principal,
  path: string,
  { field, name, ...upload }: KeptUpload,
  signal: AbortSignal,
): Promise<RegistryInspection> {
  const file = await openKeptFile(service.files, principal, path, field);
  return previewRegistry(service, file.open(), { name: name ?? file.entry.name, ...upload }, signal);
}

/**
 * The id of the registry that a request names, by id or by the path of a kept file, which is registered; where it names
 * none, that of the file that is attached to it.
 * @throws OracleError `invalid_request` unless it is named in one way; as `registerFile` and `storeRegistry`
 */
export async function registryNamed(
  service: SamplingService,
  { principal, attachments, signal }: Pick<Caller, 'principal' | 'attachments' | 'signal'>,
  { registryId, registryPath }: { registryId?: string | undefined; registryPath?: string | undefined },
): Promise<string> {
  if (registryId !== undefined && registryPath === undefined) return registryId;
  if (registryId === undefined && registryPath === undefined && attachments.length > 0) {
    const { name, content } = attachedFile(attachments, undefined, 'the registry');
    return (await storeRegistry(service, principal, content, { name, read: {}, columns: {} }, signal))
      .registryId;
  }
  if (registryId !== undefined || registryPath === undefined)
    throw new OracleError('invalid_request', {
      detail: 'Name the registry in one way: by registryId, or by registryPath, a file in the file system.',
      errors: [{ field: 'registryId', message: 'give either registryId or registryPath' }],
    });
  const terms = { field: 'registryPath', read: {}, columns: {} };
  return (await registerFile(service, principal, registryPath, terms, signal)).registryId;
}

/**
 * Deletes a registry. One that a draw or commitment rests on goes only for a reason, which stands in the trails.
 * @throws OracleError `not_found`; `conflict` when something rests on it and no reason is given
 */
export async function deleteRegistry(
  { registries, blobs, db, trails }: SamplingService,
  principal: Principal,
  id: string,
  reason: string | undefined,
): Promise<void> {
  const { document } = await registries.get(principal.id, id);
  const resting = (table: 'sampling_selections' | 'sampling_commitments') =>
    db.selectFrom(table).select(['id', 'design_id']).where('registry_id', '=', id).execute();
  const rest = [...(await resting('sampling_selections')), ...(await resting('sampling_commitments'))];
  const [first] = rest;
  if (first !== undefined && reason === undefined)
    throw new OracleError('conflict', {
      detail: `${first.id}${rest.length > 1 ? ` and ${rest.length - 1} more` : ''} rests on the registry '${id}': without it nobody can repeat the draw here.`,
      hint: 'Keep it, and register a newer one beside it. If it must go, say why in `reason`: that stays in the trail with the hash of its ids.',
      errors: [{ field: 'reason', message: `is required, because ${first.id} rests on it` }],
    });
  const designIds = rest.flatMap(({ design_id: design }) => (design === null ? [] : [design]));
  await trails.writeAll(designIds, async (trx, opened) => {
    for (const trail of opened.values())
      await trail.append(principal.did, {
        kind: 'deleted',
        what: 'registry',
        id,
        frameSha256: document.inspection.sha256,
        reason: reason ?? '',
      });
    await registries.delete(principal.id, id, trx);
  });
  await blobs.delete(document.blob);
}

export function viewOf({ id, createdAt, document }: Stored<RegistryDocument>): RegistryView {
  const { bytes, fileSha256, origin, inspection } = document;
  return {
    registryId: id,
    createdAt,
    bytes,
    ...(fileSha256 && { fileSha256 }),
    ...(origin && { origin }),
    ...inspection,
  };
}

/** The source of a stored registry with the options to read it. */
export async function openStored(service: SamplingService, owner: string, registryId: string) {
  const { document } = await service.registries.get(owner, registryId);
  return { source: storedSource(service.blobs, document), document };
}

function limited(stream: Readable, limit: number, hash: Hash): Readable {
  let seen = 0;
  const guard = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen <= limit) {
        hash.update(chunk);
        return done(null, chunk);
      }
      done(
        new OracleError('payload_too_large', {
          detail: `The registry is larger than ${limit} bytes.`,
          hint: 'Leave out columns that the draw does not need, or raise maxRegistryBytes of plugins.sampling.',
        }),
      );
    },
  });
  stream.once('error', (error) => guard.destroy(error));
  // A torn upload ends without an end: it must not look like a short file.
  stream.once('close', () => {
    if (!stream.readableEnded)
      guard.destroy(new OracleError('invalid_request', { detail: 'The upload was cut off.' }));
  });
  return stream.pipe(guard);
}
