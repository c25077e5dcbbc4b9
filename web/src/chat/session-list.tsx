import { useEffect, useRef, useState } from 'preact/hooks';
import { attempt } from '../app/faults.js';
import { client } from '../app/oracle.js';
import { go, href, route } from '../app/route.js';
import { sharedOf } from '../app/shared.js';
import { waiting } from '../app/waiting.js';
import { askFor, confirm } from '../ui/dialog.js';
import { Icon } from '../ui/icon.js';
import { Menu } from '../ui/menu.js';
import { save } from '../ui/save.js';
import { visible } from '../ui/visible.js';
import { fullTime, t, when } from '../words/index.js';
import type { SessionEntry, Sessions } from './sessions.js';

const TYPING_MS = 250;

/** The conversations: find one, begin one, keep them in order. */
export function SessionList({ sessions }: { readonly sessions: Sessions }) {
  const list = sessions.list.value;
  const pinned = list.filter((each) => each.pinned);
  const others = list.filter((each) => !each.pinned);
  const searching = sessions.words.value.trim() !== '';
  return (
    <>
      <div class="side-tools">
        <a
          class="button main"
          href={href('s')}
          onClick={() => {
            // A new one stands among those that were not put away.
            if (!sessions.archived.value) return;
            sessions.archived.value = false;
            void sessions.refresh();
          }}
        >
          <Icon name="plus" /> {t('chat.new')}
        </a>
        <Search sessions={sessions} />
      </div>
      <nav class="sessions" aria-label={t('chat.list')}>
        {pinned.length > 0 && <Group title={t('chat.pinned')} entries={pinned} sessions={sessions} />}
        {others.length > 0 && (
          <Group
            title={
              sessions.archived.value ? t('chat.archived') : pinned.length > 0 ? t('chat.others') : undefined
            }
            entries={others}
            sessions={sessions}
          />
        )}
        {!searching && !sessions.archived.value && <Shared />}
        {sessions.loaded.value && list.length === 0 && (
          <p class="soft empty-list">{t(searching ? 'chat.noneFound' : 'chat.none')}</p>
        )}
        {sessions.more.value && (
          <button type="button" class="quiet" onClick={() => void sessions.readMore()}>
            {t('list.more')}
          </button>
        )}
        {(sessions.hasArchived.value || sessions.archived.value) && (
          <button
            type="button"
            class="quiet soft"
            onClick={() => {
              sessions.archived.value = !sessions.archived.value;
              void sessions.refresh();
            }}
          >
            {t(sessions.archived.value ? 'chat.showCurrent' : 'chat.showArchived')}
          </button>
        )}
      </nav>
    </>
  );
}

/** Conversations of others who let them be read here. */
function Shared() {
  const shares = sharedOf('session');
  const { screen, rest } = route.value;
  if (shares.length === 0) return null;
  return (
    <>
      <h2>{t('shared.title')}</h2>
      <ul>
        {shares.map(({ id, title, ownerName }) => (
          <li key={id}>
            <a
              href={href('s', id)}
              aria-current={screen === 's' && rest[0] === id ? 'page' : undefined}
              title={title}
            >
              <span class="name">{visible(title)}</span>
              <span class="excerpt">{visible(ownerName)}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Search({ sessions }: { readonly sessions: Sessions }) {
  const [words, setWords] = useState('');
  useEffect(() => {
    if (words === sessions.words.value) return;
    const timer = setTimeout(() => {
      sessions.words.value = words;
      void sessions.refresh();
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [words, sessions]);
  return (
    <label class="search">
      <Icon name="search" />
      <span class="unseen">{t('chat.search')}</span>
      <input
        type="search"
        placeholder={t('chat.search')}
        value={words}
        onInput={({ currentTarget }) => setWords(currentTarget.value)}
      />
    </label>
  );
}

function Group({
  title,
  entries,
  sessions,
}: {
  readonly title: string | undefined;
  readonly entries: readonly SessionEntry[];
  readonly sessions: Sessions;
}) {
  return (
    <>
      {title !== undefined && <h2>{title}</h2>}
      <ul>
        {entries.map((entry) => (
          <Entry key={entry.sessionId} entry={entry} sessions={sessions} />
        ))}
      </ul>
    </>
  );
}

function Entry({ entry, sessions }: { readonly entry: SessionEntry; readonly sessions: Sessions }) {
  const { sessionId, title, updatedAt, pinned, excerpt } = entry;
  const words = title ?? t('chat.untitled');
  const { screen, rest } = route.value;
  const here = screen === 's' && rest[0] === sessionId;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (here) link.current?.scrollIntoView({ block: 'nearest' });
  }, [here]);
  return (
    <li>
      <a
        ref={link}
        href={href('s', sessionId)}
        aria-current={here ? 'page' : undefined}
        title={`${words}\n${fullTime(updatedAt)}`}
      >
        <span class="name">
          {waiting.value.some((each) => each.sessionId === sessionId) && (
            <span class="waits" title={t('approval.title')}>
              <Icon name="hand" />
              <span class="unseen">{t('approval.title')}: </span>
            </span>
          )}
          {visible(words)}
        </span>
        <time datetime={updatedAt}>{when(updatedAt)}</time>
        {excerpt !== undefined && <span class="excerpt">{excerpt}</span>}
      </a>
      <Menu label={t('chat.menu', { title: words })} items={sessionActions(entry, sessions, pinned)} />
    </li>
  );
}

/** What can be done with a conversation. */
export function sessionActions(entry: SessionEntry, sessions: Sessions, pinned = entry.pinned) {
  const { sessionId, title, archived } = entry;
  return [
    {
      label: t('rename'),
      icon: 'edit',
      act: () =>
        void askFor({ title: t('chat.rename'), act: t('rename'), value: title ?? '' }).then((name) =>
          name ? sessions.rename(sessionId, name) : undefined,
        ),
    },
    {
      label: t(pinned ? 'chat.unpin' : 'chat.pin'),
      icon: 'pin',
      act: () => void sessions.pin(sessionId, !pinned),
    },
    {
      label: t(archived ? 'chat.unarchive' : 'chat.archive'),
      icon: 'archive',
      act: () => void sessions.archive(sessionId, !archived),
    },
    ...(['markdown', 'json'] as const).map((format) => ({
      label: t(`chat.export.${format}`),
      icon: 'download' as const,
      act: () =>
        void attempt(async () => {
          const response = await client.sessions.export(sessionId, format);
          save(await response.blob(), `${title ?? sessionId}.${format === 'json' ? 'json' : 'md'}`);
        }),
    })),
    {
      label: t('delete'),
      icon: 'trash',
      bad: true,
      act: () =>
        void confirm({
          title: t('chat.delete', { title: title ?? t('chat.untitled') }),
          text: t('chat.deleteWhat'),
          act: t('delete'),
          bad: true,
        }).then(async (sure) => {
          if (sure && (await sessions.remove(sessionId)) && route.value.rest[0] === sessionId) go('s');
        }),
    },
  ] as const;
}
