import { sha256Hex } from 'oracle-runtime/kit';
import { OracleError, type Principal } from 'oracle-runtime/plugin';
import { buildForm, enumeratorCode } from '../form/build-form.js';
import { LANGUAGE_CODES, type Language } from '../form/languages.js';
import type { OwnQuestion } from '../form/own-questions.js';
import type { TemplateName } from '../form/templates/index.js';
import type { Equivalents } from '../form/templates/kitchen-test.js';
import { householdsCsv, type Visit, visitsOf } from '../households/household-list.js';
import type { KeptForm } from '../store/forms-store.js';
import { compileXForm } from '../xform/compile-xform.js';
import { writeXlsForm } from '../xlsform/write-xlsform.js';
import { ownerOf, type Surveys } from './surveys.js';

export interface FormTerms {
  readonly designId: string;
  readonly selectionId?: string | undefined;
  readonly template?: TemplateName | undefined;
  readonly title?: string | undefined;
  readonly languages?: readonly Language[] | undefined;
  readonly enumerators?: readonly string[] | undefined;
  readonly questions?: readonly OwnQuestion[] | undefined;
  /** Of a kitchen test: kilograms of dry wood that one of a fuel stands for. */
  readonly equivalents?: Equivalents | undefined;
}

export interface MadeForm {
  readonly kept: KeptForm;
  readonly visits: readonly Visit[];
  readonly files: readonly WrittenFile[];
}

interface WrittenFile {
  readonly path: string;
  readonly bytes: number;
  readonly what: string;
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Makes the form of a design's draw, keeps it and leaves it in the files of who asked, as XLSForm, as XForm and with the list
 * of households.
 * @throws OracleError `not_found`, `conflict` when nothing was drawn, `invalid_request` naming what cannot be asked so
 */
export async function makeForm(surveys: Surveys, principal: Principal, terms: FormTerms): Promise<MadeForm> {
  const owner = await ownerOf(surveys, principal, terms.designId);
  const design = await surveys.designs.get(owner, terms.designId);
  const work = await surveys.designs.fieldwork(owner, terms.designId, terms.selectionId);
  const template =
    terms.template ?? (design.parameters.parameterType === 'proportion' ? 'still_in_use' : 'stove_use');
  if (terms.equivalents !== undefined && template !== 'kitchen_test')
    throw new OracleError('invalid_request', {
      detail: `The form ${template} weighs no fuel.`,
      hint: 'Leave equivalents out, or make the form kitchen_test.',
      errors: [{ field: 'equivalents', message: 'are of a kitchen test' }],
    });
  const enumerators = distinct(terms.enumerators ?? []);
  // Short, and of another draw another: phones tell forms apart by it.
  const formId = `${template}_${sha256Hex(work.selectionId).slice(0, 8)}`;
  const [first = 'en', ...others] = new Set(terms.languages ?? LANGUAGE_CODES);
  const kept = await surveys.forms.create(
    owner.id,
    { designId: terms.designId, selectionId: work.selectionId, formId, template, enumerators },
    (version) =>
      buildForm({
        formId,
        version,
        template,
        title: terms.title,
        languages: [first, ...others],
        enumerators,
        questions: terms.questions ?? [],
        equivalents: terms.equivalents,
      }),
  );
  const visits = visitsOf(work, enumerators);
  return { kept, visits, files: await writeFiles(surveys, principal, kept, visits) };
}

/** Names of people whose codes differ. @throws OracleError `invalid_request` */
function distinct(names: readonly string[]): string[] {
  const codes = new Map<string, string>();
  for (const [row, name] of names.entries()) {
    const code = enumeratorCode(name);
    const known = codes.get(code);
    if (known === name) continue;
    if (known !== undefined || code === 'e_')
      throw new OracleError('invalid_request', {
        detail:
          known === undefined
            ? `'${name}' has no letters of the alphabet to make a code of.`
            : `'${name}' and '${known}' are one and the same in a form: both are ${code}.`,
        errors: [{ field: `enumerators.${row}`, message: `has the code ${code}` }],
      });
    codes.set(code, name);
  }
  return [...codes.values()];
}

async function writeFiles(
  { files, clock }: Surveys,
  principal: Principal,
  { model }: KeptForm,
  visits: readonly Visit[],
): Promise<WrittenFile[]> {
  const folder = `/surveys/${model.formId}/${model.version}`;
  const contents = [
    {
      name: `${model.formId}.xlsx`,
      mimeType: XLSX,
      content: await writeXlsForm(model, clock.now()),
      what: 'XLSForm, for ODK Central or KoboToolbox',
    },
    {
      name: `${model.formId}.xml`,
      mimeType: 'application/xml',
      content: Buffer.from(compileXForm(model)),
      what: 'XForm, as phones download it',
    },
    {
      name: `${model.households}.csv`,
      mimeType: 'text/csv',
      content: Buffer.from(householdsCsv(visits, enumeratorCode)),
      what: 'households of the draw; upload it beside the XLSForm',
    },
  ];
  const written: WrittenFile[] = [];
  for (const { name, mimeType, content, what } of contents) {
    // In a folder of its own, which people have shared or published for what comes there.
    const { path, size } = await files.write(principal, `${folder}/${name}`, content, {
      mimeType,
      inSight: true,
    });
    written.push({ path, bytes: size, what });
  }
  return written;
}
