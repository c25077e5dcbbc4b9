import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { type DocumentSignature, toPage } from 'oracle-runtime/kit';
import { type Clock, OracleError } from 'oracle-runtime/plugin';
import type { AuthorityDraw } from '../submission/authority-draw.js';
import type { Receipt } from '../submission/send-submission.js';
import type { SubmissionDocument } from '../submission/submission-document.js';
import { overlaps } from '../trail/trail-state.js';
import { olderThan } from './older-than.js';
import type { SamplingTables } from './tables.js';

/** A signed submission and what became of it. */
export interface SubmissionRecord {
  readonly submissionId: string;
  readonly status: 'prepared' | 'sent' | 'drawn';
  readonly document: SubmissionDocument;
  /** Null when the oracle has no signing identity. */
  readonly signature: DocumentSignature | null;
  readonly receipts: readonly Receipt[];
  readonly draw: AuthorityDraw | null;
}

interface Progress {
  readonly receipts: readonly Receipt[];
  readonly draw: AuthorityDraw | null;
}

type Signed = Pick<SubmissionRecord, 'document' | 'signature'>;

/** Stored submissions, each seen by its owner alone. */
export interface SubmissionsStore {
  /** `within` is a transaction that it is stored in. */
  create(
    owner: string,
    make: (id: string, createdAt: string) => Promise<Signed>,
    within?: Kysely<SamplingTables>,
  ): Promise<SubmissionRecord>;
  /** @throws OracleError `not_found` */
  get(owner: string, id: string): Promise<SubmissionRecord>;
  list(
    owner: string,
    page: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<{ items: SubmissionRecord[]; cursor?: string }>;
  /** Submissions of an owner that have one of some projects, and days from `from` to `to`, oldest first. */
  overlapping(
    owner: string,
    what: { readonly projects: readonly string[]; readonly from: string; readonly to: string },
    within?: Kysely<SamplingTables>,
  ): Promise<SubmissionRecord[]>;
  /** Adds a receipt. `within` as in `create`, here and below. */
  addReceipt(
    owner: string,
    id: string,
    receipt: Receipt,
    within?: Kysely<SamplingTables>,
  ): Promise<SubmissionRecord>;
  /** Records the authority's draw, once. @throws OracleError `conflict` when there is one already */
  addDraw(
    owner: string,
    id: string,
    draw: AuthorityDraw,
    within?: Kysely<SamplingTables>,
  ): Promise<SubmissionRecord>;
}

/** Two writers that change the same submission at once: the later one reads again, this often. */
const ATTEMPTS = 5;

export function createSubmissionsStore(db: Kysely<SamplingTables>, clock: Clock): SubmissionsStore {
  type Row = Selectable<SamplingTables['sampling_submissions']>;
  const missing = (id: string) => new OracleError('not_found', { detail: `There is no submission '${id}'.` });

  async function row(owner: string, id: string, on: Kysely<SamplingTables> = db): Promise<Row> {
    const found = await on
      .selectFrom('sampling_submissions')
      .selectAll()
      .where('id', '=', id)
      .where('owner', '=', owner)
      .executeTakeFirst();
    if (found === undefined) throw missing(id);
    return found;
  }

  async function change(
    owner: string,
    id: string,
    next: (progress: Progress) => Progress,
    on: Kysely<SamplingTables> = db,
  ): Promise<SubmissionRecord> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const found = await row(owner, id, on);
      const progress = JSON.stringify(next(JSON.parse(found.progress) as Progress));
      const { numUpdatedRows } = await on
        .updateTable('sampling_submissions')
        .set({ progress, version: found.version + 1 })
        .where('id', '=', id)
        .where('version', '=', found.version)
        .executeTakeFirst();
      if (numUpdatedRows === 1n) return recordOf({ ...found, progress });
    }
    throw new OracleError('conflict', {
      detail: `Submission '${id}' is being changed by other requests. Try again.`,
    });
  }

  return {
    async create(owner, make, within = db) {
      const id = `submission-${randomUUID()}`;
      const created_at = new Date(clock.now()).toISOString();
      const signed = await make(id, created_at);
      const progress: Progress = { receipts: [], draw: null };
      const inserted: Row = {
        id,
        owner,
        created_at,
        version: 1,
        document: JSON.stringify(signed),
        progress: JSON.stringify(progress),
      };
      await within.insertInto('sampling_submissions').values(inserted).execute();
      return recordOf(inserted);
    },
    async get(owner, id) {
      return recordOf(await row(owner, id));
    },
    async list(owner, { limit, cursor }) {
      let query = db
        .selectFrom('sampling_submissions')
        .selectAll()
        .where('owner', '=', owner)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1);
      if (cursor !== undefined) query = query.where(olderThan(cursor));
      return toPage(await query.execute(), limit, recordOf, (row) => [row.created_at, row.id]);
    },
    async overlapping(owner, { projects, ...days }, within = db) {
      const rows = await within
        .selectFrom('sampling_submissions')
        .selectAll()
        .where('owner', '=', owner)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      const wanted = new Set(projects);
      return rows
        .map(recordOf)
        .filter(
          ({ document }) =>
            overlaps(document.monitoringPeriod, days) &&
            document.projects.some(({ projectId }) => wanted.has(projectId)),
        );
    },
    addReceipt(owner, id, receipt, within) {
      const added = (progress: Progress) => ({ ...progress, receipts: [...progress.receipts, receipt] });
      return change(owner, id, added, within);
    },
    addDraw(owner, id, draw, within) {
      const added = (progress: Progress) => {
        if (progress.draw !== null)
          throw new OracleError('conflict', {
            detail: `The authority's draw of submission '${id}' is already recorded.`,
            hint: 'A second draw needs a new submission: drawing until the result pleases is no random selection.',
          });
        return { ...progress, draw };
      };
      return change(owner, id, added, within);
    },
  };
}

function recordOf(row: { id: string; document: string; progress: string }): SubmissionRecord {
  const { document, signature } = JSON.parse(row.document) as Signed;
  const { receipts, draw } = JSON.parse(row.progress) as Progress;
  return {
    submissionId: row.id,
    status: draw !== null ? 'drawn' : receipts.length > 0 ? 'sent' : 'prepared',
    document,
    signature,
    receipts,
    draw,
  };
}
