import { isUtf8 } from 'node:buffer';
import { exactName } from 'oracle-runtime/kit';
import {
  type AnyOperation,
  attachedFile,
  type Caller,
  defineOperation,
  OracleError,
  type Undo,
  withWords,
} from 'oracle-runtime/plugin';
import { z } from 'zod';
import { isTextType } from '../content/mime-type.js';
import { type DescribedFile, describeFile } from '../drive/describe.js';
import { editFile } from '../drive/edit.js';
import { fileAt } from '../drive/find.js';
import { linesOf, readAll, readText } from '../drive/read.js';
import { createFile } from '../drive/write.js';
import { parseFilePath } from '../paths/namespace-path.js';
import type { OperationDeps } from './deps.js';
import { pathField } from './fields.js';
import { foreseeStored } from './foresee-stored.js';
import { counted } from './in-words.js';
import { BY_THE_WAY, publishField, requireUnseen } from './publishing-guard.js';

/** Larger content is not put into an answer. */
const MOST_FETCHED_BYTES = 4 * 1024 * 1024;
/** Characters of a text in the title of a change. */
const QUOTED = 60;

/** Content that is handed over as it is. */
interface FetchedContent {
  readonly path: string;
  readonly mimeType: string;
  readonly cid: string;
  readonly size: number;
  /** Text as text, anything else as base64. */
  readonly text?: string;
  readonly base64?: string;
}

/** Reading and writing content. */
export function contentOperations(deps: OperationDeps): AnyOperation[] {
  const { vfs, access } = deps;
  return [
    defineOperation({
      name: 'vfs_read',
      ability: 'fs/read',
      title: 'Read a text file',
      description:
        'Lines of a text file, each after its number; go on with a higher offset while hasMore is true.',
      input: z.object({
        path: pathField,
        offset: z.int().min(1).default(1).describe('First line, from 1.'),
        limit: z.int().min(1).max(5_000).default(500).describe('Lines.'),
      }),
      effect: 'read',
      answer: { description: 'The lines' },
      run: async (args, caller) => {
        const path = parseFilePath(args.path);
        const file = await fileAt(vfs, await access(caller, 'fs/read', path), 'fs/read', path);
        return {
          path,
          version: file.version,
          ...linesOf(await readText(vfs, file), args.offset, args.limit),
        };
      },
      summary: ({ path, offset, count, totalLines }) =>
        count === totalLines
          ? `${path}, ${counted(count, 'line')}:`
          : `${path}, ${counted(count, 'line')} from line ${offset} of ${totalLines}:`,
    }),
    defineOperation({
      name: 'vfs_fetch',
      ability: 'fs/read',
      title: 'Fetch the whole content of a file',
      description: 'The content of a file up to 4 MiB: text as text, anything else as base64 with its type.',
      input: z.object({ path: pathField }),
      effect: 'read',
      answer: { description: 'The content' },
      run: async (args, caller): Promise<FetchedContent> => {
        const path = parseFilePath(args.path);
        const file = await fileAt(vfs, await access(caller, 'fs/read', path), 'fs/read', path);
        if (file.size > MOST_FETCHED_BYTES) {
          throw new OracleError('payload_too_large', {
            detail: `${path} has ${file.size} bytes; up to ${MOST_FETCHED_BYTES} can be fetched.`,
            hint: 'Read parts of a text with vfs_read, or download it: GET /api/fs/content?path=... honours Range.',
          });
        }
        const bytes = await readAll(vfs, file);
        const { mimeType, cid, size } = file;
        const isText = isUtf8(bytes) && (isTextType(mimeType) || !bytes.includes(0));
        const content = isText ? { text: bytes.toString('utf8') } : { base64: bytes.toString('base64') };
        return { path, mimeType, cid, size, ...content };
      },
      embed: ({ path, mimeType, cid, size, text, base64 = '' }) => ({
        content: text === undefined ? { uri: `vfs://${encodeURI(path)}`, mimeType, base64 } : { text },
        about: { path, mimeType, cid, size },
      }),
    }),
    defineOperation({
      name: 'vfs_write',
      ability: 'fs/write',
      title: 'Write a text file',
      description:
        'Stores a text or the attached file. Fails where a file is, unless overwrite is true: then it becomes a new version of it, and the person is asked first.',
      input: z.object({
        path: pathField,
        content: withWords(
          z
            .string()
            .max(MOST_FETCHED_BYTES)
            .optional()
            .meta({ description: 'The text; none for the attached file.' }),
          { aliases: ['content', 'text', 'saying'], orAttached: true },
        ),
        mimeType: z.string().max(255).optional().describe('By the ending of the path when left out.'),
        overwrite: z.boolean().default(false).describe('Replace a file that is there.'),
        publish: publishField,
      }),
      effect: 'write',
      answer: { description: 'The file as it is now' },
      audit: 'own',
      approval: (args) => args.publish || args.overwrite,
      describe: (args) => wordWriting({ ...args, path: exactName(args.path) }),
      foresee: (args, asker) =>
        foreseeStored(deps, asker, parseFilePath(args.path), (path) => wordWriting({ ...args, path })),
      run: async (args, caller) => {
        const path = parseFilePath(args.path);
        const bytes = bytesOf(args.content, caller);
        const granted = await access(caller, 'fs/write', path);
        const present = await vfs.files.findFileAt(granted.namespace, path);
        // Of what is overwritten the person was asked, and told who reads it.
        const publish = args.publish || present !== undefined;
        const seen = await requireUnseen(vfs, granted, caller, { path, publish });
        const file = await createFile(vfs, granted, {
          path,
          source: once(bytes),
          size: bytes.length,
          mimeType: args.mimeType,
          overwrite: args.overwrite,
        });
        return { file: describeFile(file), seen };
      },
      forModel: ({ file }) => ({ summary: wordWritten(file), ...file }),
      undo: ({ path }, { file: { version }, seen }) =>
        version === 1
          ? { operation: 'vfs_delete', input: { paths: [path] } }
          : versionBefore(path, version, seen),
    }),
    defineOperation({
      name: 'vfs_edit',
      ability: 'fs/write',
      title: 'Edit a text file',
      description: 'Replaces a text in a file. oldString must occur exactly once, unless replaceAll is true.',
      input: z.object({
        path: pathField,
        oldString: z.string().min(1).max(1_000_000).describe('Exactly as in the file, without line numbers.'),
        newString: z.string().max(1_000_000),
        replaceAll: z.boolean().default(false),
        publish: publishField,
      }),
      effect: 'write',
      answer: { description: 'The file as it is now' },
      audit: 'own',
      approval: ({ publish }) => publish,
      describe: ({ oldString, newString, ...args }) =>
        wordEditing({
          ...args,
          path: exactName(args.path),
          oldString: beginning(oldString),
          newString: beginning(newString),
        }),
      foresee: (args, asker) =>
        foreseeStored(deps, asker, parseFilePath(args.path), (path) => wordEditing({ ...args, path })),
      run: async (args, caller) => {
        const path = parseFilePath(args.path);
        const granted = await access(caller, 'fs/write', path);
        const { id } = await fileAt(vfs, granted, 'fs/write', path);
        await requireUnseen(vfs, granted, caller, { path, publish: args.publish });
        const { file, replacements } = await editFile(vfs, granted, id, args);
        return { path, replacements, version: file.version, cid: file.cid };
      },
      summary: ({ path, replacements, version }) =>
        `Changed ${counted(replacements, 'place')} in ${path}, which is version ${version} now.`,
      undo: ({ path, publish }, { version }) => versionBefore(path, version, publish),
    }),
  ];
}

