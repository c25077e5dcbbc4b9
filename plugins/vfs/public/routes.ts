import {
  type AnyRoute,
  defineRoute,
  HANDLED,
  type Logger,
  type Reply,
  type RouteContext,
  type RouteResponseDoc,
} from 'oracle-runtime/plugin';
import { CID } from '../content/cid.js';
import { isAskedInline } from '../http/inline.js';
import { type PreparedFile, prepareFile } from '../http/prepared-file.js';
import { type DownloadOptions, sendFile } from '../http/send-file.js';
import { asNamespace } from '../paths/namespace.js';
import { nameOf } from '../paths/namespace-path.js';
import type { DatabaseVersion } from '../store/database-version.js';
import type { FileRow, FileStore } from '../types.js';
import type { ArchivedFolder } from '../zip/folder-snapshot.js';
import { type ArchiveLimits, sendFolderZip } from '../zip/send-folder-zip.js';
import { sendFolderIndex } from './folder-index.js';
import { listingPage, listingQuery, listPublished } from './listing.js';
import { contentReplaced, nothingPublished } from './not-found.js';
import { OPEN_TO_PAGES, openToPages } from './open-to-pages.js';
import { PublishedFiles } from './published-files.js';
import { folderPlaceOf, placeOf, type RawParams, segmentOf } from './raw-params.js';

export interface PublicDeps {
  readonly store: FileStore;
  readonly database: DatabaseVersion;
  readonly logger: Logger;
  readonly archiveLimits: ArchiveLimits;
}

/** Short enough that what is unpublished is gone from the edge in a minute. */
const EDGE_CACHE = 'public, max-age=60';
const DOWNLOAD_OPTIONS = { cacheControl: EDGE_CACHE, crossOrigin: true } as const;
/** An archive is made from many files: none may outlive what it was made from. */
const NO_CACHE = 'no-store';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const NOT_PUBLISHED: RouteResponseDoc = {
  description:
    'Nothing is published here; the same for every reason. Of published content that was replaced, by CID, `Link` names what is there now',
};
const DOWNLOAD: Readonly<Record<number, RouteResponseDoc>> = {
  200: { description: 'The content', contentType: 'application/octet-stream' },
  206: { description: 'The range that was asked for', contentType: 'application/octet-stream' },
  304: { description: 'Unchanged under the entity tag or date of the request' },
  404: NOT_PUBLISHED,
  412: { description: 'Changed under the entity tag or date of the request' },
  416: { description: 'The range begins after the end' },
};
const ARCHIVE: Readonly<Record<number, RouteResponseDoc>> = {
  ...DOWNLOAD,
  200: {
    description: 'The archive, its length known, its files stored as they are',
    contentType: 'application/zip',
  },
  206: {
    description: 'A range of the archive: an interrupted download goes on',
    contentType: 'application/zip',
  },
  413: { description: 'More files or bytes than one archive may hold: 20,000 and 50 GiB by default' },
};

/** What anyone may read: files, folders as archives, and lists of what a namespace has published. */
export function publicRoutes(deps: PublicDeps): AnyRoute[] {
  const { store } = deps;
  return [
    fileRoute(deps, {
      path: '/public/id/:id',
      summary: 'A published file by its id: the link to share, which survives renaming, moving and editing',
      async find(params) {
        const id = segmentOf(params['id'], UUID);
        return id === undefined ? undefined : await store.findFile(id);
      },
    }),
    fileRoute(deps, {
      path: '/public/cid/:cid',
      summary: 'Published content by its CID: exactly these bytes or nothing',
      async find(params) {
        const cid = segmentOf(params['cid'], CID);
        return cid === undefined ? undefined : await store.findPublicByCid(cid);
      },
      async instead({ params }) {
        const cid = segmentOf(params['cid'], CID);
        const file = cid === undefined ? undefined : await store.findReplacedByCid(cid);
        return file && contentReplaced(file);
      },
    }),
    folderRoute(deps, {
      path: '/public/folder/id/:id',
      summary: 'A published folder by its id, as a ZIP archive',
      async find(params) {
        const id = segmentOf(params['id'], UUID);
        const folder = id === undefined ? undefined : await store.findFolder(id);
        // A hidden folder has an id too, and one that is no longer published keeps its.
        return folder?.public === true ? folder : undefined;
      },
    }),
    folderRoute(deps, {
      path: '/public/folder/:namespace/*path',
      summary: 'Everything published under a folder, as a ZIP archive',
      async find(params) {
        const place = placeOf(params);
        return place && { ...place, name: nameOf(place.path) };
      },
    }),
    listRoute(deps),
    fileRoute(deps, {
      path: '/public/:namespace/*path',
      summary: 'Whatever published file is at a place now; of a folder, with a slash at the end, an index',
      async find(params) {
        const place = placeOf(params);
        return place && (await store.findFileAt(place.namespace, place.path));
      },
      async instead({ params, raw, requestId }) {
        const place = folderPlaceOf(params);
        if (place === undefined || !(await sendFolderIndex(raw, store, place, EDGE_CACHE))) return undefined;
        deps.logger.info({ requestId, namespace: place.namespace, index: place.path }, 'public read');
        return HANDLED;
      },
    }),
    defineRoute({
      method: 'get',
      path: '/public/*path',
      auth: 'public',
      summary: 'Any other place: nothing is published there',
      request: { params: 'raw' },
      optionsHeaders: OPEN_TO_PAGES,
      responses: { 404: NOT_PUBLISHED },
      handler: ({ raw }) => {
        openToPages(raw.response);
        return nothingPublished();
      },
    }),
  ];
}

