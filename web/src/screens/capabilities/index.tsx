import { Frame, Shown } from '../../ui/frame.js';
import { useRead } from '../../ui/use-read.js';
import { t } from '../../words/all.js';
import { CapabilityPart } from './capability-part.js';
import type { PluginState } from './types.js';

const ORDER = ['failed', 'pending', 'loaded', 'excluded'] as const;

/** What this oracle can do and how to ask for it, and what it cannot and why. */
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
  const { name, version, state, reason, ms, tools = [], routes = [], capabilities = [], health } = plugin;
  const badge = state === 'loaded' && health !== undefined && health.status !== 'ok' ? 'degraded' : state;
  return (
    <li class="card tall">
      <div class="row">
        {capabilities.length > 0 ? (
          <span class="grow soft">
            <code>{name}</code>
          </span>
        ) : (
          <strong class="grow">{name}</strong>
        )}
        <span class={`badge ${badge}`}>{t(`plugin.${badge}`)}</span>
      </div>
      {reason !== undefined && <p class={state === 'failed' ? 'refused' : 'soft'}>{reason}</p>}
      {health?.detail !== undefined && <p class="soft">{health.detail}</p>}
      {capabilities.map((capability) => (
        <CapabilityPart key={capability.name} capability={capability} />
      ))}
      {(tools.length > 0 || routes.length > 0) && (
        <details>
          <summary class="soft">
            v{version}
            {ms !== undefined && ` · ${ms} ms`}
            {tools.length > 0 && ` · ${t('capabilities.tools', { count: tools.length })}`}
            {routes.length > 0 && ` · ${t('capabilities.routes', { count: routes.length })}`}
          </summary>
          <ul class="offers" aria-label={t('capabilities.offers')}>
            {[...tools, ...routes].map((offered) => (
              <li key={offered}>
                <code>{offered}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