/** What is to be written: the text, or else the file that the message brought. @throws OracleError `invalid_request` for neither */
function bytesOf(content: string | undefined, { attachments }: Pick<Caller, 'attachments'>): Buffer {
  if (content !== undefined) return Buffer.from(content);
  if (attachments.length > 0) return attachedFile(attachments, undefined, 'the content').content;
  throw new OracleError('invalid_request', {
    detail: 'What to write is not said: give content, or attach a file to the message.',
    errors: [{ field: 'content', message: 'is required where no file is attached' }],
  });
}

function wordWriting({
  path,
  overwrite,
  publish,
}: Readonly<Record<'overwrite' | 'publish', boolean>> & { readonly path: string }): string {
  return `${overwrite ? 'Overwrite' : 'Write'} ${path}${publish ? BY_THE_WAY : ''}`;
}

function wordEditing({
  path,
  oldString,
  newString,
  publish,
}: Readonly<Record<'path' | 'oldString' | 'newString', string>> & { readonly publish: boolean }): string {
  return `Change ${JSON.stringify(oldString)} to ${JSON.stringify(newString)} in ${path}${publish ? BY_THE_WAY : ''}`;
}

function wordWritten({ path, size, version }: DescribedFile): string {
  const words = `Wrote ${path}: ${counted(size, 'byte')}`;
  return version === 1 ? `${words}.` : `${words}, as its version ${version}.`;
}

/** As much of a text as the title of a change holds; a question holds all of it. */
function beginning(text: string): string {
  return text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text;
}

/** What brings back the content that a new version took the place of, and to whom that is shown, if it is. */
function versionBefore(path: string, version: number, publish: boolean): Undo {
  return {
    operation: 'vfs_restore_version',
    input: { path, version: version - 1, ...(publish && { publish }) },
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
