import { matchesWeakly } from 'oracle-runtime/kit';
import { type AnyRoute, defineRoute, OracleError, type Principal, reply } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { languageNamed } from '../preferences/language-named.js';
import { preferencesSchema, type StoredPreferences } from '../preferences/preferences.js';
import { type PreferenceStore, tagOf } from '../store/preference-store.js';

const tags = z.string().max(2_000).optional();

/** `GET` and `PUT /user-preferences`: those of who asks, with an entity tag. */
export function preferenceRoutes(store: PreferenceStore): AnyRoute[] {
  return [
    defineRoute({
      method: 'get',
      path: '/user-preferences',
      auth: 'any',
      summary: 'Your preferences',
      request: { headers: z.object({ 'if-none-match': tags }) },
      responses: {
        200: { description: 'What you have set, with its ETag', schema: preferencesSchema },
        304: { description: 'It is what `If-None-Match` names' },
      },
      handler: async ({ principal, headers: { 'if-none-match': known } }) => {
        const preferences = await store.of(principal.id);
        const headers = headersOf(preferences);
        return known !== undefined && matchesWeakly(known, headers.ETag)
          ? reply({ status: 304, headers })
          : reply({ headers, body: preferences });
      },
    }),
    defineRoute({
      method: 'put',
      path: '/user-preferences',
      auth: 'any',
      summary: 'Set your preferences',
      description: 'The whole of them: what is left out is no longer set.',
      request: { headers: z.object({ 'if-match': tags }), body: preferencesSchema },
      responses: {
        200: { description: 'What is set now, with its ETag', schema: preferencesSchema },
        400: { description: 'A key that is not known, or a value that cannot be' },
        412: { description: '`If-Match` names another state' },
      },
      bodyLimit: 4_096,
      handler: async ({ principal, headers: { 'if-match': ifMatch }, body }) => {
        refuseNobody(principal);
        const { language, ...others } = body;
        // By its tag or its name; a tag that names no language would be told to models all the same.
        const wanted = language === undefined ? others : { ...others, language: languageNamed(language) };
        const { after } = await store.change(principal.id, () => wanted, ifMatch);
        return reply({ headers: headersOf(after), body: after });
      },
    }),
  ];
}

function headersOf(preferences: StoredPreferences) {
  return { ETag: tagOf(preferences), 'Cache-Control': 'private, no-cache' };
}

/** Preferences belong to somebody. */
function refuseNobody({ kind }: Principal): void {
  if (kind === 'anonymous')
    throw new OracleError('unauthenticated', { detail: 'Preferences belong to somebody: sign in.' });
}
