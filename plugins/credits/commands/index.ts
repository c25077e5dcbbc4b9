import {
  ADDRESS_OPTIONS,
  type CommandIo,
  type CommandOption,
  type PluginCommand,
} from 'oracle-runtime/plugin';

/** What the commands of credits are told. */
export interface CreditsOptions {
  readonly url?: string;
  readonly token?: string;
  readonly json?: boolean;
  readonly session?: string;
}

const JSON_OPTION: CommandOption = { flags: '--json', description: 'the same as data' };

type Run = (args: readonly string[], options: CreditsOptions, io: CommandIo) => Promise<number>;

/** `oracle credits …`. The code of each loads when it runs. */
export const creditsCommands: readonly PluginCommand[] = [
  command('show', 'what is spent and what is left', [], [JSON_OPTION], async (_, options, io) =>
    (await import('./show.js')).showCredits(options, io),
  ),
  command(
    'costs',
    'what the last answers cost',
    [],
    [{ flags: '--session <id>', description: 'only of this conversation' }, JSON_OPTION],
    async (_, options, io) => (await import('./show.js')).showCosts(options, io),
  ),
  command('export', 'the whole ledger as CSV, to standard output', [], [], async (_, options, io) =>
    (await import('./show.js')).exportLedger(options, io),
  ),
  {
    name: 'verify',
    summary: 'check a receipt: who signed it, and that it adds up',
    arguments: [{ name: 'receipt', description: 'file with the JSON of GET /credits/receipts/:runId' }],
    options: [
      {
        flags: '--oracle <did>',
        description: 'the oracle that must have signed it; without it anybody may have',
      },
    ],
    run: async ([file = ''], options, io) => {
      const { oracle } = options as { readonly oracle?: string };
      return (await import('./verify-receipt.js')).verifyReceipt(file, oracle, io);
    },
  },
];

function command(
  name: string,
  summary: string,
  args: PluginCommand['arguments'],
  options: readonly CommandOption[],
  run: Run,
): PluginCommand {
  return {
    name,
    summary,
    arguments: args,
    options: [...ADDRESS_OPTIONS, ...options],
    run: (given, chosen, io) => run(given, chosen as CreditsOptions, io),
  };
}
