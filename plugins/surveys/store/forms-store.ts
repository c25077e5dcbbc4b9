import { randomUUID } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import { decodeCursor, toPage } from 'oracle-runtime/kit';
import { type Clock, OracleError, refuseCursor } from 'oracle-runtime/plugin';
import type { FormModel } from '../form/form-model.js';
import type { TemplateName } from '../form/templates/index.js';
import type { SurveysTables } from './tables.js';

/** A form as it was made. */
export interface KeptForm {
  readonly id: string;
  readonly createdAt: string;
  readonly designId: string;
  readonly selectionId: string;
  readonly template: TemplateName;
  /** Who visits. */
  readonly enumerators: readonly string[];
  readonly model: FormModel;
}

/** Versions of one form in a day: `yyyymmdd` and two digits. */
const MOST_A_DAY = 99;

export interface FormsStore {
  /**
   * Keeps a form under the next version of its day. `make` builds it, once the version is known.
   * @throws OracleError `conflict` after 99 versions of a form in one day
   */
  create(
    owner: string,
    terms: Omit<KeptForm, 'id' | 'createdAt' | 'model'> & { readonly formId: string },
    make: (version: string) => FormModel,
  ): Promise<KeptForm>;
  /** By its id, or the newest version by the id that phones know. @throws OracleError `not_found` */
  get(owner: string, id: string): Promise<KeptForm>;
  /** The design of a form, whoever owns it; undefined when there is no such form. */
  designOf(id: string): Promise<string | undefined>;
  /** The newest version by the id that phones know; undefined when there is none. */
  newest(owner: string, formId: string): Promise<KeptForm | undefined>;
  /** The newest version of each form of a design. */
  ofDesign(owner: string, designId: string): Promise<KeptForm[]>;
  /** One version by the id that phones know; undefined when there is none. */
  version(owner: string, formId: string, version: string): Promise<KeptForm | undefined>;
  list(
    owner: string,
    page: { readonly limit: number; readonly cursor?: string | undefined },
    designId?: string,
  ): Promise<{ items: KeptForm[]; cursor?: string }>;
}

export function createFormsStore(db: Kysely<SurveysTables>, clock: Clock): FormsStore {
  const newestFirst = (owner: string) =>
    db
      .selectFrom('surveys_forms')
      .selectAll()
      .where('owner', '=', owner)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc');
  return {
    async create(owner, { formId, ...terms }, make) {
      const createdAt = new Date(clock.now()).toISOString();
      const day = createdAt.slice(0, 10).replaceAll('-', '');
      return db.transaction().execute(async (trx) => {
        const last = await trx
          .selectFrom('surveys_forms')
          .select('version')
          .where('owner', '=', owner)
          .where('form_id', '=', formId)
          .where('version', '>=', `${day}01`)
          .where('version', '<=', `${day}99`)
          .orderBy('version', 'desc')
          .limit(1)
          .executeTakeFirst();
        const number = last === undefined ? 1 : Number(last.version.slice(8)) + 1;
        if (number > MOST_A_DAY)
          throw new OracleError('conflict', {
            detail: `The form '${formId}' has ${MOST_A_DAY} versions of today already.`,
            hint: 'Go on tomorrow, or use the newest one.',
          });
        const version = `${day}${String(number).padStart(2, '0')}`;
        const kept: KeptForm = { id: `form-${randomUUID()}`, createdAt, ...terms, model: make(version) };
        await trx
          .insertInto('surveys_forms')
          .values({
            id: kept.id,
            owner,
            design_id: kept.designId,
            selection_id: kept.selectionId,
            form_id: formId,
            version,
            created_at: createdAt,
            document: JSON.stringify(kept),
          })
          .execute();
        return kept;
      });
    },
    async get(owner, id) {
      const row = await newestFirst(owner)
        .where((eb) => eb.or([eb('id', '=', id), eb('form_id', '=', id)]))
        .limit(1)
        .executeTakeFirst();
      if (row !== undefined) return keptForm(row);
      throw new OracleError('not_found', { detail: `There is no form '${id}'.` });
    },
    async designOf(id) {
      const row = await db
        .selectFrom('surveys_forms')
        .select('design_id')
        .where((eb) => eb.or([eb('id', '=', id), eb('form_id', '=', id)]))
        .limit(1)
        .executeTakeFirst();
      return row?.design_id;
    },
    async newest(owner, formId) {
      const row = await newestFirst(owner).where('form_id', '=', formId).limit(1).executeTakeFirst();
      return row && keptForm(row);
    },
    async ofDesign(owner, designId) {
      const rows = await newestFirst(owner).where('design_id', '=', designId).execute();
      const newest = new Map(rows.toReversed().map((row) => [row.form_id, row]));
      return [...newest.values()].map(keptForm);
    },
    async version(owner, formId, version) {
      const row = await newestFirst(owner)
        .where('form_id', '=', formId)
        .where('version', '=', version)
        .executeTakeFirst();
      return row && keptForm(row);
    },
    async list(owner, { limit, cursor }, designId) {
      let query = newestFirst(owner).limit(limit + 1);
      if (designId !== undefined) query = query.where('design_id', '=', designId);
      if (cursor !== undefined) {
        const [createdAt, id] = decodeCursor(cursor, ['string', 'string']) ?? refuseCursor();
        query = query.where(sql<boolean>`(created_at, id) < (${createdAt}, ${id})`);
      }
      return toPage(await query.execute(), limit, keptForm, (row) => [row.created_at, row.id]);
    },
  };
}

function keptForm({ document }: Selectable<SurveysTables['surveys_forms']>): KeptForm {
  return JSON.parse(document) as KeptForm;
}
