import { useState } from 'preact/hooks';
import { attempt } from '../../app/faults.js';
import { LanguageChoice } from '../../app/language-choice.js';
import { change, oracle } from '../../app/oracle.js';
import { mayHave } from '../../app/plugins.js';
import { signOut, signOutEverywhere } from '../../app/sign-in.js';
import { type Theme, theme } from '../../app/theme.js';
import { confirm } from '../../ui/dialog.js';
import { Frame, Shown } from '../../ui/frame.js';
import { Icon } from '../../ui/icon.js';
import { useRead } from '../../ui/use-read.js';
import { language, t, when } from '../../words/all.js';
import type { ScreenProps } from '../index.js';
import { DevicesSection } from './devices.js';
import { ModelSection } from './model.js';
import { Once } from './once.js';
import { PreferencesSection } from './preferences.js';
import { ScopeChoice } from './scope-choice.js';

const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];

/** How the page looks, what answers, and who may come in by which key. */
export function Settings({ person }: ScreenProps) {
  return (
    <Frame title={t('screen.settings')}>
      <section class="part">
        <h2>{t('settings.look')}</h2>
        {language.value !== 'en' && <p class="soft">{t('settings.unread')}</p>}
        <div class="row">
          <LanguageChoice />
          <fieldset class="row">
            <legend class="unseen">{t('settings.theme')}</legend>
            {THEMES.map((each) => (
              <label key={each} class="choice">
                <input
                  type="radio"
                  name="theme"
                  checked={theme.value === each}
                  onChange={() => {
                    theme.value = each;
                  }}
                />
                {t(`settings.theme.${each}`)}
              </label>
            ))}
          </fieldset>
        </div>
      </section>
      {mayHave('user-preferences') && <PreferencesSection />}
      {person.kind === 'owner' && <ModelSection />}
      {person.kind === 'owner' && <Keys />}
      {(person.kind === 'owner' || person.kind === 'person') && <DevicesSection />}
      <Delegations />
      <section class="part">
        <h2>{t('settings.you')}</h2>
        <dl class="facts">
          <dt>{t('settings.name')}</dt>
          <dd>
            {person.name} ({person.kind})
          </dd>
          <dt>DID</dt>
          <dd>
            <code>{person.did}</code>
          </dd>
          <dt>{t('settings.oracle')}</dt>
          <dd>
            {oracle.name} v{oracle.version}, {oracle.network}
          </dd>
        </dl>
        <div class="row">
          <button type="button" onClick={() => void signOut()}>
            <Icon name="out" /> {t('person.out')}
          </button>
          {(person.kind === 'owner' || person.kind === 'person') && (
            <button
              type="button"
              class="bad"
              onClick={() =>
                void confirm({
                  title: t('person.outAllSure'),
                  text: t('person.outAllWhat'),
                  act: t('person.outAll'),
                  bad: true,
                }).then((sure) => (sure ? attempt(signOutEverywhere) : undefined))
              }
            >
              {t('person.outAll')}
            </button>
          )}
        </div>
        <p class="soft">{t('settings.keyboard')}</p>
      </section>
    </Frame>
  );
}

interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly state: 'active' | 'expired' | 'revoked';
  readonly lastUsedAt: string | null;
}

function Keys() {
  const keys = useRead<{ readonly keys: readonly ApiKey[] }>('/keys');
  const [secret, setSecret] = useState<string>();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly string[]>(['chat']);
  return (
    <section class="part">
      <h2>{t('keys.title')}</h2>
      <form
        class="panel form"
        onSubmit={(event) => {
          event.preventDefault();
          void attempt(async () => {
            setSecret(
              (await change<{ secret: string }>('POST', '/keys', { name: name.trim(), scopes })).secret,
            );
            setName('');
            keys.again();
          });
        }}
      >
        <label>
          <span>{t('keys.name')}</span>
          <input
            type="text"
            required
            maxLength={100}
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <ScopeChoice chosen={scopes} onChange={setScopes} />
        <button type="submit" class="main" disabled={scopes.length === 0}>
          <Icon name="key" /> {t('keys.make')}
        </button>
      </form>
      {secret !== undefined && <Once label={t('keys.secret')} text={secret} />}
      <Shown reading={keys}>
        {({ keys: all }) => (
          <ul class="cards">
            {all
              .filter(({ state }) => state === 'active')
              .map(({ id, name: called, scopes: may, lastUsedAt }) => (
                <li key={id} class="card">
                  <span class="grow">
                    <strong>{called}</strong>
                    <span class="soft">
                      {may.join(', ')} ·{' '}
                      {lastUsedAt === null ? t('keys.unused') : t('keys.used', { at: when(lastUsedAt) })}
                    </span>
                  </span>
                  <button
                    type="button"
                    class="bad"
                    onClick={() =>
                      void confirm({
                        title: t('keys.end', { name: called }),
                        text: t('keys.endWhat'),
                        act: t('keys.endIt'),
                        bad: true,
                      }).then((sure) =>
                        sure ? attempt(() => change('DELETE', `/keys/${id}`)).then(keys.again) : undefined,
                      )
                    }
                  >
                    {t('keys.endIt')}
                  </button>
                </li>
              ))}
          </ul>
        )}
      </Shown>
    </section>
  );
}

interface Delegation {
  readonly cid: string;
  readonly issuer?: string;
  readonly audience?: string;
  readonly expiresAt?: string | null;
}

function Delegations() {
  const { value, again } = useRead<{ readonly delegations: readonly Delegation[] }>('/delegation');
  if (value === undefined || value.delegations.length === 0) return null;
  return (
    <section class="part">
      <h2>{t('delegations.title')}</h2>
      <ul class="cards">
        {value.delegations.map(({ cid, issuer, audience }) => (
          <li key={cid} class="card">
            <span class="grow">
              <code>{cid.slice(0, 24)}</code>
              <span class="soft">
                {issuer} → {audience}
              </span>
            </span>
            <button
              type="button"
              class="bad"
              onClick={() => void attempt(() => change('DELETE', `/delegation/${cid}`)).then(again)}
            >
              {t('delegations.end')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
