import type { Shareable } from '../plugin/index.js';
import type { Store } from '../store/types.js';

/** Sessions as things that their owners share. A run is its asker's own, with their rights, whoever's the session is. */
export function shareableSessions({ sessions }: Pick<Store, 'sessions'>): Shareable {
  return {
    kind: 'session',
    allows: {
      read: 'read the conversation and follow its answers',
      write: 'read it, write in it, and answer what it waits for',
    },
    async find({ id: owner }, id) {
      const session = await sessions.get(owner, id);
      return session && { id, title: session.title ?? 'untitled' };
    },
  };
}
