import type { PendingApproval } from 'oracle-runtime/client';
import { useRef, useState } from 'preact/hooks';
import { Icon } from '../ui/icon.js';
import { scrolls } from '../ui/scrolls.js';
import { visible } from '../ui/visible.js';
import { t } from '../words/index.js';
import { RememberForm, type Remembering, rememberOf } from './remember.js';
import type { Decided, Thread } from './thread.js';
import { toolTitle } from './tool-card.js';

/**
 * What waits for a person, each with what happens to what. The oracle takes the answers to all of them at once, so what
 * was said of one is kept until the last is answered.
 */
export function Approvals({ thread }: { readonly thread: Thread }) {
  const waiting = thread.approvals.value;
  return (
    <ApprovalForm
      key={waiting.map(({ id }) => id).join(' ')}
      approvals={waiting}
      decide={(all) => thread.decide(all)}
      me={thread.me}
    />
  );
}

export interface ApprovalFormProps {
  readonly approvals: readonly PendingApproval[];
  readonly me: string;
  /** Once it is there, what waits is read anew: of what was refused nothing is said to be done. */
  decide(decisions: readonly Decided[]): Promise<unknown>;
}

/** The cards of what one run waits for. */
export function ApprovalForm({ approvals, decide, me }: ApprovalFormProps) {
  const [decided, setDecided] = useState<readonly Decided[]>([]);
  const form = useRef<HTMLElement>(null);
  if (approvals.length === 0) return null;
  function take(...decisions: readonly Decided[]) {
    const all = [...decided.filter(({ id }) => decisions.every((each) => each.id !== id)), ...decisions];
    setDecided(all);
    if (all.length < approvals.length) return;
    leaveFocus(form.current);
    void decide(all).then(() => setDecided([]));
  }
  return (
    <section class="approvals" ref={form} aria-label={t('approval.title')}>
      {approvals.map((approval) => (
        <Card
          key={approval.id}
          approval={approval}
          me={me}
          decided={decided.find(({ id }) => id === approval.id)}
          sent={decided.length === approvals.length}
          onDecide={take}
        />
      ))}
      {approvals.length > 1 && (
        <div class="row end">
          <button type="button" onClick={() => take(...approvals.map(({ id }) => ({ id, approved: false })))}>
            {t('approval.denyAll')}
          </button>
          <button
            type="button"
            class="main"
            onClick={() => take(...approvals.map(({ id }) => ({ id, approved: true })))}
          >
            {t('approval.allowAll', { count: approvals.length })}
          </button>
        </div>
      )}
    </section>
  );
}

/** The buttons go with the cards: whoever pressed one by keyboard goes on at the message, or at the screen. */
function leaveFocus(form: HTMLElement | null): void {
  if (form?.contains(document.activeElement) !== true) return;
  const message = matchMedia('(pointer: fine)').matches ? document.getElementById('composer') : null;
  (message ?? document.getElementById('main'))?.focus();
}

/** Characters of an argument from which on it may need to be scrolled. */
const LONG = 400;
/** The same of its lines. */
const MANY_LINES = 9;

interface CardProps {
  readonly approval: PendingApproval;
  readonly me: string;
  readonly decided: Decided | undefined;
  /** All were decided, and the oracle is told. */
  readonly sent: boolean;
  onDecide(decision: Decided): void;
}

function Card({ approval, me, decided, sent, onDecide }: CardProps) {
  const { id, tool, args, summary, askedBy } = approval;
  const [editing, setEditing] = useState(false);
  const [text, setText] = useState(() => JSON.stringify(args, null, 2));
  const [fault, setFault] = useState<string>();
  const [reason, setReason] = useState('');

  function allow(remembering?: Remembering) {
    const remembered = (of: Record<string, unknown>) =>
      remembering === undefined ? {} : { remember: rememberOf(remembering, of) };
    if (!editing) return onDecide({ id, approved: true, ...remembered(args) });
    const set = objectIn(text);
    if (set === undefined) return setFault(t('approval.notObject'));
    onDecide({ id, approved: true, args: set, ...remembered(set) });
  }

  const changed = editing ? objectIn(text) : undefined;
  const isOther = editing && JSON.stringify(changed) !== JSON.stringify(args);
  return (
    <article class="approval">
      <h3>
        <Icon name="hand" />{' '}
        {isOther ? t('approval.otherCall', { tool: toolTitle(tool) }) : <Summary words={summary} />}
      </h3>
      <p class="soft">
        <code>{tool}</code>
        {askedBy !== undefined && askedBy.id !== me && (
          <> · {t('approval.askedBy', { name: askedBy.name })}</>
        )}
      </p>
      {editing ? (
        <label>
          <span>{t('call.args')}</span>
          <textarea
            class="mono"
            rows={Math.min(text.split('\n').length + 1, 16)}
            spellcheck={false}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
      ) : (
        <dl class="args-list">
          {Object.entries(args).map(([name, value]) => (
            <Argument
              key={name}
              name={name}
              words={typeof value === 'string' ? value : JSON.stringify(value)}
            />
          ))}
        </dl>
      )}
      {fault !== undefined && (
        <p class="refused" role="alert">
          {fault}
        </p>
      )}
      {decided === undefined ? (
        <div class="row">
          <button type="button" class="main" onClick={() => allow()}>
            {t(editing ? 'approval.allowChanged' : 'allow')}
          </button>
          <button type="button" onClick={() => setEditing(!editing)} aria-pressed={editing}>
            {t(editing ? 'approval.asItWas' : 'edit')}
          </button>
          <button
            type="button"
            class="bad"
            onClick={() =>
              onDecide({ id, approved: false, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) })
            }
          >
            {t('deny')}
          </button>
          <input
            type="text"
            class="reason"
            placeholder={t('approval.reason')}
            aria-label={t('approval.reason')}
            value={reason}
            onInput={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <RememberForm args={changed ?? args} onAllow={allow} />
        </div>
      ) : (
        <p class="soft">
          {t(sent ? 'approval.sent' : decided.approved ? 'approval.allowed' : 'approval.denied')}
        </p>
      )}
    </article>
  );
}

/** All of an argument; of one that may have to be scrolled it is told how long it is, before it is allowed unread. */
function Argument({ name, words }: { readonly name: string; readonly words: string }) {
  const lines = words.split('\n').length;
  const isLong = lines > MANY_LINES || words.length > LONG;
  return (
    <div>
      <dt>
        {name}
        {(isLong || lines > 1) && (
          <span class="length">{t('approval.length', { lines, characters: [...words].length })}</span>
        )}
      </dt>
      <dd class={isLong ? 'long' : undefined} ref={isLong ? scrolls : null}>
        {visible(words)}
      </dd>
    </div>
  );
}

/** What happens to what; names stand in it as code. */
function Summary({ words }: { readonly words: string }) {
  return (
    <>
      {words
        .split('`')
        .map((part, at) => (at % 2 === 0 ? visible(part) : <code key={at}>{visible(part)}</code>))}
    </>
  );
}

/** The object that a text is in JSON, if it is one. */
function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Whoever allows it is told.
  }
  return undefined;
}
