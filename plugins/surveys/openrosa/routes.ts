import { type AnyRoute, defineRoute, OracleError, type RouteContext, reply } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { enumeratorCode } from '../form/build-form.js';
import { householdsCsv, visitsOf } from '../households/household-list.js';
import { receive } from '../services/receive.js';
import type { Surveys } from '../services/surveys.js';
import type { KeptForm } from '../store/forms-store.js';
import type { AdmittedPhone } from '../store/keys-store.js';
import { compileXForm } from '../xform/compile-xform.js';
import { formListXml, type MediaFile, manifestXml, responseXml } from './documents.js';
import { readParts } from './read-parts.js';

const HEADERS = { 'X-OpenRosa-Version': '1.0' };
const XML_HEADERS = { ...HEADERS, 'Content-Type': 'text/xml; charset=utf-8' };
const XML_ANSWER = { contentType: 'text/xml' };
/** What stands before the route, such as the form of its address, refuses with a problem. */
const XML_REFUSAL = { ...XML_ANSWER, alsoAs: ['application/problem+json'] };
/** A whole team is often behind one address. */
const A_MINUTE = 1_200;
/** Where a phone's server stands, before its token. */
export const PHONES_AT = '/openrosa/key';

const token = z.object({ token: z.string().max(100).describe('The secret of one phone') });
const form = token.extend({ formId: z.string().max(100) });

type Phone = Pick<RouteContext, 'raw'> & { readonly params: { readonly token: string } };

/**
 * The form server of ODK Collect (OpenRosa 1.0): the token in the path is the credential, one a person and design, as ODK
 * Central's app users have it, because the app knows an address and no headers.
 */
