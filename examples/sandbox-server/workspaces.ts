import { randomUUID } from 'node:crypto';
import { constants, existsSync, renameSync } from 'node:fs';
import {
  chmod,
  chown,
  type FileHandle,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  rename,
  rm,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isRoot, JAIL_USER, type Limits } from './jail.js';
import { placeOfServer, removeLeftBehind } from './left-behind.js';
import { Refusal } from './refusal.js';
import { removeTree } from './remove-tree.js';

export interface WorkspaceFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

export interface WorkspaceUse {
  readonly bytes: number;
  readonly files: readonly WorkspaceFile[];
  /** Whether more is there than may be; not all was looked at then. */
  readonly over: boolean;
}

/** How long a workspace that nobody uses is kept, and how many there are at most. */
const KEPT_MS = 60 * 60_000;
const MOST = 200;
const MIB = 1024 * 1024;

/** Folders of runs. One name is one folder that no other name reaches; what is done in it is done one after the other. */
export class Workspaces {
  readonly #limits: Limits;
  readonly #root: string;
  readonly #used = new Map<string, number>();
  readonly #turns = new Map<string, Promise<unknown>>();
  /** What could not be removed yet; the next one that comes tries again. */
  readonly #doomed = new Set<string>();

  private constructor(root: string, limits: Limits) {
    this.#root = root;
    this.#limits = limits;
  }

  static async open(limits: Limits): Promise<Workspaces> {
    await removeLeftBehind(tmpdir());
    const root = await mkdtemp(join(tmpdir(), placeOfServer()));
    // The jail's user must get through, to its own folder alone.
    if (isRoot) await chown(root, JAIL_USER, JAIL_USER);
    return new Workspaces(root, limits);
  }

