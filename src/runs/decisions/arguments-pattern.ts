import { canonicalJson } from '../../kit/index.js';
import type { ArgumentRule, ArgumentsPattern } from '../../plugin/index.js';

type Args = Readonly<Record<string, unknown>>;

/** A folder without a slash at its end; undefined for what is none, or says `.` or `..`. */
const FOLDER = /^(?:\/(?!\.{1,2}(?:\/|$))[^/\\\p{Cc}]+)+$/u;

/**
 * The pattern of a call that was allowed: each argument as it was, but for those that rules were given for.
 * @returns the faults of the rules instead, by argument
 */
export function patternOf(
  args: Args,
  rules: ArgumentsPattern,
): { readonly pattern: ArgumentsPattern } | { readonly faults: readonly (readonly [string, string])[] } {
  const exact = Object.entries(args).map(([name, value]) => [name, { is: value }] as const);
  const pattern = { ...Object.fromEntries(exact), ...trimRules(rules) };
  const faults = Object.entries(rules).flatMap(([name, rule]): [string, string][] => {
    if ('under' in rule && !isFolder(rule.under))
      return [[name, `'${rule.under}' is no folder, such as /reports`]];
    return fits(args[name], trimRule(rule))
      ? []
      : [[name, 'does not cover the call that it is decided with']];
  });
  return faults.length > 0 ? { faults } : { pattern };
}

/** Whether a call with these arguments is covered. An argument that the pattern does not name is not. */
export function covers(pattern: ArgumentsPattern, args: Args): boolean {
  const names = new Set([...Object.keys(pattern), ...Object.keys(args)]);
  return [...names].every((name) => {
    const rule = Object.hasOwn(pattern, name) ? pattern[name] : undefined;
    return rule === undefined ? args[name] === undefined : fits(args[name], trimRule(rule));
  });
}

/** In words, for the person: `paths under /reports, expires anything`. */
export function describePattern(pattern: ArgumentsPattern): string {
  const words = Object.entries(pattern).map(([name, rule]) => {
    if ('anything' in rule) return `${name} anything`;
    return 'under' in rule ? `${name} under ${rule.under}` : `${name} ${canonicalJson(rule.is)}`;
  });
  return words.length === 0 ? 'no arguments' : words.join(', ');
}

function fits(value: unknown, rule: ArgumentRule): boolean {
  if ('anything' in rule) return true;
  if ('under' in rule) {
    const paths: readonly unknown[] = Array.isArray(value) ? value : [value];
    return paths.length > 0 && paths.every((path) => isUnder(path, rule.under));
  }
  return value !== undefined && canonicalJson(value) === canonicalJson(rule.is);
}

/** Whether the text names a folder, not the root. */
export const isFolder = (text: string): boolean => FOLDER.test(trimFolder(text));

/** Whether all that one rule lets through the other does too. */
export function ruleWithin(one: ArgumentRule, other: ArgumentRule): boolean {
  if ('is' in one) return fits(one.is, trimRule(other));
  if ('anything' in other) return true;
  if ('anything' in one || !('under' in other)) return false;
  const [inner, outer] = [trimFolder(one.under), trimFolder(other.under)];
  return inner === outer || inner.startsWith(`${outer}/`);
}

/** Below the folder, and not the folder itself: to take it away takes everything in it. */
function isUnder(path: unknown, folder: string): boolean {
  if (typeof path !== 'string') return false;
  const trimmed = trimFolder(path);
  return trimmed.startsWith(`${folder}/`) && FOLDER.test(trimmed);
}

const trimFolder = (folder: string): string => folder.replace(/\/$/, '');

const trimRule = (rule: ArgumentRule): ArgumentRule =>
  'under' in rule ? { under: trimFolder(rule.under) } : rule;

function trimRules(rules: ArgumentsPattern): ArgumentsPattern {
  return Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, trimRule(rule)]));
}
