import type { Signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { go } from '../app/route.js';
import { type DrawText, Markdown } from '../markdown/markdown.js';
import { CopyButton } from '../ui/copy-button.js';
import { Icon } from '../ui/icon.js';
import { visible } from '../ui/visible.js';
import { fullTime, t, when } from '../words/index.js';
import { Artifact } from './artifact.js';
import { isSending } from './composer.js';
import { useFigures } from './figures.js';
import type { Sessions } from './sessions.js';
import type { Thread } from './thread.js';
import { ToolCard } from './tool-card.js';
import { isSaying, lastMessageOf, type Part, type Turn, wordsOfTurn } from './turns.js';

export interface TurnProps {
  readonly turn: Turn;
  readonly thread: Thread;
  readonly sessions: Sessions;
  /** Whether it is the last of the thread. */
  readonly last: boolean;
  /** Whether it is somebody else's, who lets it be read and not changed. */
  readonly readOnly: boolean;
}

/** What a person said, and what the oracle did about it. */
export function TurnView({ turn, thread, sessions, last, readOnly }: TurnProps) {
  const parts = turn.parts.value;
  const busy = last && thread.state.value === 'running';
  const drawText = useFigures(thread.turns.value, turn, busy);
  return (
    <article class="turn" tabIndex={-1} aria-label={turn.said.slice(0, 100)}>
      <Said
        turn={turn}
        thread={thread}
        sessions={sessions}
        readOnly={readOnly}
        busy={thread.state.value === 'running'}
      />
      <div class="answer" aria-busy={busy}>
        {parts.map((part, at) => (
          <PartView
            key={`${part.kind} ${part.id}`}
            part={part}
            growing={busy && at === parts.length - 1}
            drawText={drawText}
          />
        ))}
        {busy && !isTalking(parts.at(-1)) && (
          <p class="thinking" aria-hidden="true">
            <span />
            <span />
            <span />
          </p>
        )}
        {!busy && parts.length > 0 && (
          <AnswerTools turn={turn} thread={thread} sessions={sessions} last={last} readOnly={readOnly} />
        )}
      </div>
    </article>
  );
}

function isTalking(part: Part | undefined): boolean {
  return part?.kind === 'text';
}

/** The person's own words, which can be said anew. */
function Said({
  turn,
  thread,
  sessions,
  readOnly,
  busy,
}: Pick<TurnProps, 'turn' | 'thread' | 'sessions' | 'readOnly'> & { readonly busy: boolean }) {
  const [editing, setEditing] = useState(false);
  const [words, setWords] = useState(turn.said);
  const before = thread.turns.value[thread.turns.value.indexOf(turn) - 1];

  /** The thread as it was stays; the new words begin one of their own. */
  async function resend() {
    const text = words.trim();
    if (text === '') return;
    setEditing(false);
    if (before === undefined) {
      go('s');
      sessions.toSay.value = text;
      return;
    }
    sessions.toSay.value = text;
    if ((await sessions.branch(thread.sessionId, lastMessageOf(before), text)) === undefined)
      sessions.toSay.value = undefined;
  }

  return (
    <div class="said">
      {turn.by !== undefined && <p class="soft by">{turn.by}</p>}
      {editing ? (
        <form
          class="edit-said"
          onSubmit={(event) => {
            event.preventDefault();
            void resend();
          }}
        >
          <textarea
            aria-label={t('chat.edit')}
            rows={Math.min(words.split('\n').length + 1, 12)}
            value={words}
            onInput={({ currentTarget }) => setWords(currentTarget.value)}
            onKeyDown={(event) => {
              if (!isSending(event)) return;
              event.preventDefault();
              void resend();
            }}
          />
          <p class="soft">{t('chat.editWhat')}</p>
          <div class="row end">
            <button type="button" onClick={() => setEditing(false)}>
              {t('cancel')}
            </button>
            <button type="submit" class="main">
              {t('send')}
            </button>
          </div>
        </form>
      ) : (
        <div class="bubble">{visible(turn.said)}</div>
      )}
      {turn.attachments.length > 0 && (
        <ul class="chips">
          {turn.attachments.map(({ name, url }) => (
            <li key={name + url.slice(0, 40)} class="chip">
              <Icon name="file" /> {name}
            </li>
          ))}
        </ul>
      )}
      {!editing && (
        <div class="tools">
          {turn.at !== undefined && (
            <time class="soft" datetime={turn.at} title={fullTime(turn.at)}>
              {when(turn.at)}
            </time>
          )}
          <CopyButton text={turn.said} />
          {!readOnly && !turn.id.startsWith('undo ') && (
            <button
              type="button"
              class="quiet icon"
              disabled={busy}
              title={t('chat.edit')}
              aria-label={t('chat.edit')}
              onClick={() => setEditing(true)}
            >
              <Icon name="edit" />
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function PartView({
  part,
  growing,
  drawText,
}: {
  readonly part: Part;
  readonly growing: boolean;
  readonly drawText: DrawText | undefined;
}) {
  switch (part.kind) {
    case 'text':
      return (
        <>
          <Words text={part.text} growing={growing} drawText={drawText} />
          {part.cut !== undefined && <p class="soft">{t(`answer.${part.cut}`)}</p>}
        </>
      );
    case 'reasoning':
      return (
        <details class="reasoning">
          <summary>{t(growing ? 'reasoning.now' : 'reasoning')}</summary>
          <Words text={part.text} growing={growing} />
        </details>
      );
    case 'call':
      return <ToolCard call={part.call} />;
    case 'artifact':
      return <Artifact artifact={part.artifact} />;
    case 'notice':
      return <p class="notice">{part.text}</p>;
    case 'error':
      return (
        <p class="refused">
          <Icon name="warn" /> {part.text} {part.hint}
        </p>
      );
    case 'ended':
      return <p class="soft">{t(`answer.${part.how}`)}</p>;
  }
}

/** Only this is drawn again as words come. */
function Words({
  text,
  growing,
  drawText,
}: {
  readonly text: Signal<string>;
  readonly growing: boolean;
  readonly drawText?: DrawText | undefined;
}) {
  return <Markdown text={text.value} growing={growing} drawText={drawText} />;
}

function AnswerTools({ turn, thread, sessions, last, readOnly }: TurnProps) {
  return (
    <div class="tools">
      <CopyButton text={wordsOfTurn(turn)} label={t('answer.copy')} />
      {!readOnly && <Changes turn={turn} thread={thread} sessions={sessions} last={last} />}
    </div>
  );
}

function Changes({ turn, thread, sessions, last }: Omit<TurnProps, 'readOnly'>) {
  // What waits would be taken back by it without a word.
  const waits = thread.approvals.value.length + thread.calls.value.length > 0;
  const running = waits || thread.state.value === 'running';
  const { variants } = turn;
  const at = variants?.active === undefined ? -1 : variants.ids.indexOf(variants.active);
  return (
    <>
      {last && !running && !isSaying(turn) && (
        <button
          type="button"
          class="quiet icon"
          title={t('answer.again')}
          aria-label={t('answer.again')}
          onClick={() => void thread.again(turn)}
        >
          <Icon name="retry" />
        </button>
      )}
      <button
        type="button"
        class="quiet icon"
        title={t('answer.branch')}
        aria-label={t('answer.branch')}
        onClick={() => void sessions.branch(thread.sessionId, lastMessageOf(turn))}
      >
        <Icon name="branch" />
      </button>
      {last && !running && turn.parts.value.some(({ kind }) => kind === 'call') && (
        <button
          type="button"
          class="quiet icon"
          title={t('chat.undo')}
          aria-label={t('chat.undo')}
          onClick={() => void thread.undo()}
        >
          <Icon name="undo" />
        </button>
      )}
      {variants !== undefined && variants.count > 1 && at !== -1 && !running && (
        <span class="variants">
          <button
            type="button"
            class="quiet"
            disabled={at === 0}
            aria-label={t('answer.before')}
            onClick={() => void thread.choose(variants.ids[at - 1] ?? '')}
          >
            ‹
          </button>
          {t('answer.of', { at: at + 1, count: variants.count })}
          <button
            type="button"
            class="quiet"
            disabled={at === variants.count - 1}
            aria-label={t('answer.after')}
            onClick={() => void thread.choose(variants.ids[at + 1] ?? '')}
          >
            ›
          </button>
        </span>
      )}
    </>
  );
}
