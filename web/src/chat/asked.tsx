import type { PendingCall } from 'oracle-runtime/client';
import { Icon } from '../ui/icon.js';
import { visible } from '../ui/visible.js';
import { t } from '../words/index.js';
import { isPageTool, questionOf } from './page-tools.js';
import type { Thread } from './thread.js';
import { toolTitle } from './tool-card.js';

/** What the oracle asked the person, until it is answered: after a reload, and in the other tabs. */
export function Asked({ thread }: { readonly thread: Thread }) {
  const calls = thread.calls.value;
  return (
    <section class="approvals" aria-label={t('tool.ask')}>
      {calls.map((call) => (
        <article key={call.id} class="approval">
          <h3>
            <Icon name="hand" /> {isPageTool(call.name) ? t('tool.ask') : toolTitle(call.name)}
          </h3>
          <p>{isPageTool(call.name) ? visible(questionOf(call)) : t('tool.elsewhere')}</p>
        </article>
      ))}
      <div class="row end">
        <button type="button" onClick={() => void thread.stop()}>
          {t('stop')}
        </button>
        {calls.every(areThePages) && (
          <button type="button" class="main" onClick={() => void thread.answer()}>
            {t('tool.answer')}
          </button>
        )}
      </div>
    </section>
  );
}

function areThePages({ name }: PendingCall): boolean {
  return isPageTool(name);
}