  /** With the folder, once everybody before has done with it. */
  async with<T>(name: string, work: (folder: string) => Promise<T>): Promise<T> {
    const before = this.#turns.get(name) ?? Promise.resolve();
    const turn = before.catch(() => undefined).then(async () => work(await this.#folder(name)));
    this.#turns.set(name, turn);
    try {
      return await turn;
    } finally {
      this.#used.set(name, Date.now());
      if (this.#turns.get(name) === turn) this.#turns.delete(name);
    }
  }

  /** Nobody has its files any more; what cannot be removed now lies aside and is tried again. */
  async clear(name: string): Promise<void> {
    const folder = join(this.#root, name);
    if (!existsSync(folder)) return;
    const aside = join(this.#root, `gone-${randomUUID()}`);
    renameSync(folder, aside);
    this.#doomed.add(aside);
    await this.#removeDoomed();
  }

  /** A folder for the code of one run; whoever asks removes it. */
  codePlace(): Promise<string> {
    return mkdtemp(join(this.#root, 'code-'));
  }

  async close(): Promise<void> {
    await removeTree(this.#root);
  }

  /** What lies in a folder, links and devices not counted. It stops looking where there is too much. */
  async use(folder: string): Promise<WorkspaceUse> {
    const files: WorkspaceFile[] = [];
    const over = { bytes: 0, files: [], over: true };
    let bytes = 0;
    let seen = 0;
    const folders = [''];
    for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
      const entries = await readdir(join(folder, at), { withFileTypes: true }).catch(unlessGone);
      // What cannot be looked into, as a folder that lies too deep, could hold anything.
      if (entries === undefined) return over;
      for (const entry of entries) {
        seen += 1;
        const path = at === '' ? entry.name : `${at}/${entry.name}`;
        if (entry.isDirectory()) folders.push(path);
        const found = entry.isFile()
          ? await lstat(join(folder, path)).then((stat) => [stat], unlessGone)
          : [];
        if (found === undefined) return over;
        for (const { size, blocks } of found) {
          files.push({ path, size });
          bytes += blocks * 512;
        }
        if (seen > this.#limits.files || bytes > this.#limits.disk * MIB) return over;
      }
    }
    return { bytes, files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)), over: false };
  }

  /**
   * Stores a file whole or not at all. The workspace is for others while the content comes.
   * @throws Refusal when it is not as large as was said, or does not fit
   */
  async put(name: string, path: string, content: AsyncIterable<Uint8Array>, size: number): Promise<void> {
    await this.with(name, (folder) => this.#requireRoom(folder, size));
    const part = join(this.#root, `part-${randomUUID()}`);
    try {
      await receive(part, content, size);
      if (isRoot) await chown(part, JAIL_USER, JAIL_USER);
      await this.with(name, async (folder) => {
        await this.#requireRoom(folder, size);
        await this.#makeWay(folder, dirname(path));
        await rename(part, join(folder, path));
      });
    } finally {
      await rm(part, { force: true });
    }
  }

  /** Opens a plain file for reading: a link that the code left there leads nowhere. @throws Error when there is none */
  async read(folder: string, path: string): Promise<{ readonly file: FileHandle; readonly size: number }> {
    const target = join(folder, path);
    await this.#inside(folder, dirname(target));
    const file = await open(target, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const found = await file.stat();
    if (found.isFile()) return { file, size: found.size };
    await file.close();
    throw new Refusal('it is no file');
  }

  /** No part of the way may be a link. */
  async #inside(folder: string, directory: string): Promise<void> {
    for (let at = directory; at !== folder; at = dirname(at)) {
      if (!at.startsWith(`${folder}/`) || !(await lstat(at)).isDirectory())
        throw new Refusal('it is no folder');
    }
  }

  /** Makes the folders of a path step by step: below a link that the code left there none is made. */
  async #makeWay(folder: string, way: string): Promise<void> {
    let at = folder;
    for (const name of way === '.' ? [] : way.split('/')) {
      at = join(at, name);
      const isNew = await mkdir(at).then(
        () => true,
        () => false,
      );
      if (isNew && isRoot) await chown(at, JAIL_USER, JAIL_USER);
      if (!(await lstat(at)).isDirectory()) throw new Refusal('it is no folder');
    }
  }

  async #requireRoom(folder: string, size: number): Promise<void> {
    const { bytes, over } = await this.use(folder);
    if (over || bytes + size > this.#limits.disk * MIB) throw new Refusal('The workspace is full.');
  }

  async #folder(name: string): Promise<string> {
    await this.#makeRoom();
    this.#used.set(name, Date.now());
    const folder = join(this.#root, name);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (isRoot) await chown(folder, JAIL_USER, JAIL_USER);
    // The code may have shut it, and would bar the way of all that comes after.
    await chmod(folder, 0o700);
    return folder;
  }

  async #makeRoom(): Promise<void> {
    const idle = [...this.#used].filter(([name]) => !this.#turns.has(name)).toSorted(([, a], [, b]) => a - b);
    for (const [index, [name, at]] of idle.entries()) {
      if (idle.length - index <= MOST && Date.now() - at < KEPT_MS) break;
      // Another came for it while the one before was removed.
      if (this.#turns.has(name)) continue;
      this.#used.delete(name);
      await this.clear(name);
    }
    await this.#removeDoomed();
  }

  async #removeDoomed(): Promise<void> {
    for (const aside of [...this.#doomed]) if (await removeTree(aside)) this.#doomed.delete(aside);
  }
}

async function receive(part: string, content: AsyncIterable<Uint8Array>, size: number): Promise<void> {
  const file = await open(part, 'wx', 0o644);
  try {
    let written = 0;
    for await (const chunk of content) {
      written += chunk.length;
      if (written > size) break;
      await file.write(chunk);
    }
    if (written !== size) throw new Refusal('The file is not as large as was said.');
  } finally {
    await file.close();
  }
}

/** Nothing, for what the code took away meanwhile; undefined for what is there and cannot be read. */
function unlessGone(error: unknown): [] | undefined {
  const { code } = error as { readonly code?: unknown };
  return code === 'ENOENT' || code === 'ENOTDIR' ? [] : undefined;
}
