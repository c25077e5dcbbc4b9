import { OracleError, type ProjectAnswers, type ProjectQuestion } from '../../plugin/index.js';
import { type Answers, answersSchema, NETWORKS, readPrice } from '../../scaffold/answers.js';
import type { CliIo } from '../io.js';

/** Flags about the project itself. */
export interface ProfileOptions {
  readonly description?: string;
  readonly network?: string;
  readonly price?: string;
  readonly model?: string;
  readonly port?: string;
}

type Given = Readonly<Record<keyof Answers, unknown>>;

/** What flags say. */
export function fromFlags(name: string, { description, network, price, model, port }: ProfileOptions): Given {
  return {
    name,
    description,
    network,
    price: price === undefined ? undefined : (readPrice(price) ?? price),
    model,
    port: port === undefined ? undefined : Number(port),
  };
}

/** What no flag says is asked; undefined when the person leaves. */
export async function askedProfile(
  name: string | undefined,
  options: ProfileOptions,
  io: CliIo,
): Promise<Given | undefined> {
  const answers: (string | undefined)[] = [];
  for (const [flag, prompt, fallback] of [
    [name, 'Name', ''],
    [options.description, 'What it does, in a sentence', 'An oracle.'],
    [options.network, `Network: ${NETWORKS.join(', ')}`, 'devnet'],
    [options.price, 'Price, such as 0.5 IXO per message, or none', 'none'],
    [options.model, 'Model of your provider, or none to answer offline', 'none'],
  ] as const) {
    const answer = flag ?? (await ask(prompt, fallback, io));
    if (answer === undefined) return undefined;
    answers.push(answer === 'none' ? undefined : answer);
  }
  const [chosen = '', description, network, price, model] = answers;
  return fromFlags(chosen, {
    ...options,
    ...(description !== undefined && { description }),
    ...(network !== undefined && { network }),
    ...(price !== undefined && { price }),
    ...(model !== undefined && { model }),
  });
}

/** The flags, and what was asked besides; undefined when the person leaves. */
export async function askedSteps(
  questions: readonly ProjectQuestion[],
  given: ProjectAnswers,
  io: CliIo,
): Promise<ProjectAnswers | undefined> {
  const answers: Record<string, unknown> = { ...given };
  for (const { flag, prompt, fallback } of questions) {
    const key = keyOf(flag);
    if (answers[key] !== undefined) continue;
    const answer = await ask(prompt, fallback, io);
    if (answer === undefined) return undefined;
    if (answer !== 'none') answers[key] = answer;
  }
  return answers;
}

/** @throws OracleError `invalid_request` with every fault, each by its flag */
export function parsedProfile(given: Given): Answers {
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

/** `apiUrl` of `--api-url`. */
export function keyOf(flag: string): string {
  return flag.replace(/^--/, '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

async function ask(prompt: string, fallback: string, io: CliIo): Promise<string | undefined> {
  const said = await io.ask(`${prompt}${fallback === '' ? '' : ` (${fallback})`}: `);
  return said === undefined ? undefined : said.trim() === '' ? fallback : said.trim();
}
