import { randomUUID } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import { decodeCursor, sha256Hex, toPage } from 'oracle-runtime/kit';
import { type Clock, OracleError, refuseCursor } from 'oracle-runtime/plugin';
import type { HeldAnswers } from '../../sampling/service.js';
import { countsByItself, type Finding } from '../reconciliation/findings.js';
import type { SurveysTables } from './tables.js';

/** A submission as it was taken. */
export interface Submission {
  readonly id: string;
  readonly formId: string;
  readonly version: string;
  readonly instanceId: string;
  readonly person: string;
  readonly receivedAt: string;
  readonly unitId: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly stratum: string | null;
  /** In the unit of the design; 0 or 1 for a proportion; null when nothing was measured. */
  readonly value: number | null;
  readonly status: string;
  readonly findings: readonly Finding[];
  readonly verdict: 'counts' | 'left out' | null;
  readonly verdictReason: string | null;
  /** Paths of attachments. */
  readonly files: readonly string[];
  /** Whether it is a reading: what a person decided, else what the findings say. */
  readonly counts: boolean;
}

/** What a submission says of the phone and the times of its interview. */
export interface VisitOfPhone {
  readonly id: string;
  readonly phone: string;
  /** The key that it came by, and whose it is. */
  readonly key: string;
  readonly person: string;
  readonly start: string | undefined;
  /** Undefined as well where it takes the place of another one, and ends when that was changed. */
  readonly end: string | undefined;
}

export type NewSubmission = Omit<Submission, 'id' | 'receivedAt' | 'verdict' | 'verdictReason' | 'counts'> & {
  readonly keyId: string;
  readonly xml: string;
};

export interface SubmissionsStore {
  /** What a phone sent under this id before; undefined when nothing. */
  sent(
    owner: string,
    formId: string,
    instanceId: string,
  ): Promise<(Submission & { xmlSha256: string }) | undefined>;
  create(owner: string, submission: NewSubmission): Promise<Submission>;
  /** Notes where all attachments of one lie. */
  addFiles(owner: string, id: string, files: readonly string[]): Promise<void>;
  /** @throws OracleError `not_found` */
  get(owner: string, id: string): Promise<Submission>;
  /** @throws OracleError `not_found` */
  judge(owner: string, id: string, verdict: 'counts' | 'left out', reason: string): Promise<Submission>;
  list(
    owner: string,
    formId: string,
    page: { readonly limit: number; readonly cursor?: string | undefined },
    only?: 'with findings',
  ): Promise<{ items: Submission[]; cursor?: string }>;
  /** All of a form in the order in which they came, or those of one household. */
  all(owner: string, formId: string, unitId?: string): Promise<Submission[]>;
  /** From which phone each of a form came, and what it says of when it began and ended. */
  visits(owner: string, formId: string): Promise<VisitOfPhone[]>;
  /** Values that came in by the forms of some designs: those that count, and those that a person left out. */
  valuesOf: HeldAnswers;
}

