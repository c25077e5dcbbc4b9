import { type Access, requireAbility } from '../access/access.js';
import { mimeTypeOf } from '../content/mime-type.js';
import { isWithin, type NamespacePath, parseFilePath, parsePath, ROOT } from '../paths/namespace-path.js';
import { badHeader } from './faults.js';
import type { UploadTarget } from './pending-upload.js';

type Metadata = ReadonlyMap<string, string>;

/**
 * What `Upload-Metadata` says that an upload is to become. Either `path` names it, or what browsers send (Uppy's
 * `relativePath`, `name` and `type`, tus-js-client's `filename` and `filetype`) within `folder`.
 * @param folder where a name without a path goes
 * @throws OracleError `forbidden`, `invalid_request`
 */
export function targetOf(access: Access, metadata: Metadata, folder: string): UploadTarget {
  requireAbility(access, 'fs/write');
  refuseExpiry(metadata);
  const path = pathOf(access, metadata, folder);
  return {
    path,
    public: flagOf(metadata, 'public'),
    mimeType: mimeTypeOf(contentTypeOf(metadata), path),
    overwrite: flagOf(metadata, 'overwrite') ?? false,
    ifMatch: first(metadata, ['If-Match']),
  };
}

/** Metadata may say what we have no use for; but who asks for an end would be published for ever. */
function refuseExpiry(metadata: Metadata): void {
  if (metadata.has('expires'))
    throw badHeader('Upload-Metadata expires', 'is not known: nothing that is published ends by itself');
}

function pathOf(access: Access, metadata: Metadata, folder: string): NamespacePath {
  const path = metadata.get('path');
  if (path !== undefined) return parseFilePath(path, 'Upload-Metadata path');
  const name = first(metadata, ['relativePath', 'name', 'filename']);
  if (name === undefined) throw badHeader('Upload-Metadata', 'must say path, or name');
  const into = parsePath(first(metadata, ['folder']) ?? folderFor(access, folder), 'Upload-Metadata folder');
  const from = into === ROOT ? '' : into;
  return parseFilePath(`${from}/${name.replace(/^\/+/, '')}`, 'Upload-Metadata name');
}

/** The folder that the operator chose, where the credential reaches it; else the one that it is for. */
function folderFor({ root }: Access, folder: string): string {
  return isWithin(folder as NamespacePath, root) ? folder : root;
}

/** A type that a browser says of a file may be anything; one that cannot stand in a header is a mistake, or worse. */
function contentTypeOf(metadata: Metadata): string | undefined {
  const names = ['contentType', 'filetype', 'type'];
  const text = first(metadata, names);
  const name = names.find((each) => metadata.get(each) === text);
  if (text !== undefined && /[^\t\x20-\x7e]/.test(text))
    throw badHeader(
      `Upload-Metadata ${name}`,
      'must be a media type, such as text/plain, in one line of ASCII',
    );
  return text;
}

/** A page that has no value says so by an empty text or in these words. */
function first(metadata: Metadata, names: readonly string[]): string | undefined {
  return names
    .map((name) => metadata.get(name))
    .find((value) => value !== undefined && !['', 'null', 'undefined'].includes(value));
}

function flagOf(metadata: Metadata, name: string): boolean | undefined {
  const text = metadata.get(name);
  if (text === undefined) return undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  throw badHeader(`Upload-Metadata ${name}`, 'must be exactly true or false');
}
