import type { Conversations, ExternalAccount, Principals } from 'oracle-runtime/plugin';

export type Command =
  | { readonly kind: 'stop' }
  | { readonly kind: 'unlink' }
  | { readonly kind: 'link'; readonly code: string };

export const CODE_SAID =
  'The code that you wrote holds no more: it is for the two of us alone. Make a new one and send it to me in a direct message, as `link CODE` and nothing else.';

/** A message that is for the door and not for the oracle. A code is taken in direct messages alone, where nobody else reads it. */
export function commandOf(text: string, isDirect: boolean): Command | undefined {
  const [word = '', code, ...rest] = text.trim().replace(/^[!/]/, '').split(/\s+/);
  const lower = word.toLowerCase();
  if (lower === 'stop' && code === undefined) return { kind: 'stop' };
  if (!isDirect || rest.length > 0) return undefined;
  if (lower === 'unlink' && code === undefined) return { kind: 'unlink' };
  return lower === 'link' && code !== undefined ? { kind: 'link', code } : undefined;
}

/** Whether it would be the command that brings a code, was it said directly: such words are for no model, and for nobody else. */
export function isCode(text: string): boolean {
  return /^[!/]?link\s+[0-9A-Z]{5}-?[0-9A-Z]{5}$/i.test(text.trim());
}

/** Does it, and says what came of it. @throws OracleError as `Principals.link` does */
export async function obey(
  command: Command,
  account: ExternalAccount,
  thread: string,
  { conversations, principals }: { readonly conversations: Conversations; readonly principals: Principals },
): Promise<string> {
  if (command.kind === 'link') {
    const principal = await principals.link(account, command.code);
    return `You are ${principal.did} from now on.`;
  }
  if (command.kind === 'unlink')
    return (await principals.unlink(account)) ? 'Unlinked.' : 'You were not linked.';
  const principal = await principals.external(account);
  const { sessionId } = await conversations.open(principal, thread);
  const run = await conversations.cancel(principal, sessionId);
  return run === undefined ? 'There is nothing to stop.' : 'Stopped.';
}
