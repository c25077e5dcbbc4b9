import type { Principal, Principals } from 'oracle-runtime/plugin';
import type { People } from '../store/people.js';

/** A principal's account in Matrix. */
export interface AccountHere {
  readonly userId: string;
  /** Where it talks with the oracle alone; undefined while it never has. */
  readonly roomId: string | undefined;
}

/** The account by which the principal spoke, else the one that is linked to the same DID still; undefined for none. */
export async function accountOf(
  principal: Principal,
  { people, principals }: { readonly people: Pick<People, 'find'>; readonly principals: Principals },
): Promise<AccountHere | undefined> {
  const known = await people.find(principal.id);
  const account = principal.credential?.id;
  const spoke = account?.startsWith('matrix:') ? account.slice('matrix:'.length) : undefined;
  const userId = spoke ?? known?.userId;
  if (userId === undefined) return undefined;
  const now = await principals.external({ provider: 'matrix', subject: userId, name: userId });
  if (now.id !== principal.id) return undefined;
  return { userId, roomId: known?.userId === userId ? known.roomId : undefined };
}
