import type { ClientEvent } from 'oracle-runtime/client';
import { announce, announceNow } from '../app/announce.js';
import { t } from '../words/index.js';
import type { Speaker } from './speaker.js';

/** Tells an event of a run to whom the screen is read. */
export function tellEvent(event: ClientEvent, speaker: Speaker): void {
  switch (event.type) {
    case 'message':
      speaker.hear(event.content);
      return;
    case 'tool_call':
      announce(t(`announce.${event.status}`, { tool: event.name }));
      return;
    case 'interrupted':
      if (event.approvals.length > 0) announceNow(t('announce.approval', { count: event.approvals.length }));
      return;
    case 'done':
      speaker.end();
      announce(t('announce.end'));
      return;
    default:
      return;
  }
}
