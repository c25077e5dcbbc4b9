import { type AnyRoute, defineRoute, OracleError, reply } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { fileById } from '../drive/find.js';
import { parseFilePath } from '../paths/namespace-path.js';
import { accessFor, header, ITEM_ERRORS, idParam, placeQuery, UPLOAD_ERRORS } from '../routes/common.js';
import type { Vfs } from '../vfs.js';
import { bytesHeader, metadataOf, speakTus, TUS_HEADERS } from './tus-headers.js';
import {
  appendPart,
  beginUpload,
  completeUpload,
  dropUpload,
  findUpload,
  type PendingUpload,
} from './upload-store.js';

/** Resumable uploads after tus 1.0.0: creation, termination, expiration. Each request brings a credential of its own. */
export function uploadRoutes(vfs: Vfs): AnyRoute[] {
  // Two parts of one upload at the same time cannot both be the next one.
  const busy = new Set<string>();
  return [
    defineRoute({
      method: 'post',
      path: '/api/fs/upload',
      auth: { ucan: 'fs/write' },
      summary: 'Begin a resumable upload',
      description:
        'tus 1.0.0. Upload-Length announces the bytes, Upload-Metadata names `path` and, optionally, `contentType` and `public` (true or false).',
      request: { query: z.object(placeQuery) },
      optionsHeaders: { ...TUS_HEADERS, 'Tus-Max-Size': String(vfs.config.maxFileBytes) },
      responses: { 201: { description: 'Begun; go on at Location' }, ...UPLOAD_ERRORS },
      handler: async (ctx) => {
        speakTus(ctx);
        const metadata = metadataOf(ctx.headers);
        const upload = await beginUpload(vfs, await accessFor(vfs, ctx, ctx.query), {
          path: parseFilePath(metadata.get('path') ?? '', 'Upload-Metadata path'),
          size: bytesHeader(ctx.headers, 'Upload-Length'),
          mimeType: metadata.get('contentType'),
          public: publicOf(metadata.get('public')),
          metadata: header(ctx.headers, 'upload-metadata'),
        });
        const headers = { ...statusHeaders(upload), Location: `/api/fs/upload/${upload.id}` };
        return reply({ status: 201, headers });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/fs/upload/:id',
      auth: { ucan: 'fs/write' },
      summary: 'Where an upload stands (also HEAD)',
      request: { params: idParam, query: z.object(placeQuery) },
      responses: { 204: { description: 'Upload-Offset says where to go on' }, ...ITEM_ERRORS },
      handler: async (ctx) => {
        speakTus(ctx);
        const upload = await findUpload(vfs, await accessFor(vfs, ctx, ctx.query), ctx.params.id);
        const { metadata } = upload;
        const headers = metadata === undefined ? {} : { 'Upload-Metadata': metadata };
        return reply({ status: 204, headers: { ...statusHeaders(upload), ...headers } });
      },
    }),
    defineRoute({
      method: 'patch',
      path: '/api/fs/upload/:id',
      auth: { ucan: 'fs/write' },
      summary: 'Go on with an upload',
      description:
        'The last part answers 200 with X-Vfs-File-Id, X-Vfs-Content-Hash and X-Vfs-Cid of the file; an empty part at the end of a complete upload says them again.',
      request: { params: idParam, query: z.object(placeQuery), body: 'raw' },
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
        const { id } = ctx.params;
        if (busy.has(id)) throw inUse();
        busy.add(id);
        try {
          const upload = await findUpload(vfs, access, id);
          const received = await appendPart(vfs, upload, offset, ctx.body);
          const now = { ...upload, received };
          if (received < upload.size) return reply({ status: 204, headers: statusHeaders(now) });
          // Asked again, because the answer was lost, it is the same file.
          const file =
            upload.fileId === undefined
              ? await completeUpload(vfs, access, upload)
              : await fileById(vfs, access, 'fs/write', upload.fileId);
          const headers = {
            ...statusHeaders(now),
            'X-Vfs-File-Id': file.id,
            'X-Vfs-Content-Hash': file.contentHash,
            'X-Vfs-Cid': file.cid,
          };
          return reply({ status: 200, headers });
        } finally {
          busy.delete(id);
        }
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/fs/upload/:id',
      auth: { ucan: 'fs/write' },
      summary: 'Give an upload up',
      request: { params: idParam, query: z.object(placeQuery) },
      responses: { 204: { description: 'Forgotten' }, ...ITEM_ERRORS },
      handler: async (ctx) => {
        speakTus(ctx);
        if (busy.has(ctx.params.id)) throw inUse();
        const upload = await findUpload(vfs, await accessFor(vfs, ctx, ctx.query), ctx.params.id);
        await dropUpload(vfs, upload.id);
        return reply({ status: 204, headers: TUS_HEADERS });
      },
    }),
  ];
}

function statusHeaders({ received, size, expiresAt }: PendingUpload): Record<string, string> {
  return {
    ...TUS_HEADERS,
    'Upload-Offset': String(received),
    'Upload-Length': String(size),
    'Upload-Expires': new Date(expiresAt).toUTCString(),
  };
}

function publicOf(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  throw new OracleError('invalid_request', {
    detail: 'Upload-Metadata public must be exactly true or false.',
    errors: [{ field: 'Upload-Metadata public', message: 'must be true or false' }],
  });
}

function requirePartType(type: string | string[] | undefined): void {
  if (type === 'application/offset+octet-stream') return;
  throw new OracleError('unsupported_media_type', {
    detail: 'A part has the type application/offset+octet-stream.',
  });
}

function inUse(): OracleError {
  return new OracleError('conflict', {
    status: 423,
    detail: 'Another part of this upload is being received.',
    hint: 'Wait for it, then ask for Upload-Offset with HEAD.',
  });
}
