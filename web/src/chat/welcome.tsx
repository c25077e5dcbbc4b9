import { useEffect, useState } from 'preact/hooks';
import { oracle, read } from '../app/oracle.js';
import { t } from '../words/index.js';

interface Report {
  readonly plugins: readonly { readonly name: string; readonly state: string }[];
}

/** What one can begin with, by the plugin that answers it. */
const BEGINNINGS = [
  ['sampling', 'welcome.design'],
  ['sampling', 'welcome.stoves'],
  ['weather', 'welcome.weather'],
  ['vfs', 'welcome.files'],
] as const;

/** Before anything was said: who this is, and a few things to ask. */
export function Welcome({ onAsk }: { onAsk(words: string): void }) {
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    read<Report>('/health/plugins').then(
      ({ plugins }) =>
        setLoaded(new Set(plugins.flatMap(({ name, state }) => (state === 'loaded' ? [name] : [])))),
      () => undefined,
    );
  }, []);
  return (
    <div class="welcome">
      <h2>{oracle.name}</h2>
      <p>{oracle.description}</p>
      <ul class="beginnings">
        {BEGINNINGS.filter(([plugin]) => loaded.has(plugin)).map(([, key]) => (
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
