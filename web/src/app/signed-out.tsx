import { useState } from 'preact/hooks';
import { CopyButton } from '../ui/copy-button.js';
import { Icon } from '../ui/icon.js';
import { t } from '../words/index.js';
import { LanguageChoice } from './language-choice.js';
import { oracle } from './oracle.js';
import { enterByPasskey, passkeyFault, passkeyKnown, passkeyPlace } from './passkey.js';
import { find } from './sign-in.js';

const LOGIN = 'npx oracle login';

/** The front door: who this oracle is, and how one gets in. */
export function SignedOut({
  refused,
  away,
}: {
  readonly refused: string | undefined;
  readonly away: boolean;
}) {
  return (
    <main class="door">
      <header>
        <h1>{oracle.name}</h1>
        <p>{oracle.description}</p>
      </header>
      {away ? (
        <section class="panel bad" role="alert">
          <h2>{t('door.away')}</h2>
          <p>{t('door.awayWhy')}</p>
          <button type="button" class="main" onClick={() => void find()}>
            {t('again')}
          </button>
        </section>
      ) : (
        <section class="panel" id="login">
          {refused !== undefined && (
            <p class="refused" role="alert">
              <Icon name="warn" /> {t('door.refused')} {refused}
            </p>
          )}
          {passkeyPlace === 'here' && <ByPasskey />}
          <h2>{t('door.title')}</h2>
          <p>{t('door.how')}</p>
          <div class="command">
            <code>{LOGIN}</code>
            <CopyButton text={LOGIN} />
          </div>
          <p class="soft">{t('door.why')}</p>
          {passkeyPlace !== 'never' && passkeyPlace !== 'here' && (
            <p class="soft">
              {t('passkey.elsewhere')} <a href={passkeyPlace.at}>{passkeyPlace.at}</a>
            </p>
          )}
        </section>
      )}
      <footer>
        <a href="/docs">API</a>
        <a href="/health/plugins">{t('screen.capabilities')}</a>
        <LanguageChoice />
        <span class="soft">v{oracle.version}</span>
      </footer>
      {oracle.did !== undefined && (
        <p class="soft did">
          <span>{t('door.identity')}</span> <code>{oracle.did}</code>
        </p>
      )}
    </main>
  );
}

/** The way in of whoever made a passkey: the first thing to press where that is known. */
function ByPasskey() {
  const [fault, setFault] = useState<string>();
  return (
    <div class="by-passkey">
      <button
        type="button"
        class={passkeyKnown.value === 'used' ? 'main' : ''}
        onClick={() => {
          setFault(undefined);
          enterByPasskey().catch((error: unknown) => setFault(passkeyFault(error)));
        }}
      >
        <Icon name="key" /> {t('door.passkey')}
      </button>
      {fault !== undefined && (
        <p class="refused" role="alert">
          <Icon name="warn" /> {fault}
        </p>
      )}
    </div>
  );
}
