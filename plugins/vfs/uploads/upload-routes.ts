import { type AnyRoute, defineRoute, OracleError, reply } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { Access } from '../access/access.js';
import { fileById } from '../drive/find.js';
import { accessFor, header, ITEM_ERRORS, idParam, placeQuery, UPLOAD_ERRORS } from '../routes/common.js';
import type { FileRow } from '../types.js';
import type { Vfs } from '../vfs.js';
import { Assemblies } from './assembly.js';
import { cannotFinish, inUse, wrongOffset } from './faults.js';
import { joinUploads } from './join-uploads.js';
import { isPartial, isUnfinished, PARTIAL, type PendingUpload } from './pending-upload.js';
import { type Appended, hasMore, receiveNothing, receivePart } from './receive-part.js';
import {
  announcedLength,
  bytesHeader,
  type Concat,
  concatOf,
  metadataOf,
  refuseLength,
  speakTus,
  TUS_HEADERS,
} from './tus-headers.js';
import { beginUpload, dropUpload, findUpload, settleSize } from './upload-store.js';
import { targetOf } from './upload-target.js';

const PART_TYPE = 'application/offset+octet-stream';

/**
 * Resumable uploads after tus 1.0.0, with all its extensions but checksums. Each request brings a credential of its
 * own. An upload that is said to be complete is a file.
 */
