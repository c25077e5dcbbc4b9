import { defineService } from 'oracle-runtime/plugin';

export interface Note {
  readonly id: string;
  readonly text: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** What other plugins may do with notes. This file is all that they import of this plugin. */
export interface Notes {
  /** @throws OracleError `conflict` when the person may keep no more */
  add(owner: string, text: string): Promise<Note>;
  /** Oldest first. */
  list(owner: string): Promise<readonly Note[]>;
}

export const Notes = defineService<Notes>()('notes', 'notes');
