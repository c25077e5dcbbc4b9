import { type CommandIo, OracleError, type PluginCommand } from 'oracle-runtime/plugin';
import { apiUrl, CHAIN_OPTIONS, ENTITY_OPTIONS, parsed, registerOptions } from './options.js';

type Given = Readonly<Record<string, unknown>>;

const JSON_OPTION = { flags: '--json', description: 'what was done, as data' };

/** `oracle create-entity` and `oracle update-oracle-api-url`; what they do loads when they run. */
export const commands: readonly PluginCommand[] = [
  {
    name: 'create-entity',
    summary: 'register this oracle on the chain, once, and note its DID in oracle.config.json',
    alone: true,
    arguments: [],
    options: [...CHAIN_OPTIONS, ...ENTITY_OPTIONS, JSON_OPTION],
    run: (_, options, io) => create(options, io),
  },
  {
    name: 'update-oracle-api-url',
    summary: 'say on the chain at which URL the API of this oracle is',
    alone: true,
    arguments: [{ name: 'url', description: 'such as https://oracle.example' }],
    options: [...CHAIN_OPTIONS, JSON_OPTION],
    run: ([url = ''], options, io) => move(url, options, io),
  },
];

async function create(given: Given, io: CommandIo): Promise<number> {
  const options = parsed(registerOptions, given, '--');
  const { entityDid } = await io.project();
  if (entityDid !== undefined)
    throw new OracleError('conflict', {
      detail: `This oracle has an entity already: ${entityDid}.`,
      hint: 'For another URL of its API: oracle update-oracle-api-url <url>',
    });
  const { registerProject } = await import('./register.js');
  const { did, transaction, known } = await registerProject(options, io);
  if (options.json === true) io.stdout(`${JSON.stringify({ entityDid: did, transaction, known })}\n`);
  else {
    io.stdout(`${known ? 'It is registered already' : 'Registered'}: ${did}\n`);
    io.stdout(`  transaction ${transaction}\n  noted as entityDid in oracle.config.json\n`);
  }
  return 0;
}

async function move(url: string, given: Given, io: CommandIo): Promise<number> {
  const to = parsed(apiUrl, url, 'url');
  const options = parsed(registerOptions, given, '--');
  const { entityDid } = await io.project();
  if (entityDid === undefined)
    throw new OracleError('conflict', {
      detail: 'This oracle has no entity: oracle.config.json has no `entityDid`.',
      hint: 'Register it first: oracle create-entity',
    });
  const [{ onChain }, { moveApi }] = await Promise.all([
    import('./on-chain.js'),
    import('../registration/move-api.js'),
  ]);
  const transaction = await onChain(options, io, ({ ledger, account, signal, sender }) =>
    moveApi(entityDid, to, { ledger, account, signal, sender: sender('move-api') }),
  );
  if (options.json === true)
    io.stdout(`${JSON.stringify({ entityDid, apiUrl: to, transaction: transaction ?? null })}\n`);
  else if (transaction === undefined) io.stdout(`The chain says so already: ${to}\n`);
  else io.stdout(`${entityDid} is at ${to} now\n  transaction ${transaction}\n`);
  return 0;
}
