import type { Principal } from '../plugin/index.js';
import type { Store, ThreadName } from '../store/types.js';

type Names = Pick<Store, 'sessions' | 'conversations'>;
type Owner = Pick<Principal, 'id'>;

/**
 * The session of a conversation that its client names: one of this oracle, or one of the client's own name; undefined when
 * there is none yet.
 * @param door keeps the names of one protocol apart from those of another
 * @param name such as AG-UI's `threadId`: 1 to 400 characters
 */
export async function findNamed(
  store: Names,
  door: string,
  owner: Owner,
  name: string,
): Promise<string | undefined> {
  if ((await store.sessions.get(owner.id, name)) !== undefined) return name;
  return store.conversations.find(threadOf(door, owner, name));
}

/** The same, with a new session when there is none. */
export async function openNamed(store: Names, door: string, owner: Owner, name: string): Promise<string> {
  const found = await findNamed(store, door, owner, name);
  return found ?? (await store.conversations.open(threadOf(door, owner, name))).sessionId;
}

function threadOf(plugin: string, { id: owner }: Owner, name: string): ThreadName {
  return { plugin, owner, key: `name:${name}` };
}
