import { readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { OracleError, type ProjectAnswers, type ProjectStep } from '../../plugin/index.js';
import { installPackages } from '../../scaffold/install-packages.js';
import { projectFiles } from '../../scaffold/project-files.js';
import {
  type ProjectState,
  removeState,
  saveState,
  theUnfinished,
  type UnfinishedProject,
  unfinishedProjects,
} from '../../scaffold/unfinished.js';
import { putInPlace, writeAside } from '../../scaffold/write-folder.js';
import { VERSION } from '../../version.js';
import type { CliHost } from '../host.js';
import type { CliIo } from '../io.js';
import { commandIo } from '../plugin-commands.js';
import {
  askedProfile,
  askedSteps,
  fromFlags,
  keyOf,
  type ProfileOptions,
  parsedProfile,
} from './new-answers.js';
import { type Receipt, wordsOf } from './new-receipt.js';

export interface NewOptions extends ProfileOptions {
  readonly mnemonicFile?: string;
  readonly runtime?: string;
  readonly install: boolean;
  readonly interactive: boolean;
  readonly dryRun?: boolean;
  readonly resume?: boolean;
  readonly json?: boolean;
}

/** An answer is missing, and nobody can be asked. */
const MISSING = 4;
const LEFT = 130;
/** They say what a new project is, which its own files do. */
const OF_ANOTHER_ORACLE = [
  'SIGNING_MNEMONIC',
  'SIGNING_MNEMONIC_FILE',
  'DATA_DIR',
  'ORACLE_CONFIG',
  'PORT',
  'NETWORK',
];

/** `oracle new`: a project of one's own, in a folder of its name. Gives the exit code. */
export async function newOracle(
  name: string | undefined,
  options: NewOptions,
  host: CliHost,
  io: CliIo,
): Promise<number> {
  const steps = (await host.loadPlugins()).flatMap(({ projectSteps = [] }) => projectSteps);
  const given = answersOf(steps, options);
  if (options.resume === true) {
    const folder = name === undefined ? undefined : resolve(io.cwd, name);
    return complete(theUnfinished(io.cwd, folder), steps, given, options, host, io);
  }
  const asks = options.interactive && io.interactive && !isSet(io.env['CI']);
  const missing = (prompt: string, what: string, flag: string) => {
    io.stderr(`${what} is missing, which the prompt '${prompt}' asks for. Give it: ${flag}\n`);
    return MISSING;
  };
  if (name === undefined && !asks) return missing('Name', 'The name', 'oracle new <name>');
  const profile = asks ? await askedProfile(name, options, io) : fromFlags(name ?? '', options);
  const said =
    profile && asks
      ? await askedSteps(
          steps.flatMap(({ questions }) => questions),
          given,
          io,
        )
      : given;
  if (profile === undefined || said === undefined) {
    io.stderr('Nothing was written.\n');
    return LEFT;
  }
  const answers = parsedProfile(profile);
  const wanted: ProjectStep[] = [];
  for (const step of steps) {
    const verdict = step.wanted(said);
    if (verdict === true) wanted.push(step);
    if (typeof verdict === 'boolean') continue;
    const prompt = step.questions.find(({ flag }) => flag === verdict.missing)?.prompt ?? step.title;
    return missing(
      prompt,
      `${verdict.missing} is wanted to ${lowerFirst(step.title)} and`,
      `${verdict.missing} <value>`,
    );
  }
  const folder = resolve(io.cwd, answers.name);
  refuseBegun(folder, io.cwd);
  const mnemonic = await mnemonicFrom(options.mnemonicFile, io.cwd);
  const { identityOf } = await import('../../auth/identity/identity.js');
  const runtime = runtimeOf(options.runtime, io.cwd, folder);
  const files = projectFiles(answers, { mnemonic, runtime });
  const state: ProjectState = {
    answers,
    steps: said,
    install: options.install,
    runtime,
    did: (await identityOf(mnemonic)).did,
    files: files.map(({ path }) => path),
    done: {},
  };
  if (options.dryRun === true) {
    io.release();
    return print(receiptOf(folder, state, wanted), options, io);
  }
  const aside = writeAside(folder, files);
  saveState(aside, state);
  return complete({ aside, state }, steps, {}, options, host, io);
}

/** Does what is not done yet, one thing after the other, each noted as soon as it is. */
async function complete(
  { aside, state: begun }: UnfinishedProject,
  steps: readonly ProjectStep[],
  given: ProjectAnswers,
  options: NewOptions,
  host: CliHost,
  io: CliIo,
): Promise<number> {
  io.release();
  let state: ProjectState = {
    ...begun,
    steps: { ...begun.steps, ...given },
    install: begun.install && options.install,
  };
  const folder = join(dirname(aside), state.answers.name);
  const once = async (name: string, work: () => Promise<ProjectState['done'][string]>) => {
    if (Object.hasOwn(state.done, name)) return;
    state = { ...state, done: { ...state.done, [name]: await work() } };
    saveState(aside, state);
  };
  try {
    if (state.install)
      await once('install', async () => {
        await installPackages(aside, options.json === true);
        return { facts: {} };
      });
    for (const step of steps.filter((each) => each.wanted(state.steps) === true))
      await once(step.name, async () => {
        io.stderr(`${step.title}\n`);
        const { facts, notes = [] } = await step.run(state.steps, stepIo(aside, host, io));
        return { facts: { ...facts }, notes: [...notes] };
      });
    removeState(aside);
    putInPlace(aside, folder);
  } catch (error) {
    throw resumable(error, state.answers.name);
  }
  return print(receiptOf(folder, state), options, io);
}

/** A command's view of the new folder, whose own files say what it is. */
function stepIo(aside: string, host: CliHost, io: CliIo) {
  const env = Object.fromEntries(
    Object.entries(io.env).filter(([name]) => !OF_ANOTHER_ORACLE.includes(name)),
  );
  return commandIo(host, { ...io, cwd: aside, env });
}

function resumable(error: unknown, name: string): unknown {
  if (!OracleError.isInstance(error)) return error;
  const { code, detail, hint, errors } = error;
  const next = `Go on: oracle new ${name} --resume`;
  return new OracleError(code, {
    detail,
    errors,
    cause: error,
    hint: hint === undefined ? next : `${hint} ${next}`,
  });
}

/** @param planned what would be done; nothing was written then */
function receiptOf(folder: string, state: ProjectState, planned?: readonly ProjectStep[]): Receipt {
  const { answers, files, did, runtime, install, done } = state;
  const { install: _, ...told } = done;
  const steps =
    planned === undefined
      ? Object.entries(told).map(([name, { facts }]) => [name, facts])
      : planned.map(({ name, title }) => [name, { would: title }]);
  return {
    folder,
    files,
    did,
    network: answers.network,
    runtime,
    installed: install && planned === undefined,
    written: planned === undefined,
    steps: Object.fromEntries(steps),
    notes: Object.values(told).flatMap(({ notes = [] }) => notes),
    next: [`cd ${answers.name}`, ...(install ? [] : ['npm install']), 'npm test', 'npm start'],
  };
}

function print(receipt: Receipt, { json }: NewOptions, io: CliIo): number {
  io.stdout(json === true ? `${JSON.stringify(receipt)}\n` : wordsOf(receipt));
  return 0;
}

/** Flags of steps that were given. */
function answersOf(steps: readonly ProjectStep[], options: NewOptions): ProjectAnswers {
  const keys = steps.flatMap((step) =>
    step.options.map(({ flags }) => keyOf(/--[\w-]+/.exec(flags)?.[0] ?? '')),
  );
  const all: ProjectAnswers = { ...options };
  return Object.fromEntries(keys.filter((key) => all[key] !== undefined).map((key) => [key, all[key]]));
}

/** A second one of that name would have another identity, and another entity. */
function refuseBegun(folder: string, cwd: string): void {
  const [begun] = unfinishedProjects(cwd, folder);
  if (begun === undefined) return;
  throw new OracleError('conflict', {
    detail: `${basename(folder)} was begun already and is not finished: ${begun.aside}`,
    hint: `Go on: oracle new ${basename(folder)} --resume. Or remove that folder, with the mnemonic in its .env.`,
  });
}

/** Words of a file, or new ones. */
async function mnemonicFrom(file: string | undefined, cwd: string): Promise<string> {
  const { newMnemonic, validWords } = await import('../../auth/identity/identity.js');
  if (file === undefined) return newMnemonic();
  const words = await validWords(readFileSync(resolve(cwd, file), 'utf8'));
  if (words !== undefined) return words;
  throw new OracleError('invalid_request', {
    detail: `'${file}' holds no BIP-39 mnemonic of English words.`,
    errors: [{ field: '--mnemonic-file', message: 'is a file of 12 or 24 words' }],
  });
}

/** A path is written as one from the new folder. */
function runtimeOf(given: string | undefined, cwd: string, folder: string): string {
  if (given === undefined) return `^${VERSION}`;
  if (!given.startsWith('.') && !isAbsolute(given)) return given;
  return `file:${relative(folder, resolve(cwd, given))}`;
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== 'false' && value !== '0';
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
