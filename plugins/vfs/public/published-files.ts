import { Lru } from 'oracle-runtime/kit';
import type { PreparedFile } from '../http/prepared-file.js';
import type { DatabaseVersion } from '../store/database-version.js';

/** Weight of all that is kept. */
const CAPACITY = 16 * 1024 * 1024;
/** What an entry weighs beside its bytes. */
const ENTRY = 4 * 1024;

/**
 * Published files by the parameters under which they were asked for, with their small content. Nothing is served from here
 * once anything at all in the database has changed: what is unpublished is gone from here with the answer that says so,
 * whichever process it was that changed it.
 */
export class PublishedFiles {
  readonly #database: DatabaseVersion;
  #files = new Lru<PreparedFile>(CAPACITY);
  /** Of the database that `#files` were read from. */
  #version = '';

  constructor(database: DatabaseVersion) {
    this.#database = database;
  }

  /** @param find reads the file from the database; undefined when nothing is published there */
  async at(key: string, find: () => Promise<PreparedFile | undefined>): Promise<PreparedFile | undefined> {
    if (!this.#database.known) return find();
    // What is found later than the version was read is newer, never older.
    const version = this.#database.ofThisTurn ?? (await this.#database.ask());
    if (version !== this.#version) {
      this.#version = version;
      this.#files = new Lru(CAPACITY);
    }
    const kept = this.#files.get(key);
    if (kept !== undefined) return kept;
    const files = this.#files;
    const found = await find();
    // Not among those of another version, when there is one by now.
    if (found?.lasts === true) files.set(key, found, ENTRY + (found.bytes?.length ?? 0));
    return found;
  }
}
