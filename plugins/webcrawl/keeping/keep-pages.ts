import { sha256Hex } from 'oracle-runtime/kit';
import { type Clock, OracleError, type Principal } from 'oracle-runtime/plugin';
import type { FileService } from '../../vfs/service.js';
import type { Page } from '../crawler/answers.js';

/** Where a page was put. */
export interface KeptPage {
  readonly path: string;
  readonly cid: string;
}

/** One of the two. */
export interface Keeping {
  readonly file?: KeptPage;
  readonly notKept?: string;
}

/** Puts pages that were read into the files of who asked, so that what was cited can be looked up when it has changed. */
export class KeepPages {
  readonly #files: FileService | undefined;
  readonly #clock: Clock;

  constructor(files: FileService | undefined, clock: Clock) {
    this.#files = files;
    this.#clock = clock;
  }

  /** The same text of the same place is one file, however often it is read in a day. Else why it was not kept. */
  async keep(principal: Principal, page: Page): Promise<Keeping> {
    if (this.#files === undefined) return { notKept: 'this oracle keeps no files' };
    const day = new Date(this.#clock.now()).toISOString().slice(0, 10);
    const content = Buffer.from(documentOf(page, day));
    const path = pathOf(page, day, content);
    try {
      const known = await this.#files.stat(principal, path);
      const { cid } =
        known ?? (await this.#files.write(principal, path, content, { mimeType: 'text/markdown' }));
      return { file: { path, cid } };
    } catch (error) {
      if (!OracleError.isInstance(error)) throw error;
      return {
        notKept: error.code === 'forbidden' ? 'you have not let this oracle write files' : error.detail,
      };
    }
  }
}

function documentOf({ url, title, byline, markdown, cut }: Page, day: string): string {
  const head = { url, title, ...(byline && { byline }), read: day, ...(cut && { cut: true }) };
  const lines = Object.entries(head).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n\n${markdown.trim()}\n`;
}

/** `/web/example.org/2026-11-29-clean-cooking-1a2b3c4d.md`. */
function pathOf({ url, title }: Page, day: string, content: Buffer): string {
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9.]+/g, '-')
      .replace(/^[-.]+|[-.]+$/g, '');
  const name = plain(title).replaceAll('.', '-').slice(0, 60) || 'page';
  const hash = sha256Hex(content).slice(0, 8);
  return `/web/${plain(new URL(url).hostname) || 'site'}/${day}-${name}-${hash}.md`;
}
