import { fieldErrors } from 'oracle-runtime/kit';
import { type CommandOption, OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';

export const BOT_OPTIONS: readonly CommandOption[] = [
  { flags: '--matrix-url <url>', description: 'homeserver for a chat bot (default: MATRIX_BASE_URL)' },
  { flags: '--matrix-name <name>', description: "name of the bot's account (default: the oracle's)" },
  {
    flags: '--matrix-registration-token <token>',
    description: 'where the homeserver asks for one to make an account',
  },
];

const botOptions = z.object({
  matrixUrl: z
    .string()
    .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'is an http or https URL')
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  matrixName: z
    .string()
    .regex(/^[a-z0-9._=/-]{1,200}$/, 'has small letters, digits and ._=/- alone')
    .optional(),
  matrixRegistrationToken: z.string().min(1).max(64).optional(),
});

export type BotOptions = z.output<typeof botOptions>;

/** @throws OracleError `invalid_request` with every fault */
export function readBotOptions(given: unknown): BotOptions {
  const result = botOptions.safeParse(given);
  if (result.success) return result.data;
  const errors = fieldErrors(result.error).map(({ field, message }) => ({
    field: `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    message,
  }));
  throw new OracleError('invalid_request', {
    detail: errors.map(({ field, message }) => `${field} ${message}`).join('; '),
    errors,
  });
}
