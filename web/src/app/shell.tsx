import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks';
import { ChatScreen } from '../chat/chat-screen.js';
import { ReceiptPanel } from '../chat/figures.js';
import { SessionList } from '../chat/session-list.js';
import { Sessions } from '../chat/sessions.js';
import { Screen, screensFor } from '../screens/index.js';
import { Dialogs } from '../ui/dialog.js';
import { Icon } from '../ui/icon.js';
import { scrolls } from '../ui/scrolls.js';
import { t } from '../words/index.js';
import { onChange } from './changes.js';
import { startKeys } from './keys.js';
import { oracle } from './oracle.js';
import { Palette } from './palette.js';
import { PersonMenu } from './person-menu.js';
import { learnPlugins } from './plugins.js';
import { href, route } from './route.js';
import { lookWhatIsShared } from './shared.js';
import { sideOpen, WaitingCount } from './side.js';
import type { Person } from './sign-in.js';
import { lookWhatWaits } from './waiting.js';

/** The page of whoever is signed in: the side with conversations and screens, and one screen. */
export function Shell({ person }: { readonly person: Person }) {
  const sessions = useMemo(() => new Sessions(person.id), [person.id]);
  const { screen } = route.value;
  useLayoutEffect(startKeys, []);
  useEffect(() => {
    void learnPlugins();
  }, []);
  useEffect(() => {
    void sessions.refresh();
    void lookWhatWaits();
    void lookWhatIsShared();
    return onChange(() => {
      void sessions.check();
      void lookWhatWaits();
      void lookWhatIsShared();
    });
  }, [sessions]);
  useLayoutEffect(() => {
    sideOpen.value = false;
  }, [route.value]);

  return (
    <div class={sideOpen.value ? 'shell open' : 'shell'}>
      <button type="button" class="skip" onClick={skipToMain}>
        {t('skip')}
      </button>
      <button type="button" class="veil" tabIndex={-1} aria-label={t('close')} onClick={close} />
      <aside class="side" aria-label={t('side')} data-region>
        <div class="brand">
          <a href={href('s')}>{oracle.name}</a>
        </div>
        <SessionList sessions={sessions} />
        <nav class="screens" aria-label={t('screens')}>
          {screensFor(person).map(({ name, icon, label }) => (
            <a key={name} href={href(name)} aria-current={screen === name ? 'page' : undefined}>
              <Icon name={icon} />
              <span>{t(label)}</span>
              {name === 'approvals' && <WaitingCount />}
            </a>
          ))}
        </nav>
        <PersonMenu person={person} />
      </aside>
      <main class="main" id="main" ref={scrolls} data-region aria-label={t('content')}>
        {screen === 's' ? <ChatScreen sessions={sessions} /> : <Screen person={person} />}
      </main>
      <Palette sessions={sessions} person={person} />
      <Dialogs />
      <ReceiptPanel />
    </div>
  );
}

function close() {
  sideOpen.value = false;
}

function skipToMain() {
  document.getElementById('main')?.focus();
}
