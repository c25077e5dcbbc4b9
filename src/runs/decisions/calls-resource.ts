import { canonicalJson } from '../../kit/index.js';
import {
  type ArgumentRule,
  type ArgumentsPattern,
  type CaveatFlag,
  type CaveatKind,
  defineResource,
  OracleError,
} from '../../plugin/index.js';
import { describePattern, isFolder, ruleWithin } from './arguments-pattern.js';

/** What lets calls through that would ask: a UCAN principal's own word for it. */
export const ALLOW_CALLS = 'calls/allow';

const CALLS = 'ixo:calls';
const TOOL = /^[A-Za-z0-9_-]{1,64}$/;
/** Patterns of one capability, and what is kept of those of a whole chain. */
const MOST_PATTERNS = 16;
const MOST_ARGUMENTS = 32;
const USAGE = `${CALLS}/<tool>, such as ${CALLS}/vfs_set_public`;

/** Calls of a tool that the issuer asks for. */
export const callsOf = (tool: string): string => `${CALLS}/${tool}`;

/** Which calls: those that one of these patterns covers. */
export type AllowedCalls = readonly ArgumentsPattern[];

/**
 * `{ args: pattern }` or `{ args: [pattern, …] }`. Undefined for anything else, so for a capability that says nothing of
 * arguments, and where one may be anything: what takes something away must be told whole.
 */
export function readAllowedCalls(nb: Readonly<Record<string, unknown>>): AllowedCalls | undefined {
  const { args, ...unknown } = nb;
  if (args === undefined || Object.keys(unknown).length > 0) return undefined;
  const patterns: readonly unknown[] = Array.isArray(args) ? args : [args];
  return patterns.length <= MOST_PATTERNS && patterns.every(isPattern) ? patterns : undefined;
}

function isPattern(value: unknown): value is ArgumentsPattern {
  if (!isPlain(value)) return false;
  const rules = Object.values(value);
  return rules.length <= MOST_ARGUMENTS && rules.every(isRule);
}

function isRule(rule: unknown): boolean {
  if (!isPlain(rule) || Object.keys(rule).length !== 1) return false;
  if ('under' in rule) return typeof rule['under'] === 'string' && isFolder(rule['under']);
  return 'is' in rule && isJson(rule['is']);
}

/** A token may hold what no argument can: bytes, references, numbers beyond those of JSON. */
function isJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  return isPlain(value) && Object.values(value).every(isJson);
}

/** What is wrong with one pattern, for who wrote it; undefined when nothing is. */
function whyUnreadable(pattern: unknown): string | undefined {
  if (isPattern(pattern)) return undefined;
  if (!isPlain(pattern)) return 'it is no JSON object';
  const rules = Object.entries(pattern);
  const [name, rule] = rules.find(([, each]) => !isRule(each)) ?? [];
  if (name === undefined) return `it has ${rules.length} arguments, of at most ${MOST_ARGUMENTS}`;
  if (!isPlain(rule) || Object.keys(rule).length !== 1) return `'${name}' needs one rule`;
  if ('anything' in rule) return `'${name}' is anything, and none may be: a delegation says all arguments`;
  if ('under' in rule)
    return `'${name}' is under ${JSON.stringify(rule['under'])}, which is no folder below /, such as "/drafts"`;
  return 'is' in rule ? `'${name}' is what JSON cannot say` : `'${name}' has a rule that there is not`;
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** What both cover; undefined when nothing is covered by both. */
function bothOf(one: ArgumentsPattern, other: ArgumentsPattern): ArgumentsPattern | undefined {
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return undefined;
  const rules: [string, ArgumentRule][] = [];
  for (const name of names) {
    const [a, b] = [one[name], Object.hasOwn(other, name) ? other[name] : undefined];
    const rule = a && b && (ruleWithin(a, b) ? a : ruleWithin(b, a) ? b : undefined);
    if (rule === undefined) return undefined;
    rules.push([name, rule]);
  }
  return Object.fromEntries(rules);
}

const distinct = (patterns: AllowedCalls): AllowedCalls =>
  [...new Map(patterns.map((pattern) => [canonicalJson(pattern), pattern])).values()].slice(0, MOST_PATTERNS);

const argsFlag: CaveatFlag = {
  name: 'args',
  value: 'json',
  description:
    'which calls may be made unasked, by their arguments, such as \'{"paths":{"under":"/reports"},"public":{"is":true}}\'',
  nb(values) {
    const args = values.map((text): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        return undefined;
      }
    });
    const nb = { args };
    if (readAllowedCalls(nb) !== undefined) return nb;
    throw new OracleError('invalid_request', {
      detail: `--args says no arguments: ${args.map(whyUnreadable).find((why) => why !== undefined) ?? `it is there ${args.length} times, of at most ${MOST_PATTERNS}`}.`,
      hint: 'Write JSON with a rule for each argument, { "is": value } or { "under": "/folder" }; at most 16 of such.',
    });
  },
};

const allowedCalls: CaveatKind<AllowedCalls> = {
  read: readAllowedCalls,
  narrow: (granted, claimed) =>
    distinct(
      granted.flatMap((one) =>
        claimed.map((other) => bothOf(one, other)).filter((pattern) => pattern !== undefined),
      ),
    ),
  unite: (one, other) => distinct([...one, ...other]),
  write: (args) => ({ args }),
  describe: (patterns) =>
    patterns.length === 0
      ? 'none'
      : patterns.map((pattern) => `with ${describePattern(pattern)}`).join(' or '),
  flags: [argsFlag],
};

/**
 * Calls of one tool, by whoever asks for them. Everybody allows their own: a delegation of this kind stands in the place of
 * the question that an operation would ask its issuer.
 */
export const callsResource = defineResource<string, AllowedCalls>({
  name: 'calls',
  prefix: CALLS,
  abilities: [ALLOW_CALLS],
  usage: USAGE,
  parse(text) {
    const tool = text.slice(CALLS.length + 1);
    return text === callsOf(tool) && TOOL.test(tool) ? tool : undefined;
  },
  covers: (granted, claimed) => granted === claimed,
  owner: () => 'issuer',
  caveats: allowedCalls,
});
