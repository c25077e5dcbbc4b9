import type { CommandIo } from 'oracle-runtime/plugin';
import { LOCAL_API, NETWORKS } from '../registration/networks.js';
import { type Registered, registerOracle } from '../registration/register-oracle.js';
import { onChain } from './on-chain.js';
import type { RegisterOptions } from './options.js';

/** Registers the oracle of the working directory, and notes its DID in oracle.config.json. */
export function registerProject(options: RegisterOptions, io: CommandIo): Promise<Registered> {
  return onChain(options, io, async ({ project, ledger, account, ownerDid, signal, sender }) => {
    const entities = sender('create-entity');
    const usual = NETWORKS[project.network];
    const registered = await registerOracle(
      {
        name: project.name,
        apiUrl: options.apiUrl ?? LOCAL_API,
        ownerDid: options.ownerDid ?? ownerDid,
        relayer: options.relayer ?? usual.relayer,
        protocol: options.protocol ?? usual.protocol,
      },
      {
        ledger,
        account,
        entities,
        documents: sender('create-document'),
        now: () => new Date(),
        say: (line) => io.stderr(`${line}\n`),
        signal,
      },
    );
    if (project.entityDid !== registered.did) await project.setEntityDid(registered.did);
    await entities.clear();
    return registered;
  });
}
