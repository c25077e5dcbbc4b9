import { realpathSync } from 'node:fs';
import { Argument, Command, CommanderError } from 'commander';
import { OracleError } from '../plugin/index.js';
import { VERSION } from '../version.js';
import { addBackupCommands } from './backup-commands.js';
import type { AuditOptions } from './commands/audit.js';
import type { CallOptions } from './commands/call.js';
import type { ForgetOptions } from './commands/forget.js';
import type { Shell } from './completion/scripts.js';
import type { DoctorOptions } from './doctor/doctor.js';
import type { CliHost } from './host.js';
import { type CliIo, processIo } from './io.js';
import { addKeyCommands } from './key-commands.js';
import { addPeopleCommands } from './people-commands.js';
import {
  addLoneCommand,
  addPluginCommands,
  addStepFlags,
  commandIo,
  groupNameOf,
} from './plugin-commands.js';
import { printFailure } from './print-failure.js';
import { addProjectCommands } from './project-commands.js';
import { addSessionCommands } from './session-commands.js';
import { addCaveatFlags, addUcanCommands } from './ucan-commands.js';

/**
 * The `oracle` command over a host. The returned function takes `process.argv`, sets the process's exit code and
 * never throws. Each command's code loads when it runs, so `--help` is quick.
 */
export function buildCli(host: CliHost): (argv: readonly string[]) => Promise<void> {
  return async (argv) => {
    process.exitCode = await runCli(argv.slice(2), host, processIo());
  };
}

/** Runs one command line and returns its exit code. */
export async function runCli(given: readonly string[], host: CliHost, io: CliIo): Promise<number> {
  const args = expandChatFlag(given);
  let code = 0;
  const finish = (value: number) => {
    code = value;
  };
  const program = describeCommands(host, io, finish);
  try {
    if (args.length === 0) {
      program.outputHelp();
      return 0;
    }
    await addWordsOfPlugins(program, args[0] ?? '', host, io, finish);
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    printFailure(error, io);
    return exitCodeOf(error);
  }
}

/** 75 (as `EX_TEMPFAIL`) where another process serves the oracle, for who starts it again; 1 for everything else. */
function exitCodeOf(error: unknown): number {
  return OracleError.isInstance(error) && error.code === 'already_serving' ? 75 : 1;
}

/** `oracle --chat …` is `oracle chat …`. */
function expandChatFlag(args: readonly string[]): readonly string[] {
  const flag = args.indexOf('--chat');
  const end = args.indexOf('--');
  if (flag === -1 || args[0]?.startsWith('-') !== true || (end !== -1 && end < flag)) return args;
  return ['chat', ...args.slice(0, flag), ...args.slice(flag + 1)];
}

/** Plugins are loaded only where they have a say: for a word that is no command of ours, and for what UCANs may say. */
async function addWordsOfPlugins(
  program: Command,
  word: string,
  host: CliHost,
  io: CliIo,
  finish: (code: number) => void,
): Promise<void> {
  const own = program.commands.find((command) => command.name() === word);
  if (own !== undefined) {
    if (word === 'token' || word === 'delegate') addCaveatFlags(own, await host.loadPlugins());
    if (word === 'new') addStepFlags(own, await host.loadPlugins());
    return;
  }
  if (word.startsWith('-') || word === 'help') return;
  const given = commandIo(host, io);
  for (const plugin of await host.loadPlugins()) {
    if (groupNameOf(plugin) === word) addPluginCommands(program, plugin, given, finish);
    else addLoneCommand(program, plugin, word, given, finish);
  }
}

