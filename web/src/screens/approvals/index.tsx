import type { PendingApproval } from 'oracle-runtime/client';
import { attempt, note } from '../../app/faults.js';
import { change, client } from '../../app/oracle.js';
import { href } from '../../app/route.js';
import { ApprovalForm } from '../../chat/approvals.js';
import { Frame, Shown } from '../../ui/frame.js';
import { useRead } from '../../ui/use-read.js';
import { fullTime, t, when } from '../../words/all.js';
import type { ScreenProps } from '../index.js';

interface Waiting {
  readonly sessionId: string;
  readonly title: string | null;
  readonly since: string;
  readonly approvals: readonly PendingApproval[];
}

interface Standing {
  readonly id: string;
  readonly tool: string;
  readonly until?: string;
}

/** Everything that waits for a person, over all conversations, and what was allowed beforehand. */
export function ApprovalsScreen({ person }: ScreenProps) {
  const waiting = useRead<{ readonly waiting: readonly Waiting[] }>('/approvals');
  const standing = useRead<{ readonly standing: readonly Standing[] }>('/approvals/standing');
  return (
    <Frame title={t('screen.approvals')}>
      <Shown reading={waiting}>
        {({ waiting: all }) => {
          const open = all.filter(({ approvals }) => approvals.length > 0);
          if (open.length === 0) return <p class="empty">{t('approvals.none')}</p>;
          return open.map(({ sessionId, title, since, approvals }) => (
            <section key={sessionId} class="part">
              <h2>
                <a href={href('s', sessionId)}>{title ?? t('chat.untitled')}</a>{' '}
                <time class="soft" datetime={since} title={fullTime(since)}>
                  {when(since)}
                </time>
              </h2>
              <ApprovalForm
                approvals={approvals}
                me={person.id}
                decide={(decisions) =>
                  void attempt(async () => {
                    // The run goes on by itself; its conversation shows what comes of it.
                    const run = client.resume(sessionId, { decisions });
                    await run.next();
                    await run.return(undefined);
                    note(t('approvals.decided'));
                    waiting.again();
                  })
                }
              />
            </section>
          ));
        }}
      </Shown>
      {standing.value !== undefined && standing.value.standing.length > 0 && (
        <section class="part">
          <h2>{t('approvals.standing')}</h2>
          <ul class="cards">
            {standing.value.standing.map(({ id, tool, until }) => (
              <li key={id} class="card">
                <span class="grow">
                  <code>{tool}</code>
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
