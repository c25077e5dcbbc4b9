import type { ProjectStep } from 'oracle-runtime/plugin';
import { LOCAL_API } from '../registration/networks.js';
import { CHAIN_OPTIONS, ENTITY_OPTIONS, parsed, registerOptions } from './options.js';

/** `oracle new` registers the new oracle where a chain node is named. */
export const registerStep: ProjectStep = {
  name: 'register',
  title: 'Register the oracle on the chain',
  options: [...CHAIN_OPTIONS, ...ENTITY_OPTIONS],
  questions: [
    {
      flag: '--auth',
      prompt: 'Who signs on the chain: mnemonic (made here, in .env), or wallet (a QR code for a phone)',
      fallback: 'mnemonic',
    },
    {
      flag: '--chain',
      prompt: 'Chain node to register it at (gRPC address), or none to do that later',
      fallback: 'none',
    },
  ],
  wanted(answers) {
    const { chain, auth } = parsed(registerOptions, answers, '--');
    return chain === undefined && auth === 'wallet' ? { missing: '--chain' } : chain !== undefined;
  },
  async run(answers, io) {
    const options = parsed(registerOptions, answers, '--');
    const { registerProject } = await import('./register.js');
    const { did, transaction } = await registerProject(options, io);
    const project = await io.project();
    if (options.chain !== undefined) await project.setEnv({ CHAIN_GRPC_URL: options.chain });
    const { apiUrl = LOCAL_API } = options;
    return {
      facts: { entityDid: did, transaction, apiUrl },
      notes: notesOn(apiUrl, Number(project.env['PORT'] ?? 3000)),
    };
  },
};

/** A stranger who follows the entity to the oracle must find it. */
function notesOn(apiUrl: string, port: number): string[] {
  const { hostname, port: registered } = new URL(apiUrl);
  const isHere = hostname === 'localhost' || hostname === '127.0.0.1';
  if (!isHere || registered === String(port)) return [];
  return [
    `The chain says that its API is at ${apiUrl}, and it will listen on port ${port}.`,
    `  To match, set PORT=${registered || '80'} in .env, or run: npx oracle update-oracle-api-url http://localhost:${port}`,
  ];
}
