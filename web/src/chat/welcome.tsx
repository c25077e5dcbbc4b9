import { oracle } from '../app/oracle.js';
import { loadedPlugins } from '../app/plugins.js';
import { t } from '../words/index.js';

/** What one can begin with, by the plugin that answers it. */
const BEGINNINGS = [
  ['sampling', 'welcome.design'],
  ['sampling', 'welcome.stoves'],
  ['weather', 'welcome.weather'],
  ['vfs', 'welcome.files'],
] as const;

/** Before anything was said: who this is, and a few things to ask. */
export function Welcome({ onAsk }: { onAsk(words: string): void }) {
  return (
    <div class="welcome">
      <h2>{oracle.name}</h2>
      <p>{oracle.description}</p>
      <ul class="beginnings">
        {BEGINNINGS.filter(([plugin]) => loadedPlugins.value?.has(plugin) === true).map(([, key]) => (
          <li key={key}>
            <button type="button" onClick={() => onAsk(t(key))}>
              {t(key)}
            </button>
          </li>
        ))}
        <li>
          <button type="button" onClick={() => onAsk(t('welcome.all'))}>
            {t('welcome.all')}
          </button>
        </li>
      </ul>
    </div>
  );
}
