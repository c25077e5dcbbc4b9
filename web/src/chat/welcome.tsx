import { oracle } from '../app/oracle.js';
import { passkeyKnown, passkeyPlace, rememberPasskey } from '../app/passkey.js';
import { loadedPlugins } from '../app/plugins.js';
import { href } from '../app/route.js';
import { Icon } from '../ui/icon.js';
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
      {passkeyPlace === 'here' && passkeyKnown.value === undefined && (
        <p class="soft">
          <Icon name="key" /> {t('welcome.passkey')} <a href={href('settings')}>{t('devices.make')}</a>{' '}
          <button type="button" class="quiet" onClick={() => rememberPasskey('unwanted')}>
            {t('welcome.noPasskey')}
          </button>
        </p>
      )}
    </div>
  );
}
