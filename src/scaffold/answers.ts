import { z } from 'zod';

export const NETWORKS = ['devnet', 'testnet', 'mainnet'] as const;

/** What a new oracle is made of. */
export const answersSchema = z.strictObject({
  /** Also its folder. */
  name: z
    .string()
    .regex(
      /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/,
      'is up to 60 lower-case letters, digits and single hyphens, and begins with a letter, such as stove-oracle',
    )
    .max(60),
  description: z.string().trim().max(2000).default(''),
  network: z.enum(NETWORKS, `is one of ${NETWORKS.join(', ')}`).default('devnet'),
  /** What a message costs; none when left out. */
  price: z
    .strictObject({
      amount: z.number().nonnegative(),
      currency: z.string().min(1).max(20),
      per: z.enum(['message', 'month']),
    })
    .optional(),
  /** Of the model's provider; without one the oracle answers offline until a key is in `.env`. */
  model: z.string().trim().min(1).max(200).optional(),
  port: z.int().min(1).max(65535).default(3000),
});

export type Answers = z.output<typeof answersSchema>;

/** `0.5 IXO per message`; undefined for anything else. */
export function readPrice(text: string): Answers['price'] | undefined {
  const [, amount = '', currency = '', per = ''] =
    /^(\d+(?:\.\d+)?) ?([A-Za-z]{1,20})(?: (?:per|a) (message|month))?$/.exec(text.trim()) ?? [];
  if (amount === '') return undefined;
  return {
    amount: Number(amount),
    currency: currency.toUpperCase(),
    per: per === 'month' ? 'month' : 'message',
  };
}
