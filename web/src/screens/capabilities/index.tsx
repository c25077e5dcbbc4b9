import { Frame, Shown } from '../../ui/frame.js';
import { useRead } from '../../ui/use-read.js';
import { t } from '../../words/all.js';

interface PluginState {
  readonly name: string;
  readonly version: string;
  readonly state: 'loaded' | 'pending' | 'excluded' | 'failed';
  readonly reason?: string;
  readonly loading?: string;
  readonly ms?: number;
  readonly tools?: readonly string[];
  readonly routes?: readonly string[];
  readonly health?: { readonly status: string; readonly detail?: string };
}

const ORDER = ['failed', 'pending', 'loaded', 'excluded'] as const;

/** What this oracle can do, and what it cannot and why. */
export function Capabilities() {
  const reading = useRead<{ readonly plugins: readonly PluginState[] }>('/health/plugins');
  return (
    <Frame title={t('screen.capabilities')}>
      <Shown reading={reading}>
        {({ plugins }) =>
          ORDER.map((state) => {
            const some = plugins.filter((plugin) => plugin.state === state);
            if (some.length === 0) return null;
            return (
              <section key={state} class="part">
                <h2>
                  {t(`plugin.${state}`)} <span class="soft">{some.length}</span>
                </h2>
                <ul class="cards">
                  {some.map((plugin) => (
                    <Plugin key={plugin.name} plugin={plugin} />
                  ))}
                </ul>
              </section>
            );
          })
        }
      </Shown>
      <p class="soft">
        <a href="/docs">{t('capabilities.docs')}</a>
      </p>
    </Frame>
  );
}

function Plugin({ plugin }: { readonly plugin: PluginState }) {
  const { name, version, state, reason, loading, ms, tools = [], routes = [], health } = plugin;
  return (
    <li class="card tall">
      <div class="row">
        <strong class="grow">{name}</strong>
        {loading !== undefined && <span class="badge">{loading}</span>}
        <span class={`badge ${state}`}>{t(`plugin.${state}`)}</span>
      </div>
      {reason !== undefined && <p class={state === 'failed' ? 'refused' : 'soft'}>{reason}</p>}
      {health?.detail !== undefined && <p class="soft">{health.detail}</p>}
      <p class="soft">
        v{version}
        {ms !== undefined && ` · ${ms} ms`}
        {tools.length > 0 && ` · ${t('capabilities.tools', { count: tools.length })}`}
        {routes.length > 0 && ` · ${t('capabilities.routes', { count: routes.length })}`}
      </p>
      {tools.length > 0 && (
        <details>
          <summary>{t('capabilities.offers')}</summary>
          <ul class="chips">
            {tools.map((tool) => (
              <li key={tool} class="chip">
                <code>{tool}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
