import type { Attachment } from 'oracle-runtime/client';
import { useEffect, useMemo } from 'preact/hooks';
import { onChange, tellChange } from '../app/changes.js';
import { attempt } from '../app/faults.js';
import { goInstead, route } from '../app/route.js';
import { sharedOf } from '../app/shared.js';
import { SideButton } from '../app/side.js';
import { Menu } from '../ui/menu.js';
import { visible } from '../ui/visible.js';
import { t } from '../words/index.js';
import { begin, takeFirst } from './begin.js';
import { Composer } from './composer.js';
import { draftIn, giveBack, keepDraft } from './drafts.js';
import { Log } from './log.js';
import { sessionActions } from './session-list.js';
import type { Sessions } from './sessions.js';
import { Thread } from './thread.js';
import { Waits } from './waits.js';
import { Welcome } from './welcome.js';

/** `#/s` begins a conversation, `#/s/<id>` goes on with one, `#/s/<id>/<call>` at what was done there. */
export function ChatScreen({ sessions }: { readonly sessions: Sessions }) {
  const sessionId = route.value.rest[0];
  return sessionId === undefined ? (
    <Beginning sessions={sessions} />
  ) : (
    <Conversation key={sessionId} sessionId={sessionId} sessions={sessions} />
  );
}

/** Nothing is stored before something was said. */
function say(message: string, attachments: readonly Attachment[]): Promise<boolean> {
  return attempt(async () => goInstead('s', await begin(message, attachments)));
}

function Beginning({ sessions }: { readonly sessions: Sessions }) {
  useEffect(() => {
    const words = sessions.toSay.value;
    sessions.toSay.value = undefined;
    if (words !== undefined) void say(words, []).then((begun) => begun || giveBack('new', words));
  }, [sessions.toSay.value]);
  return (
    <section class="chat">
      <header class="bar">
        <SideButton />
        <h1>{t('chat.new')}</h1>
      </header>
      <Welcome onAsk={(words) => void say(words, [])} />
      <Composer draftOf="new" running={false} onSend={say} />
    </section>
  );
}

/** What was being written goes on in a conversation of its own. */
function Missing({ sessionId }: { readonly sessionId: string }) {
  useEffect(() => {
    giveBack('new', draftIn(sessionId).value);
    keepDraft(sessionId, '');
  }, [sessionId]);
  return (
    <section class="chat">
      <header class="bar">
        <SideButton />
        <h1>{t('chat.missing')}</h1>
      </header>
      <p class="empty missing">{t('chat.missingWhy')}</p>
      <Composer draftOf="new" running={false} onSend={say} />
    </section>
  );
}

function Conversation({ sessionId, sessions }: { readonly sessionId: string; readonly sessions: Sessions }) {
  const thread = useMemo(() => new Thread(sessionId, sessions.me, tellChange), [sessionId, sessions]);
  useEffect(() => {
    const said = takeFirst(sessionId);
    const edited = sessions.toSay.value;
    sessions.toSay.value = undefined;
    const say = async (message: string, attachments: readonly Attachment[] = []) => {
      if (!(await thread.send(message, attachments))) giveBack(sessionId, message);
    };
    if (said !== undefined) void say(said.message, said.attachments);
    else void thread.load().then(() => (edited === undefined ? undefined : say(edited)));
    return () => thread.leave();
  }, [thread, sessionId, sessions]);
  // What another tab or door said meanwhile.
  useEffect(() => onChange(() => void thread.check()), [thread]);

  const state = thread.state.value;
  const entry = sessions.list.value.find((each) => each.sessionId === sessionId);
  const title =
    entry?.title ?? thread.title.value ?? thread.turns.value[0]?.said.slice(0, 60) ?? t('chat.untitled');
  useEffect(() => {
    document.title = title;
  }, [title]);

  const share = sharedOf('session').find(({ id }) => id === sessionId);
  const readOnly = share?.access === 'read';

  if (state === 'missing') {
    return <Missing sessionId={sessionId} />;
  }
  return (
    <section class="chat">
      <header class="bar">
        <SideButton />
        <h1>{visible(title)}</h1>
        {thread.reconnecting.value && <span class="soft">{t('chat.reconnecting')}</span>}
        {entry !== undefined && (
          <Menu label={t('chat.menu', { title })} items={sessionActions(entry, sessions)} />
        )}
      </header>
      <Log thread={thread} sessions={sessions} readOnly={readOnly} />
      {readOnly ? (
        <p class="soft shared-to-read">{t('shared.readOnly', { name: visible(share.ownerName) })}</p>
      ) : (
        <>
          <Waits thread={thread} />
          <Composer
            draftOf={sessionId}
            running={state === 'running' || state === 'loading'}
            onSend={(words, attachments) => thread.send(words, attachments)}
            onStop={() => void thread.stop()}
          />
        </>
      )}
    </section>
  );
}
