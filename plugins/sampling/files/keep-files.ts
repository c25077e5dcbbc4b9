import { type Logger, OracleError, type Principal } from 'oracle-runtime/plugin';
import type { FileService } from '../../vfs/service.js';

export interface NewKeptFile {
  readonly name: string;
  readonly mimeType: string;
  readonly content: string | AsyncIterable<Uint8Array>;
}

/** Where the files of an answer lie, in the namespace of whoever asked. */
export interface KeptFiles {
  readonly folder: string;
  readonly written: readonly { readonly path: string; readonly bytes: number; readonly cid: string }[];
  /** Why there are fewer than there should be. */
  readonly notWritten?: string;
}

/**
 * Leaves files in a folder of the caller. What they hold is stored by the service anyway, so a caller that has no room
 * or grants no `fs/write` still gets its answer, with the reason.
 */
export async function keepFiles(
  files: FileService,
  principal: Principal,
  folder: string,
  contents: readonly NewKeptFile[],
  logger: Logger,
): Promise<KeptFiles> {
  const written: KeptFiles['written'][number][] = [];
  try {
    for (const { name, mimeType, content } of contents) {
      const source = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
      // In a folder of its own, which people have shared or published for what comes there.
      const { path, size, cid } = await files.write(principal, `${folder}/${name}`, source, {
        mimeType,
        inSight: true,
      });
      written.push({ path, bytes: size, cid });
    }
    return { folder, written };
  } catch (error) {
    const known = OracleError.isInstance(error) && error.status < 500;
    if (!known) logger.warn({ err: error, folder }, 'files not written');
    const reason = OracleError.isInstance(error) ? error.detail : 'The file system failed.';
    const hint = OracleError.isInstance(error) && error.hint !== undefined ? ` ${error.hint}` : '';
    return { folder, written, notWritten: `${reason}${hint}` };
  }
}
