import { fieldErrors } from 'oracle-runtime/kit';
import { type CommandOption, OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';

/** How a command reaches the chain and signs there. */
export const CHAIN_OPTIONS: readonly CommandOption[] = [
  {
    flags: '--auth <how>',
    description: 'who signs: mnemonic (the one in .env, default) or wallet (a QR code)',
  },
  { flags: '--chain <url>', description: 'gRPC address of a node (default: CHAIN_GRPC_URL)' },
  { flags: '--gas-price <price>', description: 'such as 0.025uixo (default: what the node asks)' },
  {
    flags: '--wallet-relay <url>',
    description: 'between here and the wallet (default: that of the network)',
  },
];

/** What an entity says of itself. */
export const ENTITY_OPTIONS: readonly CommandOption[] = [
  { flags: '--api-url <url>', description: 'where its API is (default: http://localhost:4000)' },
  { flags: '--owner-did <did>', description: 'whose it is (default: the DID of the signing account)' },
  { flags: '--relayer <did>', description: 'the relayer node (default: the usual one of the network)' },
  { flags: '--protocol <did>', description: 'what kind of entity it is (default: the oracles of ixo)' },
];

const did = z.string().regex(/^did:[a-z0-9]+:\S+$/, 'is a DID such as did:ixo:…');

export const apiUrl = z
  .string()
  .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'is an http or https URL');

export const registerOptions = z.object({
  auth: z.enum(['mnemonic', 'wallet'], 'is mnemonic or wallet').optional(),
  walletRelay: apiUrl.optional(),
  chain: z.string().optional(),
  gasPrice: z.string().optional(),
  apiUrl: apiUrl.optional(),
  ownerDid: did.optional(),
  relayer: did.optional(),
  protocol: did.optional(),
  json: z.boolean().optional(),
});

export type RegisterOptions = z.output<typeof registerOptions>;

/**
 * @param prefix `--`, or the name of the argument
 * @throws OracleError `invalid_request` with every fault
 */
export function parsed<T>(schema: z.ZodType<T>, given: unknown, prefix: string): T {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const errors = fieldErrors(result.error).map(({ field, message }) => ({
    field: prefix === '--' ? `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}` : prefix,
    message,
  }));
  throw new OracleError('invalid_request', {
    detail: errors.map(({ field, message }) => `${field} ${message}`).join('; '),
    errors,
  });
}