function describeCommands(host: CliHost, io: CliIo, finish: (code: number) => void): Command {
  const program = new Command('oracle')
    .description('Boot an oracle, talk to it, look after it.')
    .version(VERSION, '-V, --version', 'print the runtime version')
    .option('--chat', 'the same as: oracle chat')
    .exitOverride()
    .configureOutput({ writeOut: io.stdout, writeErr: io.stderr })
    .addHelpText('after', '\nA plugin with commands of its own answers to: oracle <plugin> --help');

  addProjectCommands(program, host, io, finish);

  program
    .command('start')
    .description('boot and listen')
    .option('--create-identity', 'make a signing identity when there is none')
    .action(async (options: { createIdentity?: boolean }) => host.start(options));

  program
    .command('dev')
    .description('start, and start again when .env, oracle.config.json or src/ changes')
    .action(async () => {
      const { dev, devCommand } = await import('./commands/dev.js');
      const ending = new AbortController();
      const onSignal = () => ending.abort();
      // The oracle has a process group of its own, so a closed terminal reaches it through here only.
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
      const script = realpathSync(process.argv[1] ?? '');
      finish(await dev(devCommand(io.cwd, script), io, ending.signal));
    });

  program
    .command('completion')
    .description('print a script that completes this command: source <(oracle completion bash)')
    .addArgument(new Argument('<shell>', 'the shell that reads it').choices(['bash', 'zsh', 'fish']))
    .action(async (shell: Shell) => {
      const [{ completionScript }, { wordsOf }] = await Promise.all([
        import('./completion/scripts.js'),
        import('./completion/words.js'),
      ]);
      const given = commandIo(host, io);
      for (const plugin of await host.loadPlugins()) {
        addPluginCommands(program, plugin, given, finish);
        for (const { name, alone } of plugin.commands ?? [])
          if (alone === true) addLoneCommand(program, plugin, name, given, finish);
      }
      io.stdout(completionScript(shell, wordsOf(program)));
    });

  program
    .command('chat')
    .description('talk to an oracle; without one that listens, boots one for the conversation')
    .option('--url <url>', 'the oracle to talk to (default: the local one)')
    .option('--session <id>', 'go on with this session')
    .option(
      '--message <text>',
      'send one message, print the answer, leave; fails when the run does; `-` is standard input, `@path` a file',
    )
    .option('--approve', 'with --session: allow all that waits there for a yes')
    .option('--decline', 'with --session: decline all of it')
    .option('--attach <file...>', 'send these files with the (first) message')
    .option('--token <token>', 'API key or session token (default: ORACLE_TOKEN, else a local login)')
    .option('--json', 'print the raw events, one JSON object a line')
    .action(async (options: object) => {
      const { chat } = await import('./commands/chat.js');
      finish(await chat(options, host, io));
    });
  addSessionCommands(program, host, io, finish);

  program
    .command('login')
    .description('print a fresh one-time link that signs a browser in')
    .action(async () => {
      const { login } = await import('./commands/login.js');
      finish(await login(io));
    });

  program
    .command('plugins')
    .description('what boots here and what does not, and why')
    .option('--json', 'the same as data')
    .action(async (options: { json?: boolean }) => {
      const { plugins } = await import('./commands/plugins.js');
      finish(await plugins(options, host, io));
    });

  program
    .command('call')
    .description('call an operation of a plugin as the owner; without one, list them')
    .argument('[operation]', 'such as get_current_weather')
    .argument('[field=value...]', 'its input; a field given several times is a list: ids=a ids=b')
    .option('--input <json>', 'the input as a JSON object')
    .option('--yes', 'go on although it takes something away')
    .option('--json', 'list them as JSON too; an answer is JSON anyway')
    .action(async (name: string | undefined, fields: string[], options: CallOptions) => {
      const { call } = await import('./commands/call.js');
      finish(await call(name, fields, options, host, io));
    });

  addKeyCommands(program, host, io, finish);
  program
    .command('forget')
    .description('erase conversations for good: one, or all of a principal; says first what that is')
    .argument('<principal|session>', 'a session id, a DID, key:<id>, or the name of a person')
    .option('--yes', 'do not ask')
    .action(async (subject: string, options: ForgetOptions) => {
      const { forget } = await import('./commands/forget.js');
      finish(await forget(subject, options, io));
    });

  addUcanCommands(program, host, io, finish);
  addPeopleCommands(program, host, io, finish);
  addBackupCommands(program, io, finish);

  program
    .command('audit')
    .description('who did what in whose name: files changed, delegations used')
    .option('--actor <did>', 'only what was done in the name of this DID')
    .option('--limit <count>', 'entries to show, at most 200', '50')
    .option('--url <url>', 'the oracle (default: the local one)')
    .option('--token <token>', 'API key with the scope admin (default: ORACLE_TOKEN, else a local login)')
    .option('--json', 'the same as data')
    .action(async (options: AuditOptions) => {
      const { audit } = await import('./commands/audit.js');
      finish(await audit(options, host, io));
    });

  program
    .command('doctor')
    .description('check the environment and say what to mend')
    .option('--files', 'also look whether the bytes of every file and version are there')
    .option('--deep', 'with --files: decrypt and hash them too')
    .option('--repair', 'with --files: remove bytes that nothing refers to, once they are a day old')
    .action(async (options: DoctorOptions) => {
      const { doctor } = await import('./doctor/doctor.js');
      finish(await doctor(host, io, options));
    });

  return program;
}
