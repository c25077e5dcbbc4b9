import { withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';

/** An address of the chain, as people name it. */
export const address = withWords(
  z
    .string()
    .regex(/^[a-z0-9]{3,128}$/, 'is no address of the chain: one looks like ixo19rl4cm2h…')
    .meta({
      description: 'Address of the account',
      examples: ['ixo19rl4cm2hmr8afy4kldpxz3fka4jguq0ar4n0mx'],
    }),
  { aliases: ['wallet', 'account'] },
);
