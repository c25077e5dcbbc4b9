import { useEffect, useState } from 'preact/hooks';
import { note } from '../app/faults.js';
import { t } from '../words/index.js';
import type { Thread } from './thread.js';

type Cards = Pick<typeof import('./waiting-cards.js'), 'Approvals' | 'Asked'>;

/** What a conversation waits for. Its cards come when there is something: most answers wait for nobody. */
export function Waits({ thread }: { readonly thread: Thread }) {
  const [cards, setCards] = useState<Cards>();
  const approvals = thread.approvals.value.length > 0;
  const calls = thread.calls.value.length > 0;
  const waits = (approvals || calls) && thread.state.value !== 'running';
  useEffect(() => {
    if (!waits || cards !== undefined) return;
    import('./waiting-cards.js').then(
      ({ Approvals, Asked }) => setCards({ Approvals, Asked }),
      () => note(t('screen.failed'), 'bad'),
    );
  }, [waits, cards]);
  if (!waits || cards === undefined) return null;
  return approvals ? <cards.Approvals thread={thread} /> : <cards.Asked thread={thread} />;
}
