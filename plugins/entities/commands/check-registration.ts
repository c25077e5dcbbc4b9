import { stat } from 'node:fs/promises';
import { errorCode } from 'oracle-runtime/kit';
import { type CommandProject, type Diagnosis, OracleError, type ProjectCheck } from 'oracle-runtime/plugin';
import { fileOf } from './file-of.js';

/** What `oracle doctor` says of the oracle's entity: whether it is there, where it says that the API is, who may change it. */
export const registrationCheck: ProjectCheck = {
  name: 'registration',
  async run(project, signal) {
    const { entityDid, env } = project;
    if (entityDid === undefined) return [await unregistered(project)];
    const address = env['CHAIN_GRPC_URL'];
    if (address === undefined)
      return [
        {
          level: 'warn',
          subject: SUBJECT,
          detail: `${entityDid} was not looked for: no chain node is named`,
          mend: 'Set CHAIN_GRPC_URL in .env to the gRPC address of a node',
        },
      ];
    const { lookUp } = await import('../registration/look-up.js');
    const found = await lookUp(entityDid, address, project, signal).catch(notLookedFor);
    if (found !== undefined && 'level' in found) return [found];
    if (found === undefined)
      return [
        {
          level: 'fail',
          subject: SUBJECT,
          detail: `${entityDid} is not on the ${project.network}`,
          mend: 'Correct entityDid or network in oracle.config.json, or take entityDid out and run oracle create-entity',
        },
      ];
    return [
      { level: 'ok', subject: SUBJECT, detail: `${entityDid} is on the ${project.network}` },
      apiOf(found.api, found.ws, project),
      await signerOf(found.accounts, project),
    ];
  },
};

const SUBJECT = 'registration';
const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** A node that is away, or of another network, says nothing of the entity. */
function notLookedFor(error: unknown): Diagnosis {
  if (!OracleError.isInstance(error)) throw error;
  return {
    level: error.code === 'conflict' ? 'fail' : 'warn',
    subject: SUBJECT,
    detail: `the entity was not looked for: ${error.detail}`,
    mend: error.hint ?? 'Check CHAIN_GRPC_URL, and whether that node runs',
  };
}

/** Nobody must register; what was begun is to be ended. */
async function unregistered(project: CommandProject): Promise<Diagnosis> {
  const detail = 'no entity on a chain; oracle create-entity makes one';
  try {
    await stat(fileOf(project, 'create-entity'));
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return { level: 'ok', subject: SUBJECT, detail };
  }
  return {
    level: 'fail',
    subject: SUBJECT,
    detail: 'was begun and not finished: a transaction is signed, and its entity not noted',
    mend: 'Run oracle create-entity again: it goes on, and makes no second one',
  };
}

/** Whether who follows the chain gets to this oracle. */
function apiOf(api: string | undefined, ws: string | undefined, project: CommandProject): Diagnosis {
  const subject = 'API on the chain';
  const { port, publicUrl } = project;
  const here = publicUrl ?? `http://localhost:${port}`;
  const move = `oracle update-oracle-api-url ${here}`;
  if (api === undefined || !URL.canParse(api))
    return { level: 'fail', subject, detail: 'the entity says nowhere where it is', mend: `Run ${move}` };
  if (ws !== api)
    return { level: 'warn', subject, detail: `${api}, and ${ws ?? 'nothing'} for #ws`, mend: `Run ${move}` };
  if (publicUrl !== undefined)
    return isSame(api, publicUrl)
      ? { level: 'ok', subject, detail: api }
      : { level: 'warn', subject, detail: `${api}, and PUBLIC_URL is ${publicUrl}`, mend: `Run ${move}` };
  const { hostname, port: written, protocol } = new URL(api);
  if (!LOCAL.test(hostname))
    return {
      level: 'warn',
      subject,
      detail: `${api}, and PUBLIC_URL is not set`,
      mend: `Set PUBLIC_URL=${api} in .env, or run ${move}`,
    };
  const registered = Number(written) || (protocol === 'https:' ? 443 : 80);
  if (registered !== port)
    return {
      level: 'warn',
      subject,
      detail: `${api}, and this oracle listens on port ${port}`,
      mend: `Set PORT=${registered} in .env, or run ${move}`,
    };
  return { level: 'ok', subject, detail: `${api}: for programs of this machine alone` };
}

function isSame(one: string, other: string): boolean {
  const plain = (url: string) => new URL(url).href.replace(/\/+$/, '');
  return plain(one) === plain(other);
}

/** Whether the mnemonic of this oracle may change what the entity says. */
async function signerOf(accounts: readonly string[], project: CommandProject): Promise<Diagnosis> {
  const subject = 'account on the chain';
  const owners = accounts.length === 0 ? 'nobody that this oracle knows' : accounts.join(', ');
  const words = await project.mnemonic().catch(() => undefined);
  if (words === undefined)
    return {
      level: 'warn',
      subject,
      detail: `the entity is that of ${owners}, and there is no mnemonic here`,
      mend: 'Set SIGNING_MNEMONIC, or sign with a wallet: oracle update-oracle-api-url <url> --auth wallet',
    };
  const { chainAccountOf } = await import('../../gateway/library.js');
  const { address } = await chainAccountOf(words);
  if (accounts.includes(address)) return { level: 'ok', subject, detail: `${address} may change the entity` };
  return {
    level: 'warn',
    subject,
    detail: `the entity is that of ${owners}; the mnemonic here is ${address}`,
    mend: 'Changes need --auth wallet of its owner, or the mnemonic that it was registered by in SIGNING_MNEMONIC',
  };
}