export function createSubmissionsStore(db: Kysely<SurveysTables>, clock: Clock): SubmissionsStore {
  const of = (owner: string) => db.selectFrom('surveys_submissions').selectAll().where('owner', '=', owner);
  const change = async (
    owner: string,
    id: string,
    values: Partial<Selectable<SurveysTables['surveys_submissions']>>,
  ) => {
    const { numUpdatedRows } = await db
      .updateTable('surveys_submissions')
      .set(values)
      .where('owner', '=', owner)
      .where('id', '=', id)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw missing(id);
  };
  const get = async (owner: string, id: string) => {
    const row = await of(owner).where('id', '=', id).executeTakeFirst();
    if (row === undefined) throw missing(id);
    return submission(row);
  };
  let last = 0;
  /** Never twice the same: of what a household says twice the first counts, and two can come within a millisecond. */
  const arrival = () => {
    last = Math.max(clock.now(), last + 1);
    return new Date(last).toISOString();
  };
  return {
    async sent(owner, formId, instanceId) {
      const row = await of(owner)
        .where('form_id', '=', formId)
        .where('instance_id', '=', instanceId)
        .executeTakeFirst();
      return row && { ...submission(row), xmlSha256: row.xml_sha256 };
    },
    async create(owner, { keyId, xml, ...taken }) {
      const row: SurveysTables['surveys_submissions'] = {
        id: `submission-${randomUUID()}`,
        owner,
        form_id: taken.formId,
        version: taken.version,
        instance_id: taken.instanceId,
        key_id: keyId,
        person: taken.person,
        received_at: arrival(),
        unit_id: taken.unitId,
        day: taken.day,
        stratum: taken.stratum,
        value: taken.value,
        status: taken.status,
        findings: JSON.stringify(taken.findings),
        verdict: null,
        verdict_reason: null,
        xml,
        xml_sha256: sha256Hex(xml),
        files: JSON.stringify(taken.files),
      };
      await db.insertInto('surveys_submissions').values(row).execute();
      return submission(row);
    },
    addFiles: (owner, id, files) => change(owner, id, { files: JSON.stringify(files) }),
    get,
    async judge(owner, id, verdict, reason) {
      await change(owner, id, { verdict, verdict_reason: reason });
      return get(owner, id);
    },
    async list(owner, formId, { limit, cursor }, only) {
      let query = of(owner)
        .where('form_id', '=', formId)
        .orderBy('received_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1);
      if (only !== undefined) query = query.where('findings', '!=', '[]');
      if (cursor !== undefined) {
        const [receivedAt, id] = decodeCursor(cursor, ['string', 'string']) ?? refuseCursor();
        query = query.where(sql<boolean>`(received_at, id) < (${receivedAt}, ${id})`);
      }
      return toPage(await query.execute(), limit, submission, (row) => [row.received_at, row.id]);
    },
    async all(owner, formId, unitId) {
      let query = of(owner).where('form_id', '=', formId).orderBy('received_at').orderBy('id');
      if (unitId !== undefined) query = query.where('unit_id', '=', unitId);
      return (await query.execute()).map(submission);
    },
    async visits(owner, formId) {
      const rows = await db
        .selectFrom('surveys_submissions')
        .select(['id', 'key_id', 'person', 'xml'])
        .where('owner', '=', owner)
        .where('form_id', '=', formId)
        .execute();
      return rows.map(({ id, key_id: key, person, xml }) => ({
        id,
        key,
        person,
        // Several people may share a key, each with a device, or a name in the form, of their own.
        phone: [key, ...[ENUMERATOR, DEVICE].map((said) => said.exec(xml)?.[1] ?? '')].join(' '),
        start: STARTED.exec(xml)?.[1],
        end: EDITS.test(xml) ? undefined : ENDED.exec(xml)?.[1],
      }));
    },
    async valuesOf(designIds, { from, to }) {
      const forms = await db
        .selectFrom('surveys_forms')
        .select(['owner', 'form_id'])
        .distinct()
        .where('design_id', 'in', [...designIds])
        .execute();
      const rows = await Promise.all(
        forms.map(({ owner, form_id }) =>
          of(owner).where('form_id', '=', form_id).where('day', '>=', from).where('day', '<=', to).execute(),
        ),
      );
      return rows
        .flat()
        .map(submission)
        .flatMap(({ unitId, value, day, counts, verdict }) =>
          value !== null && (counts || verdict !== null) ? [{ unitId, value, day }] : [],
        );
    },
  };
}

/** When an interview began and ended, by whom and on what it was led, and which one it takes the place of, as a form notes it. */
const [STARTED, ENDED] = [noted('start'), noted('end')];
const [ENUMERATOR, DEVICE] = [noted('enumerator'), noted('device_?id')];
const EDITS = noted('deprecatedID');

function noted(question: string): RegExp {
  return new RegExp(`<(?:[\\w-]+:)?${question}>\\s*([^<]{1,100}?)\\s*<`, 'i');
}

function missing(id: string): OracleError {
  return new OracleError('not_found', { detail: `There is no submission '${id}'.` });
}

function submission(row: Selectable<SurveysTables['surveys_submissions']>): Submission {
  const findings = JSON.parse(row.findings) as Finding[];
  return {
    id: row.id,
    formId: row.form_id,
    version: row.version,
    instanceId: row.instance_id,
    person: row.person,
    receivedAt: row.received_at,
    unitId: row.unit_id,
    day: row.day,
    stratum: row.stratum,
    value: row.value,
    status: row.status,
    findings,
    verdict: row.verdict,
    verdictReason: row.verdict_reason,
    files: JSON.parse(row.files) as string[],
    counts: row.verdict === null ? countsByItself(findings) : row.verdict === 'counts',
  };
}
