import { Lru } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';

/** Questions that are remembered. */
const KEPT = 1_000;

/**
 * Which account the last question about a tool named to a person: another one, connected while the question was open,
 * must not act on the answer to it.
 */
export class ForetoldAccounts {
  readonly #told = new Lru<string>(KEPT);

  tell(principalId: string, tool: string, account: string): void {
    this.#told.set(JSON.stringify([principalId, tool]), account);
  }

  /** @throws OracleError `conflict` where the question named another account */
  hold(principalId: string, tool: string, account: string): void {
    const told = this.#told.get(JSON.stringify([principalId, tool]));
    if (told === undefined || told === account) return;
    throw new OracleError('conflict', {
      detail: `The question said that ${told} acts, and now it is ${account}. Nothing was done.`,
      hint: 'Call it again: the person is asked anew.',
    });
  }
}
