import { join } from 'node:path';
import { type CommandIo, type CommandProject, OracleError } from 'oracle-runtime/plugin';
import { type ChainAccount, chainAccountOf, Ledger, Outbox } from '../../gateway/library.js';

/** A chain, and who signs there. */
export interface OnChain {
  readonly project: CommandProject;
  readonly ledger: Ledger;
  readonly account: ChainAccount;
  readonly signal: AbortSignal;
  /** Keeps one transaction of the project. @param purpose names its file in the data directory */
  outbox(purpose: string): Outbox;
}

/**
 * Does work on the chain of the project in the working directory, as the account of its mnemonic.
 * @throws OracleError `invalid_request` where no node is named
 */
export async function onChain<T>(
  options: { readonly chain?: string | undefined; readonly gasPrice?: string | undefined },
  io: CommandIo,
  work: (chain: OnChain) => Promise<T>,
): Promise<T> {
  const project = await io.project();
  const address = options.chain ?? project.env['CHAIN_GRPC_URL'];
  if (address === undefined)
    throw new OracleError('invalid_request', {
      detail: 'No chain node is named.',
      hint: 'Give --chain https://host:443, or set CHAIN_GRPC_URL in .env.',
      errors: [{ field: '--chain', message: 'is missing' }],
    });
  const stopping = new AbortController();
  const forget = io.onInterrupt(() =>
    stopping.abort(new OracleError('conflict', { detail: 'Stopped. Run the same again to go on.' })),
  );
  const ledger = new Ledger({
    address,
    authority: project.env['CHAIN_GRPC_CA'],
    network: project.network,
  });
  try {
    const account = await chainAccountOf(await project.mnemonic());
    const { signal } = stopping;
    const outbox = (purpose: string) =>
      new Outbox({
        file: join(project.dataDir, 'chain', `${purpose}.json`),
        ledger,
        account,
        gasPrice: options.gasPrice,
        signal,
      });
    return await work({ project, ledger, account, signal, outbox });
  } finally {
    forget();
    ledger.close();
  }
}
