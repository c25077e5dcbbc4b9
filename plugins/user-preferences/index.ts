import { definePlugin, provide } from 'oracle-runtime/plugin';
import { manifest } from './manifest.js';
import { preferenceOperations } from './operations/preference-operations.js';
import { preferenceRoutes } from './operations/preference-routes.js';
import { promptOf } from './preferences/in-words.js';
import { toPreferences } from './preferences/preferences.js';
import { Preferences } from './service.js';
import { migrations } from './store/migrations.js';
import { PreferenceStore } from './store/preference-store.js';

export default definePlugin({
  name: 'user-preferences',
  version: '1.0.0',
  manifest,
  migrations,
  setup({ database, clock, logger }) {
    const store = new PreferenceStore(database, clock);
    const of = async ({ id }: { readonly id: string }) => toPreferences(await store.lately(id));
    return {
      operations: preferenceOperations(store),
      routes: preferenceRoutes(store),
      services: [provide(Preferences, { of })],
      promptSections: [
        { name: 'preferences', body: async ({ principal }) => promptOf(await of(principal), clock.now()) },
      ],
      middleware: [
        {
          name: 'preferences',
          wrapModelCall: async (call, next) => {
            // An answer in nobody's notation is better than none.
            const habits = await of(call.principal).catch((err: unknown) => {
              logger.warn({ err }, 'preferences could not be read');
              return undefined;
            });
            return next(habits === undefined ? call : { ...call, habits });
          },
        },
      ],
    };
  },
});
