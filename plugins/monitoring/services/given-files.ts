import type { Readable } from 'node:stream';
import { type Attachment, attachedFile, OracleError, type Principal } from 'oracle-runtime/plugin';
import type { FileService } from '../../vfs/service.js';
import { type LoggerSource, memorySource } from '../logger-files/source.js';
import { workbookAsText } from '../logger-files/workbook-text.js';
import type { MonitoringService } from './monitoring-service.js';

/** Where the readings are: a file or folder that is kept, text, or what a message brought. */
export interface GivenReadings {
  readonly path?: string | undefined;
  readonly csv?: string | undefined;
  /** Of a workbook with several. */
  readonly sheet?: string | undefined;
  /** An upload, to be read as often as it takes. */
  readonly upload?: LoggerSource | undefined;
}

const READABLE = /\.(?:csv|txt|tsv|dat|log|xlsx)$/i;
/** Files that one page of a folder holds; fewer mean that it was the last. */
const PAGE = 1_000;

/**
 * The files to read, in the order of their paths.
 * @throws OracleError `invalid_request` unless they are given in one way; `not_found`, `forbidden`
 */
export async function givenFiles(
  service: Pick<MonitoringService, 'files' | 'config'>,
  principal: Principal,
  given: GivenReadings,
  attachments: readonly Attachment[],
): Promise<LoggerSource[]> {
  const sources = await sourcesOf(service, principal, given, attachments);
  return sources.map((source) => workbookAsText(source, given.sheet));
}

async function sourcesOf(
  service: Pick<MonitoringService, 'files' | 'config'>,
  principal: Principal,
  { path, csv, upload }: GivenReadings,
  attachments: readonly Attachment[],
): Promise<LoggerSource[]> {
  if (upload !== undefined) return [upload];
  if (path !== undefined && csv !== undefined)
    throw invalid('path', 'give the readings in one way: path, csv or attached files');
  if (csv !== undefined) return [memorySource('the text', csv)];
  if (path === undefined) {
    if (attachments.length === 0)
      throw invalid('path', 'name a file or folder of readings, paste them as csv, or attach them');
    return attachments.map(({ name }) =>
      memorySource(name, attachedFile(attachments, name, 'the readings').content),
    );
  }
  const files = filesOf(service.files, 'path');
  const entry = await files.stat(principal, path);
  if (entry !== undefined) return [keptSource(files, principal, entry.path, entry.version)];
  const found = await readableBelow(files, principal, path, service.config.maxFiles);
  if (found.length > 0) return found;
  throw new OracleError('not_found', {
    detail: `There is no file '${path}', and no folder of that name with files of readings (csv, txt, tsv, dat, log, xlsx).`,
    hint: 'Give the exact path, with every folder and the ending.',
    errors: [{ field: 'path', message: `there is nothing to read at '${path}'` }],
  });
}

async function readableBelow(
  files: FileService,
  principal: Principal,
  folder: string,
  most: number,
): Promise<LoggerSource[]> {
  const found: LoggerSource[] = [];
  for (let after: string | undefined; ; ) {
    const page = await files.list(principal, folder, after);
    for (const { name, path, version } of page)
      if (READABLE.test(name)) found.push(keptSource(files, principal, path, version));
    if (found.length > most)
      throw new OracleError('payload_too_large', {
        detail: `'${folder}' holds more than ${most} files of readings.`,
        hint: 'Name a folder further down, or raise maxFiles of plugins.monitoring.',
      });
    after = page.at(-1)?.path;
    if (page.length < PAGE || after === undefined) return found;
  }
}

/**
 * The text of a small kept file; of a workbook that of its sheet.
 * @param field of the request that names it
 * @throws OracleError `not_found`, `payload_too_large`
 */
export async function keptText(
  service: Pick<MonitoringService, 'files'>,
  principal: Principal,
  path: string,
  field: string,
): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const source = workbookAsText(await keptTable(service, principal, path, field), undefined);
  for await (const part of await source.open()) {
    parts.push(part);
    // A small workbook may be a long text.
    size += part.length;
    if (size > MOST_TEXT_BYTES) throw tooLong(path, field);
  }
  return Buffer.concat(parts).toString('utf8');
}

/**
 * A small kept file of a table.
 * @param field of the request that names it
 * @throws OracleError `not_found`, `payload_too_large`
 */
export async function keptTable(
  { files }: Pick<MonitoringService, 'files'>,
  principal: Principal,
  path: string,
  field: string,
): Promise<LoggerSource> {
  const kept = filesOf(files, field);
  const { entry } = await kept.read(principal, path);
  if (entry.size > MOST_TEXT_BYTES) throw tooLong(path, field);
  return keptSource(kept, principal, path, entry.version);
}

function tooLong(path: string, field: string): OracleError {
  return new OracleError('payload_too_large', {
    detail: `${field}: '${path}' has more than ${MOST_TEXT_BYTES} bytes.`,
  });
}

const MOST_TEXT_BYTES = 16 * 1024 * 1024;

/** One version, however often it is read. */
function keptSource(files: FileService, principal: Principal, path: string, version: number): LoggerSource {
  return {
    name: path,
    open: async (): Promise<Readable> => (await files.read(principal, path, version)).open(),
  };
}

function filesOf(files: FileService | undefined, field: string): FileService {
  if (files !== undefined) return files;
  throw invalid(field, "names a file, but this oracle keeps none: the plugin 'vfs' is off");
}

function invalid(field: string, message: string): OracleError {
  return new OracleError('invalid_request', {
    detail: `${field}: ${message}.`,
    errors: [{ field, message }],
  });
}
