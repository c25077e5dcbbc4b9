import {
  type AnyOperation,
  type AnyRoute,
  defineOperation,
  defineRoute,
  OracleError,
  reply,
  withWords,
} from 'oracle-runtime/plugin';
import { z } from 'zod';
import { settingsPicture } from '../openrosa/collect-settings.js';
import { makePhone, settingsOf } from '../services/phones.js';
import { findForm, type Surveys } from '../services/surveys.js';
import type { PhoneKey } from '../store/keys-store.js';
import { designId, formId } from './fields.js';

const phoneId = withWords(
  z
    .string()
    .regex(/^phone-[A-Za-z0-9-]{1,60}$/, 'must be an id such as phone-77aa…')
    .describe('Such as phone-77aa…'),
  { aliases: ['phone', 'phone key'] },
);

const phoneView = z.object({
  phoneId: z.string(),
  designId: z.string(),
  person: z.string(),
  createdAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
  usedAt: z.iso.datetime().nullable().describe('About when it was used last'),
});

const NOT_FOUND = { 404: 'No such phone of this owner' };

/** Phones that take forms and send answers. */
export function phoneOperations(surveys: Surveys): AnyOperation[] {
  return [
    defineOperation({
      name: 'make_phone_key',
      title: 'Let a phone take a form',
      description:
        'Gives one person the form for their phone: a QR code for ODK Collect, which then takes forms and households from here and sends answers.',
      effect: 'write',
      scope: 'surveys',
      input: z.object({
        formId,
        person: withWords(
          z
            .string()
            .trim()
            .min(1)
            .max(60)
            .regex(/^\P{C}*$/u)
            .describe('Who has the phone; of a list, as named there'),
          { aliases: ['person', 'enumerator', 'interviewer', 'name'] },
        ),
      }),
      answer: {
        description: 'The key; the QR code is at `qr`',
        schema: phoneView.extend({ qr: z.string() }),
      },
      approval: 'always',
      describe: ({ person, formId: form }) => `Let the phone of ${person} take ${form} and send answers`,
      run: async (input, { principal, artifact }) => {
        const { form } = await findForm(surveys, principal, input.formId);
        refuseStranger(input.person, form.enumerators);
        const phone = await makePhone(surveys, principal, { designId: form.designId, person: input.person });
        const qr = `/v1/surveys/phones/${phone.id}/qr`;
        artifact({
          title: `QR code for ${phone.person}`,
          mimeType: 'image/png',
          alt: `A QR code that sets up ODK Collect on the phone of ${phone.person}. Whoever scans it can send answers.`,
          url: qr,
        });
        return { ...viewPhone(phone), qr };
      },
      summary: ({ person, qr }) =>
        `The phone of ${person} can be set up: scan the code at ${qr} in ODK Collect. Show it to nobody else.`,
      route: {
        method: 'post',
        path: '/v1/surveys/phones',
        status: 201,
        errors: { 404: 'No such form of this owner' },
      },
      undo: (_, made) => ({ operation: 'revoke_phone_key', input: { phoneId: made.phoneId } }),
    }),
    defineOperation({
      name: 'list_phone_keys',
      title: 'List phones',
      description:
        'Lists the phones that take forms, newest first: whose, since when, used when, revoked when.',
      effect: 'read',
      scope: 'surveys',
      input: z.object({ designId: designId.optional() }),
      answer: { description: 'Phones', schema: z.object({ phones: z.array(phoneView) }) },
      route: { method: 'get', path: '/v1/surveys/phones' },
      run: async (input, { principal }) => ({
        phones: (await surveys.phones.list(principal.id, input.designId)).map(viewPhone),
      }),
      summary: ({ phones }) =>
        `${phones.filter(({ revokedAt }) => revokedAt === null).length} phones can send answers.`,
    }),
    defineOperation({
      name: 'revoke_phone_key',
      title: 'Revoke a phone',
      description: 'Ends at once what a phone may do, such as one that was lost. What it has sent stays.',
      effect: 'destructive',
      scope: 'surveys',
      input: z.object({ phoneId }),
      answer: { description: 'The phone', schema: phoneView },
      describe: ({ phoneId: id }) => `Revoke ${id}: it takes no form and sends no answers any more`,
      run: async (input, { principal }) =>
        viewPhone(await surveys.phones.revoke(principal.id, input.phoneId)),
      summary: ({ person }) => `The phone of ${person} sends nothing any more.`,
      route: { method: 'delete', path: '/v1/surveys/phones/:phoneId', errors: NOT_FOUND },
      undo: () => ({ whyNot: 'a key that was revoked stays so; make another' }),
    }),
    defineOperation({
      name: 'get_phone_settings',
      title: 'Read what a phone is set up with',
      description:
        'The address with the secret of a phone, for those who type it, and what its QR code holds.',
      effect: 'read',
      scope: 'surveys',
      input: z.object({ phoneId }),
      answer: {
        description: 'Whoever has it can send answers until the phone is revoked',
        schema: z.object({ serverUrl: z.string(), settings: z.string() }),
      },
      tool: false,
      route: {
        method: 'get',
        path: '/v1/surveys/phones/:phoneId/settings',
        errors: { ...NOT_FOUND, 409: 'PUBLIC_URL is not set', 410: 'It was revoked' },
      },
      run: async (input, { principal }) => ({ ...(await settingsOf(surveys, principal, input.phoneId)) }),
    }),
  ];
}

/** Whoever is not named on a form gets the households of all: a name that only looks alike would. */
function refuseStranger(person: string, enumerators: readonly string[]): void {
  if (enumerators.length === 0 || enumerators.includes(person)) return;
  const named = enumerators.map((name) => `'${name}'`).join(', ');
  throw new OracleError('invalid_request', {
    detail: `The form has no enumerator '${person}'.`,
    hint: `It is for ${named}: name one of them as they stand there, or make the form anew with others.`,
    errors: [{ field: 'person', message: `must be one of ${named}` }],
  });
}

const viewPhone = ({ id, ...rest }: PhoneKey) => ({ phoneId: id, ...rest });

/** `GET /v1/surveys/phones/:phoneId/qr`: the code that ODK Collect scans, made anew each time. */
export function qrRoute(surveys: Surveys): AnyRoute {
  return defineRoute({
    method: 'get',
    path: '/v1/surveys/phones/:phoneId/qr',
    auth: 'any',
    scope: 'surveys',
    summary: 'The QR code of a phone',
    request: { params: z.object({ phoneId: z.string().max(100).describe('Identifier of a phone key') }) },
    responses: {
      200: { description: 'Settings of ODK Collect as a QR code', contentType: 'image/png' },
      404: { description: 'No such phone of this owner' },
      409: { description: 'PUBLIC_URL is not set' },
      410: { description: 'It was revoked' },
    },
    handler: async ({ params, principal }) => {
      const { settings } = await settingsOf(surveys, principal, params.phoneId);
      return reply({ headers: { 'Content-Type': 'image/png' }, body: await settingsPicture(settings) });
    },
  });
}
