import { CopyButton } from '../ui/copy-button.js';
import { Icon } from '../ui/icon.js';
import { t } from '../words/index.js';
import { LanguageChoice } from './language-choice.js';
import { oracle } from './oracle.js';
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
          <h2>{t('door.title')}</h2>
          <p>{t('door.how')}</p>
          <div class="command">
            <code>{LOGIN}</code>
            <CopyButton text={LOGIN} />
          </div>
          <p class="soft">{t('door.why')}</p>
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
