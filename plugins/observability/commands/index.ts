import { ADDRESS_OPTIONS, type CommandOption, type PluginCommand } from 'oracle-runtime/plugin';

/** What the commands of runs are told. */
export interface RunOptions {
  readonly url?: string;
  readonly token?: string;
  readonly json?: boolean;
  readonly session?: string;
  readonly model?: string;
  readonly prompt?: string;
  readonly file?: string;
  readonly add?: string;
  readonly name?: string;
  readonly says?: string;
}

const OPTIONS: readonly CommandOption[] = [
  ...ADDRESS_OPTIONS,
  { flags: '--session <id>', description: 'the conversation that the run is in' },
  { flags: '--model <name>', description: 'another model at the same endpoint' },
  {
    flags: '--prompt <file>',
    description: 'other instructions in the place of `prompt` of oracle.config.json',
  },
  { flags: '--json', description: 'the same as data' },
];

/** Looks at answers of before. The code of each loads when it runs. */
export const runCommands: readonly PluginCommand[] = [
  {
    name: 'replay',
    summary: 'answer again with the recorded results of tools, and show what differs',
    arguments: [{ name: 'run', description: 'id of the run' }],
    options: OPTIONS,
    alone: true,
    run: async ([run = ''], options, io) =>
      (await import('./replay.js')).replay(run, options as RunOptions, io),
  },
  {
    name: 'eval',
    summary: 'hold answers to a suite of recorded runs',
    arguments: [],
    options: [
      ...OPTIONS,
      { flags: '--file <file>', description: 'the suite, one run a line (default: evals.jsonl)' },
      { flags: '--add <run>', description: 'add a run to the suite instead' },
      { flags: '--name <name>', description: 'what to call it; default: its question' },
      { flags: '--says <words>', description: 'words that an answer must hold besides' },
    ],
    alone: true,
    run: async (_, options, io) => (await import('./eval.js')).evaluate(options as RunOptions, io),
  },
];