export function uploadRoutes(vfs: Vfs): AnyRoute[] {
  const assemblies = new Assemblies(vfs);
  // Two parts of one upload at the same time cannot both be the next one.
  const busy = new Set<string>();
  const alone = async <T>(ids: readonly string[], work: () => Promise<T>): Promise<T> => {
    if (ids.some((id) => busy.has(id))) throw inUse();
    for (const id of ids) busy.add(id);
    try {
      return await work();
    } finally {
      for (const id of ids) busy.delete(id);
    }
  };
  return [
    defineRoute({
      method: 'post',
      path: '/api/fs/upload',
      auth: { ucan: 'fs/write' },
      summary: 'Begin a resumable upload',
      description:
        'tus 1.0.0. Upload-Length announces the bytes, or Upload-Defer-Length: 1 that they are announced with a later part. Upload-Metadata names `path` (or `name` and, optionally, `folder`) and, optionally, `contentType`, `public`, `overwrite` (true or false) and `If-Match`. An empty file is there with the answer. Upload-Concat makes one file of several uploads.',
      request: { query: z.strictObject(placeQuery), body: 'raw' },
      optionsHeaders: { ...TUS_HEADERS, 'Tus-Max-Size': String(vfs.config.maxFileBytes) },
      responses: { 201: { description: 'Begun; go on at Location' }, ...UPLOAD_ERRORS },
      handler: async (ctx) => {
        speakTus(ctx);
        const access = await accessFor(vfs, ctx, ctx.query);
        const concat = concatOf(ctx.headers);
        const begun =
          concat?.kind === 'final'
            ? await alone(concat.ids, () => join(access, concat, ctx.headers))
            : await begin(access, concat, ctx.headers, ctx.body);
        const Location = `/api/fs/upload/${begun.upload.id}${placeOf(ctx.query)}`;
        return reply({ status: 201, headers: { ...statusHeaders(begun), Location } });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/fs/upload/:id',
      auth: { ucan: 'fs/write' },
      summary: 'Where an upload stands (also HEAD)',
      description:
        'Complete is only what is a file: one that cannot become it, though all bytes came, is 410.',
      request: { params: idParam, query: z.object(placeQuery) },
      responses: {
        204: { description: 'Upload-Offset says where to go on' },
        ...ITEM_ERRORS,
        410: { description: 'All bytes came, and they cannot become a file; `detail` says why' },
      },
      handler: async (ctx) => {
        speakTus(ctx);
        const access = await accessFor(vfs, ctx, ctx.query);
        const upload = await findUpload(vfs, access, ctx.params.id);
        const stands = isUnfinished(upload)
          ? await alone([upload.id], () => receiveNothing(vfs, access, assemblies, upload)).catch(asGone)
          : { upload };
        const headers = describingHeaders(upload);
        return reply({ status: 204, headers: { ...statusHeaders(stands), ...headers } });
      },
    }),
    defineRoute({
      method: 'patch',
      path: '/api/fs/upload/:id',
      auth: { ucan: 'fs/write' },
      summary: 'Go on with an upload',
      description:
        'The last part answers 200 with X-Vfs-File-Id, X-Vfs-Content-Hash and X-Vfs-Cid of the file; an empty part at the end of a complete upload says them again, and tries again to make the file when that failed.',
      request: { params: idParam, query: z.strictObject(placeQuery), body: 'raw' },
      responses: {
        200: { description: 'Complete: the file is there' },
        204: { description: 'Stored; Upload-Offset says where to go on' },
        ...UPLOAD_ERRORS,
        423: { description: 'Another part of this upload is being received' },
      },
      handler: async (ctx) => {
        speakTus(ctx);
        requirePartType(ctx.headers['content-type']);
        const offset = bytesHeader(ctx.headers, 'Upload-Offset');
        const access = await accessFor(vfs, ctx, ctx.query);
        const appended = await alone([ctx.params.id], async () => {
          const found = await findUpload(vfs, access, ctx.params.id);
          if (offset !== found.received) throw wrongOffset(found.received);
          if (found.fileId !== undefined) return complete(access, found, found.fileId, ctx.body);
          const upload =
            ctx.headers['upload-length'] === undefined
              ? found
              : await settleSize(vfs, found, bytesHeader(ctx.headers, 'Upload-Length'));
          return receivePart(vfs, access, assemblies, upload, ctx.body);
        });
        return reply({
          status: appended.file === undefined ? 204 : 200,
          headers: statusHeaders(appended),
        });
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/fs/upload/:id',
      auth: { ucan: 'fs/write' },
      summary: 'Give an upload up',
      request: { params: idParam, query: z.strictObject(placeQuery) },
      responses: { 204: { description: 'Forgotten' }, ...ITEM_ERRORS },
      handler: async (ctx) => {
        speakTus(ctx);
        const access = await accessFor(vfs, ctx, ctx.query);
        await alone([ctx.params.id], async () => {
          const upload = await findUpload(vfs, access, ctx.params.id);
          await dropUpload(vfs, upload.id);
          assemblies.forget(upload.id);
        });
        return reply({ status: 204, headers: TUS_HEADERS });
      },
    }),
  ];

  async function begin(
    access: Access,
    concat: Concat | undefined,
    headers: Headers,
    body: AsyncIterable<Uint8Array>,
  ): Promise<Appended> {
    const upload = await beginUpload(vfs, access, {
      target:
        concat === undefined ? targetOf(access, metadataOf(headers), vfs.config.uploadFolder) : undefined,
      size: announcedLength(headers),
      metadata: header(headers, 'upload-metadata'),
      concat: concat === undefined ? undefined : PARTIAL,
    });
    if (headers['content-type'] === PART_TYPE) return receivePart(vfs, access, assemblies, upload, body);
    if (!isUnfinished(upload)) return { upload };
    try {
      return await receiveNothing(vfs, access, assemblies, upload);
    } catch (error) {
      await dropUpload(vfs, upload.id);
      throw error;
    }
  }

  async function join(
    access: Access,
    { ids, text }: Extract<Concat, { kind: 'final' }>,
    headers: Headers,
  ): Promise<Appended> {
    refuseLength(headers);
    const target = targetOf(access, metadataOf(headers), vfs.config.uploadFolder);
    const metadata = header(headers, 'upload-metadata');
    return { upload: await joinUploads(vfs, access, assemblies, { ids, concat: text, target, metadata }) };
  }

  /** Asked again, because the answer was lost, it is the same file. */
  async function complete(
    access: Access,
    upload: PendingUpload,
    fileId: string,
    body: AsyncIterable<Uint8Array>,
  ): Promise<Appended> {
    if (await hasMore(body[Symbol.asyncIterator]()))
      throw new OracleError('payload_too_large', { detail: 'The upload is complete.' });
    if (isPartial(upload)) return { upload };
    return { upload, file: await fileById(vfs, access, 'fs/write', fileId) };
  }
}

/** What a client that only follows `Location` must say again with each part. */
function placeOf({
  namespace,
  shared,
}: {
  readonly namespace?: string | undefined;
  readonly shared?: string | undefined;
}) {
  const place = { ...(namespace !== undefined && { namespace }), ...(shared !== undefined && { shared }) };
  const query = new URLSearchParams(place).toString();
  return query === '' ? '' : `?${query}`;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

function statusHeaders({ upload, file }: Appended): Record<string, string> {
  const { received, size, expiresAt } = upload;
  return {
    ...TUS_HEADERS,
    'Upload-Offset': String(received),
    ...(size === undefined ? { 'Upload-Defer-Length': '1' } : { 'Upload-Length': String(size) }),
    'Upload-Expires': new Date(expiresAt).toUTCString(),
    ...(file === undefined ? {} : fileHeaders(file)),
  };
}

function fileHeaders(file: FileRow): Record<string, string> {
  return { 'X-Vfs-File-Id': file.id, 'X-Vfs-Content-Hash': file.contentHash, 'X-Vfs-Cid': file.cid };
}

function describingHeaders({ metadata, concat }: PendingUpload): Record<string, string> {
  return {
    ...(metadata === undefined ? {} : { 'Upload-Metadata': metadata }),
    ...(concat === undefined ? {} : { 'Upload-Concat': concat }),
  };
}

/** A client that asks how far it is hears of a failed end as such, and never as an offset. */
function asGone(error: unknown): never {
  throw OracleError.isInstance(error) && error.status !== 423 ? cannotFinish(error) : error;
}

function requirePartType(type: string | string[] | undefined): void {
  if (type === PART_TYPE) return;
  throw new OracleError('unsupported_media_type', { detail: `A part has the type ${PART_TYPE}.` });
}
