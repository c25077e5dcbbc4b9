import { type ArgumentRule, OracleError } from 'oracle-runtime/client';
import { useEffect } from 'preact/hooks';
import { onChange, tellChange } from '../../app/changes.js';
import { attempt, note } from '../../app/faults.js';
import { change, client } from '../../app/oracle.js';
import { href } from '../../app/route.js';
import type { WaitingSession } from '../../app/waiting.js';
import { ApprovalForm } from '../../chat/approvals.js';
import { noteMeanwhile } from '../../chat/meanwhile.js';
import type { Decided } from '../../chat/thread.js';
import { Frame, Shown } from '../../ui/frame.js';
import { useRead } from '../../ui/use-read.js';
import { visible } from '../../ui/visible.js';
import { fullTime, t, when } from '../../words/all.js';
import type { ScreenProps } from '../index.js';

interface Standing {
  readonly id: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, ArgumentRule>>;
  readonly until?: string;
}

/** Everything that waits for a person, over all conversations, and what was allowed beforehand. */
export function ApprovalsScreen({ person }: ScreenProps) {
  const waiting = useRead<{ readonly waiting: readonly WaitingSession[] }>('/approvals');
  const standing = useRead<{ readonly standing: readonly Standing[] }>('/approvals/standing');
  useEffect(
    () =>
      onChange(() => {
        waiting.again();
        standing.again();
      }),
    [waiting.again, standing.again],
  );
  async function decide(sessionId: string, decisions: readonly Decided[]) {
    await attempt(async () => {
      try {
        // The run goes on by itself; its conversation shows what comes of it.
        const run = client.resume(sessionId, { decisions });
        await run.next();
        await run.return(undefined);
        note(t('approvals.decided'));
      } catch (error) {
        if (!OracleError.isInstance(error) || error.code !== 'conflict') throw error;
        await noteMeanwhile(
          sessionId,
          decisions.map(({ id }) => id),
        );
      }
    });
    tellChange();
  }
  return (
    <Frame title={t('screen.approvals')}>
      <Shown reading={waiting}>
        {({ waiting: all }) => {
          if (all.length === 0)
            return (
              <p class="empty">
                {t('approvals.none')} {t('approvals.noneWhat')}
              </p>
            );
          return all.map(({ sessionId, title, since, approvals, calls }) => (
            <section key={sessionId} class="part">
              <h2>
                <a href={href('s', sessionId)}>{visible(title ?? t('chat.untitled'))}</a>{' '}
                <time class="soft" datetime={since} title={fullTime(since)}>
                  {when(since)}
                </time>
              </h2>
              <ApprovalForm
                key={approvals.map(({ id }) => id).join(' ')}
                approvals={approvals}
                me={person.id}
                decide={(decisions) => decide(sessionId, decisions)}
              />
              {approvals.length === 0 && calls.length > 0 && (
                <p>
                  {t('tool.ask')}: <a href={href('s', sessionId)}>{t('approvals.answerThere')}</a>
                </p>
              )}
            </section>
          ));
        }}
      </Shown>
      {standing.value !== undefined && standing.value.standing.length > 0 && (
        <section class="part">
          <h2>{t('approvals.standing')}</h2>
          <ul class="cards">
            {standing.value.standing.map(({ id, tool, args, until }) => (
              <li key={id} class="card">
                <span class="grow">
                  <code>{tool}</code> <Rules rules={args} />
                  {until !== undefined && (
                    <span class="soft">{t('approvals.until', { at: fullTime(until) })}</span>
                  )}
                </span>
                <button
                  type="button"
                  onClick={() =>
                    void attempt(() =>
                      change('DELETE', `/approvals/standing/${encodeURIComponent(id)}`),
                    ).then(standing.again)
                  }
                >
                  {t('approvals.askAgain')}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Frame>
  );
}

/** Of what such calls are allowed: a name and a day alone would read as all that the tool can do. */
function Rules({ rules }: { readonly rules: Standing['args'] }) {
  return (
    <dl class="args-list">
      {Object.entries(rules).map(([name, rule]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {'under' in rule
              ? t('approval.inFolder', { folder: visible(rule.under) })
              : 'is' in rule
                ? visible(typeof rule.is === 'string' ? rule.is : JSON.stringify(rule.is))
                : t('approvals.anything')}
          </dd>
        </div>
      ))}
    </dl>
  );
}
