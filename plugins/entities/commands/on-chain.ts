import { type CommandIo, type CommandProject, OracleError } from 'oracle-runtime/plugin';
import { type ChainAccount, chainAccountOf, Ledger, Outbox, type Sender } from '../../gateway/library.js';
import { NETWORKS } from '../registration/networks.js';
import { fileOf } from './file-of.js';
import type { RegisterOptions } from './options.js';

/** A chain, and who signs there. */
export interface OnChain extends Signing {
  readonly project: CommandProject;
  readonly ledger: Ledger;
  readonly signal: AbortSignal;
}

interface Signing {
  readonly account: Pick<ChainAccount, 'address' | 'publicKey'>;
  /** The DID of a wallet, which is on the chain already. */
  readonly ownerDid?: string;
  /** Keeps one transaction of the project. @param purpose names its file in the data directory */
  sender(purpose: string): Sender;
}

type ChainOptions = Pick<RegisterOptions, 'auth' | 'chain' | 'gasPrice' | 'walletRelay'>;

/**
 * Does work on the chain of the project in the working directory, as the account of its mnemonic or of a wallet.
 * @throws OracleError `invalid_request` where no node is named
 */
export async function onChain<T>(
  options: ChainOptions,
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
  const { signal } = stopping;
  const ledger = new Ledger({ address, authority: project.env['CHAIN_GRPC_CA'], network: project.network });
  try {
    const signing =
      options.auth === 'wallet'
        ? await byWallet(options, project, ledger, signal, io)
        : await byMnemonic(options, project, ledger, signal);
    return await work({ project, ledger, signal, ...signing });
  } catch (error) {
    // What was under way failed because of it, each thing in words of its own.
    signal.throwIfAborted();
    throw error;
  } finally {
    forget();
    ledger.close();
  }
}

async function byMnemonic(
  { gasPrice }: ChainOptions,
  project: CommandProject,
  ledger: Ledger,
  signal: AbortSignal,
): Promise<Signing> {
  const account = await chainAccountOf(await project.mnemonic());
  return {
    account,
    sender: (purpose) => new Outbox({ file: fileOf(project, purpose), ledger, account, gasPrice, signal }),
  };
}

async function byWallet(
  { walletRelay }: ChainOptions,
  project: CommandProject,
  ledger: Ledger,
  signal: AbortSignal,
  io: CommandIo,
): Promise<Signing> {
  const [{ SignX }, { WalletSender }, { showCode }] = await Promise.all([
    import('../wallet/signx.js'),
    import('../wallet/wallet-sender.js'),
    import('../wallet/show-code.js'),
  ]);
  const { network } = project;
  const wallet = new SignX({
    relay: walletRelay ?? NETWORKS[network].walletRelay,
    network,
    show: (code, what) => showCode(code, what, io.stderr),
    signal,
  });
  const account = await wallet.login();
  io.stderr(`Signed in as ${account.did}\n`);
  return {
    account,
    ownerDid: account.did,
    sender: (purpose) =>
      new WalletSender({ file: fileOf(project, `wallet-${purpose}`), wallet, account, ledger, signal }),
  };
}