export function phoneRoutes(surveys: Surveys, mostBytes: number): AnyRoute[] {
  const shared = { auth: 'public', secretParam: 'token', rateLimit: A_MINUTE } as const;
  const baseOf = ({ raw, params }: Phone) =>
    `${surveys.oracle.publicUrl ?? `http://${raw.request.headers.host ?? ''}`}${PHONES_AT}/${encodeURIComponent(params.token)}`;
  const submissionHeaders = (phone: Phone) => ({
    ...HEADERS,
    'X-OpenRosa-Accept-Content-Length': String(mostBytes),
    Location: `${baseOf(phone)}/submission`,
  });
  const GONE = { 404: { description: 'No such phone, not any more, or no such form on it' } };

  return [
    defineRoute({
      ...shared,
      method: 'get',
      path: `${PHONES_AT}/:token/formList`,
      summary: 'Forms of a phone (OpenRosa form list)',
      request: { params: token },
      responses: { 200: { description: 'The newest version of each form', ...XML_ANSWER }, ...GONE },
      async handler(context) {
        const phone = await surveys.phones.admit(context.params.token);
        const forms = await surveys.forms.ofDesign(phone.owner.id, phone.designId);
        const listed = forms.map(({ model }) => ({
          formId: model.formId,
          title: model.title,
          version: model.version,
          xform: compileXForm(model),
        }));
        return reply({ headers: XML_HEADERS, body: formListXml(listed, baseOf(context)) });
      },
    }),
    defineRoute({
      ...shared,
      method: 'get',
      path: `${PHONES_AT}/:token/forms/:formId/manifest`,
      summary: 'Files beside a form (OpenRosa manifest)',
      request: { params: form },
      responses: { 200: { description: 'Its list of households', ...XML_ANSWER }, ...GONE },
      async handler(context) {
        const { phone, kept } = await find(surveys, context.params);
        const files = [await householdsFile(surveys, phone, kept)];
        return reply({ headers: XML_HEADERS, body: manifestXml(kept.model.formId, files, baseOf(context)) });
      },
    }),
    defineRoute({
      ...shared,
      method: 'get',
      path: `${PHONES_AT}/:token/forms/:formId/:file`,
      summary: 'The list of households of a form',
      request: { params: form.extend({ file: z.string().max(200) }) },
      responses: { 200: { description: 'CSV', contentType: 'text/csv' }, ...GONE },
      async handler({ params }) {
        const { phone, kept } = await find(surveys, params);
        const { name, content } = await householdsFile(surveys, phone, kept);
        if (params.file !== name)
          throw new OracleError('not_found', { detail: `The form has no file '${params.file}'.` });
        return reply({ headers: { ...HEADERS, 'Content-Type': 'text/csv; charset=utf-8' }, body: content });
      },
    }),
    defineRoute({
      ...shared,
      method: 'get',
      path: `${PHONES_AT}/:token/forms/:formId`,
      summary: 'A form (XForm)',
      request: { params: form },
      responses: { 200: { description: 'The form', ...XML_ANSWER }, ...GONE },
      async handler({ params }) {
        const { kept } = await find(surveys, { ...params, formId: params.formId.replace(/\.xml$/, '') });
        return reply({ headers: XML_HEADERS, body: compileXForm(kept.model) });
      },
    }),
    defineRoute({
      ...shared,
      method: 'get',
      path: `${PHONES_AT}/:token/submission`,
      summary: 'Where submissions go, and how large they may be (HEAD)',
      request: { params: token },
      responses: { 204: { description: 'The headers say it' }, ...GONE },
      async handler(context) {
        await surveys.phones.admit(context.params.token);
        return reply({ status: 204, headers: submissionHeaders(context) });
      },
    }),
    defineRoute({
      ...shared,
      method: 'post',
      path: `${PHONES_AT}/:token/submission`,
      summary: 'Take a submission (OpenRosa)',
      request: { params: token, body: 'raw' },
      responses: {
        201: { description: 'Taken; the same once more is no second one', ...XML_ANSWER },
        400: { description: 'It cannot be read', ...XML_REFUSAL },
        409: { description: 'Other answers came under its id before', ...XML_REFUSAL },
        413: { description: 'Too large at once', ...XML_REFUSAL },
        415: { description: 'No multipart/form-data', ...XML_REFUSAL },
        404: { ...GONE[404], ...XML_REFUSAL },
      },
      async handler(context) {
        const headers = { ...submissionHeaders(context), 'Content-Type': 'text/xml; charset=utf-8' };
        try {
          const phone = await surveys.phones.admit(context.params.token);
          const parts = await readParts(context.headers, context.body, mostBytes);
          const { unitId, findings } = await receive(surveys, phone, parts);
          context.logger.info({ findings }, 'submission taken');
          const body = responseXml(wordsFor(unitId, findings), 'submit_success');
          return reply({ status: 201, headers, body });
        } catch (error) {
          // The app shows what an OpenRosa answer says, of a problem document only its status.
          if (!OracleError.isInstance(error) || error.status >= 500) throw error;
          const words = [error.detail, error.hint].filter((each) => each !== undefined).join(' ');
          return reply({
            status: error.status,
            headers: { ...headers, ...error.headers },
            body: responseXml(words, 'error'),
          });
        }
      },
    }),
  ];
}

async function find(
  surveys: Surveys,
  params: { readonly token: string; readonly formId: string },
): Promise<{ readonly phone: AdmittedPhone; readonly kept: KeptForm }> {
  const phone = await surveys.phones.admit(params.token);
  const kept = await surveys.forms.newest(phone.owner.id, params.formId);
  if (kept?.designId === phone.designId) return { phone, kept };
  throw new OracleError('not_found', { detail: `There is no form '${params.formId}' on this server.` });
}

/** The households that the person visits, as the draw stands now: all of them for who is in no list. */
async function householdsFile(
  { designs }: Surveys,
  { owner, person }: AdmittedPhone,
  { designId, selectionId, enumerators, model }: KeptForm,
): Promise<MediaFile> {
  const visits = visitsOf(await designs.fieldwork(owner, designId, selectionId), enumerators);
  const own = enumerators.includes(person) ? visits.filter((visit) => visit.enumerator === person) : visits;
  return { name: `${model.households}.csv`, content: householdsCsv(own, enumeratorCode) };
}

function wordsFor(unitId: string, findings: readonly string[]): string {
  return findings.length === 0
    ? `${unitId}: taken.`
    : `${unitId}: taken, to be looked at (${findings.join(', ')}).`;
}