/** A route that finds what it serves from the parameters of its path; undefined is answered like everything not published. */
interface Door<Found> {
  readonly path: string;
  readonly summary: string;
  find(params: RawParams): Promise<Found | undefined>;
  /** What answers where nothing is found; undefined: as everything not published. */
  instead?(ctx: PublicContext): Promise<Reply | typeof HANDLED | undefined>;
}

type PublicContext = Pick<RouteContext, 'raw' | 'requestId'> & { readonly params: RawParams };

function fileRoute(
  { store, logger, database }: PublicDeps,
  { path, summary, find, instead }: Door<FileRow>,
): AnyRoute {
  const published = new PublishedFiles(database);
  async function findPublished(
    params: RawParams,
    options: DownloadOptions,
  ): Promise<PreparedFile | undefined> {
    const file = await find(params);
    return file?.public === true ? prepareFile(store, file, options) : undefined;
  }
  return defineRoute({
    method: 'get',
    path,
    auth: 'public',
    summary,
    description:
      'With `?inline` a browser shows pictures, sound, film, plain text and PDF in place; anything else is saved.',
    request: { params: 'raw' },
    optionsHeaders: OPEN_TO_PAGES,
    responses: DOWNLOAD,
    async handler({ params, raw, requestId }) {
      openToPages(raw.response);
      const inline = isAskedInline(raw.request.url);
      const options = { ...DOWNLOAD_OPTIONS, inline };
      const key = `${inline ? 'inline' : ''}\n${Object.values(params).join('/')}`;
      const found = await published.at(key, () => findPublished(params, options));
      if (found === undefined) return (await instead?.({ params, raw, requestId })) ?? nothingPublished();
      const { namespace, id, version } = found.file;
      const answer = found.answer(raw.request);
      const sent = answer ?? (await sendFile(raw, store, found.file, options));
      const { status, bytes, whole } = sent;
      logger.info({ requestId, namespace, file: id, version, status, bytes, whole }, 'public read');
      return answer?.reply ?? HANDLED;
    },
  });
}

function folderRoute(
  { store, logger, archiveLimits }: PublicDeps,
  { path, summary, find }: Door<ArchivedFolder>,
): AnyRoute {
  return defineRoute({
    method: 'get',
    path,
    auth: 'public',
    summary,
    description:
      'Holds every file that is effectively public, hidden or not, under the folder as top directory. The same files ' +
      'give the same bytes: the length is known, and an interrupted download is resumed with Range and If-Range.',
    request: { params: 'raw' },
    optionsHeaders: OPEN_TO_PAGES,
    responses: ARCHIVE,
    async handler({ params, raw, requestId }) {
      openToPages(raw.response);
      const found = await find(params);
      if (found === undefined) return nothingPublished();
      const folder = { namespace: found.namespace, path: found.path, name: found.name, publicOnly: true };
      const sent = await sendFolderZip(raw, store, folder, { cacheControl: NO_CACHE, ...archiveLimits });
      if (sent === undefined) return nothingPublished();
      logger.info({ requestId, namespace: folder.namespace, folder: folder.path, ...sent }, 'public read');
      return HANDLED;
    },
  });
}

function listRoute({ store, logger }: PublicDeps): AnyRoute {
  return defineRoute({
    method: 'get',
    path: '/public/list/:namespace',
    auth: 'public',
    summary: 'What a namespace has published, by path',
    request: { params: 'raw', query: listingQuery },
    optionsHeaders: OPEN_TO_PAGES,
    responses: {
      200: { description: 'A page; empty when nothing is published', schema: listingPage },
      400: { description: 'A field of the query is not valid' },
      404: NOT_PUBLISHED,
    },
    async handler({ params, query, raw, requestId }) {
      openToPages(raw.response);
      const namespace = asNamespace(segmentOf(params['namespace']) ?? '');
      if (namespace === undefined) return nothingPublished();
      const page = await listPublished(store, namespace, query);
      const { path, view, files, folders } = page;
      logger.info(
        { requestId, namespace, list: path, view, files: files.length, folders: folders.length },
        'public read',
      );
      return page;
    },
  });
}
