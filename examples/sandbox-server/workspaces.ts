import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chown, type FileHandle, lstat, mkdir, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isRoot, JAIL_USER, type Limits } from './jail.js';

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

  private constructor(root: string, limits: Limits) {
    this.#root = root;
    this.#limits = limits;
  }

  static async open(limits: Limits): Promise<Workspaces> {
    const root = await mkdtemp(join(tmpdir(), 'sandbox-'));
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

  async clear(name: string): Promise<void> {
    await rm(join(this.#root, name), { recursive: true, force: true });
  }

  async close(): Promise<void> {
    await rm(this.#root, { recursive: true, force: true });
  }

  /** What lies in a folder, links and devices not counted. It stops looking where there is too much. */
  async use(folder: string): Promise<WorkspaceUse> {
    const files: WorkspaceFile[] = [];
    let bytes = 0;
    let seen = 0;
    const folders = [''];
    for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
      for (const entry of await readdir(join(folder, at), { withFileTypes: true }).catch(() => [])) {
        seen += 1;
        const path = at === '' ? entry.name : `${at}/${entry.name}`;
        if (entry.isDirectory()) folders.push(path);
        const found = entry.isFile() ? await lstat(join(folder, path)).catch(() => undefined) : undefined;
        if (found !== undefined) {
          files.push({ path, size: found.size });
          bytes += found.blocks * 512;
        }
        if (seen > this.#limits.files || bytes > this.#limits.disk * MIB)
          return { bytes, files: [], over: true };
      }
    }
    return { bytes, files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)), over: false };
  }

  /** Stores a file whole or not at all. @throws Error when it is not as large as was said, or does not fit */
  async put(folder: string, path: string, content: AsyncIterable<Uint8Array>, size: number): Promise<void> {
    const { bytes, over } = await this.use(folder);
    if (over || bytes + size > this.#limits.disk * MIB) throw new Error('the workspace is full');
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    const part = join(this.#root, `part-${randomUUID()}`);
    const file = await open(part, 'wx', 0o644);
    try {
      let written = 0;
      for await (const chunk of content) {
        written += chunk.length;
        if (written > size) break;
        await file.write(chunk);
      }
      if (written !== size) throw new Error('the file is not as large as was said');
      if (isRoot) await chown(part, JAIL_USER, JAIL_USER);
      await this.#inside(folder, dirname(target));
      await rename(part, target);
    } finally {
      await file.close();
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
    throw new Error('it is no file');
  }

  /** No part of the way may be a link. */
  async #inside(folder: string, directory: string): Promise<void> {
    for (let at = directory; at !== folder; at = dirname(at)) {
      if (!at.startsWith(`${folder}/`) || !(await lstat(at)).isDirectory())
        throw new Error('it is no folder');
    }
  }

  async #folder(name: string): Promise<string> {
    await this.#makeRoom();
    this.#used.set(name, Date.now());
    const folder = join(this.#root, name);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (isRoot) await chown(folder, JAIL_USER, JAIL_USER);
    return folder;
  }

  async #makeRoom(): Promise<void> {
    const idle = [...this.#used].filter(([name]) => !this.#turns.has(name)).toSorted(([, a], [, b]) => a - b);
    for (const [index, [name, at]] of idle.entries()) {
      if (idle.length - index <= MOST && Date.now() - at < KEPT_MS) break;
      this.#used.delete(name);
      await this.clear(name);
    }
  }
}
