import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { OracleError } from '../../plugin/index.js';
import { type Answers, answersSchema, NETWORKS, readPrice } from '../../scaffold/answers.js';
import { projectFiles } from '../../scaffold/project-files.js';
import { writeFolder } from '../../scaffold/write-folder.js';
import { VERSION } from '../../version.js';
import type { CliIo } from '../io.js';

export interface NewOptions {
  readonly description?: string;
  readonly network?: string;
  readonly price?: string;
  readonly model?: string;
  readonly port?: string;
  readonly mnemonicFile?: string;
  readonly runtime?: string;
  readonly install: boolean;
  readonly interactive: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** An answer is missing, and nobody can be asked. */
const MISSING = 4;

/** What was made, for a program. */
interface Receipt {
  readonly folder: string;
  readonly files: readonly string[];
  readonly did: string;
  readonly network: string;
  readonly installed: boolean;
  readonly written: boolean;
  readonly next: readonly string[];
}

/** `oracle new`: a project of one's own, in a folder of its name. Gives the exit code. */
export async function newOracle(name: string | undefined, options: NewOptions, io: CliIo): Promise<number> {
  const asks = options.interactive && io.interactive && !isSet(io.env['CI']);
  const given = await (asks ? asked(name, options, io) : fromFlags(name, options));
  if (given === undefined) {
    io.stderr(
      asks
        ? 'Nothing was written.\n'
        : "The name is missing, which the prompt 'Name' asks for. Give it: oracle new <name>\n",
    );
    return asks ? 130 : MISSING;
  }
  const answers = parsed(given);
  const folder = resolve(io.cwd, answers.name);
  const mnemonic = await mnemonicFrom(options.mnemonicFile, io.cwd);
  const { identityOf } = await import('../../auth/identity/identity.js');
  const { did } = await identityOf(mnemonic);
  const runtime = runtimeOf(options.runtime, io.cwd, folder);
  const files = projectFiles(answers, { mnemonic, runtime });
  if (options.dryRun !== true)
    await writeFolder(folder, files, (aside) =>
      options.install ? install(aside, options.json === true) : Promise.resolve(),
    );
  io.release();
  const receipt: Receipt = {
    folder,
    files: files.map(({ path }) => path),
    did,
    network: answers.network,
    installed: options.install && options.dryRun !== true,
    written: options.dryRun !== true,
    next: [`cd ${answers.name}`, ...(options.install ? [] : ['npm install']), 'npm test', 'npm start'],
  };
  io.stdout(options.json === true ? `${JSON.stringify(receipt)}\n` : wordsOf(receipt));
  return 0;
}

type Given = Readonly<Record<keyof Answers, unknown>>;

function fromFlags(
  name: string | undefined,
  { description, network, price, model, port }: NewOptions,
): Promise<Given | undefined> {
  if (name === undefined) return Promise.resolve(undefined);
  return Promise.resolve({
    name,
    description,
    network,
    price: price === undefined ? undefined : (readPrice(price) ?? price),
    model,
    port: port === undefined ? undefined : Number(port),
  });
}

/** What no flag says is asked; undefined when the person leaves. */
async function asked(name: string | undefined, options: NewOptions, io: CliIo): Promise<Given | undefined> {
  const ask = async (flag: string | undefined, prompt: string, fallback: string) => {
    if (flag !== undefined) return flag;
    const said = await io.ask(`${prompt}${fallback === '' ? '' : ` (${fallback})`}: `);
    return said === undefined ? undefined : said.trim() === '' ? fallback : said.trim();
  };
  const answers: (string | undefined)[] = [];
  for (const [flag, prompt, fallback] of [
    [name, 'Name', ''],
    [options.description, 'What it does, in a sentence', 'An oracle.'],
    [options.network, `Network: ${NETWORKS.join(', ')}`, 'devnet'],
    [options.price, 'Price, such as 0.5 IXO per message, or none', 'none'],
    [options.model, 'Model of your provider, or none to answer offline', 'none'],
  ] as const) {
    const answer = await ask(flag, prompt, fallback);
    if (answer === undefined) return undefined;
    answers.push(answer === 'none' ? undefined : answer);
  }
  const [chosen, description, network, price, model] = answers;
  return fromFlags(chosen, {
    ...options,
    ...(description !== undefined && { description }),
    ...(network !== undefined && { network }),
    ...(price !== undefined && { price }),
    ...(model !== undefined && { model }),
  });
}

function parsed(given: Given): Answers {
  const { success, data, error } = answersSchema.safeParse(given);
  if (success) return data;
  const errors = error.issues.map(({ path, message }) =>
    path[0] === 'price'
      ? { field: '--price', message: 'is an amount and a currency, such as 0.5 IXO per message' }
      : { field: path[0] === 'name' ? 'name' : `--${String(path[0])}`, message },
  );
  throw new OracleError('invalid_request', {
    detail: errors.map(({ field, message }) => `${field} ${message}`).join('; '),
    errors,
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

/** @throws OracleError `upstream_failed` where npm fails; its own words went to the terminal */
function install(folder: string, quiet: boolean): Promise<void> {
  return new Promise((done, fail) => {
    const npm = spawn('npm', ['install', '--no-fund', '--no-audit', '--loglevel=error'], {
      cwd: folder,
      stdio: ['ignore', quiet ? 'ignore' : 2, 2],
      shell: process.platform === 'win32',
    });
    const failed = (why: string) =>
      fail(
        new OracleError('upstream_failed', {
          detail: `npm install ${why}, so nothing was written.`,
          hint: 'Mend what it says above, or add --no-install and run it yourself.',
        }),
      );
    npm.on('error', ({ message }) => failed(`did not start (${message})`));
    npm.on('close', (code) => (code === 0 ? done() : failed(`ended with ${code ?? 'a signal'}`)));
  });
}

function wordsOf({ folder, files, did, written, next }: Receipt): string {
  return [
    written ? `Made ${folder}` : `Would make ${folder} (nothing was written)`,
    ...files.map((path) => `  ${path}`),
    `Its DID is ${did}; the mnemonic behind it stands in ${join(folder, '.env')}: keep a copy, nobody can restore it.`,
    '',
    ...(written ? ['Next:', ...next.map((line) => `  ${line}`)] : []),
    '',
  ].join('\n');
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== 'false' && value !== '0';
}
