import type { Candidate } from '../../choosing/candidates.js';
import { fillFor } from '../../choosing/choose-tool.js';
import { readText, type TextModel } from '../../filling/read-text.js';
import { fold } from '../../language/fold.js';
import { splitName } from '../../language/tokenize.js';
import { type Args, withoutPath } from '../../schema/leaves.js';
import { fieldsOf } from '../../schema/schema-fields.js';
import { consentTo } from '../consent/consent.js';
import { unusedOf } from '../follow-up/follow-up.js';
import type { PlannedCall } from '../planning/planned-call.js';

const COURTESY =
  /^(?:(?:please|kindly|now|ok|okay|and|then|bitte|s'il (?:vous|te) plait|por favor|tafadhali|can you|could you)[\s,]+)*/u;
/** What leads to the name of a server: `use asks to sum`, `sum with asks`. */
const USE =
  '(?:use|ask|call|run|let|have|with|nimm|nutze|frage|mit|utilise|demande a|avec|usa|pide a|con|use o|peca a|com|tumia|kwa)';
const WITH = '(?:with|using|via|through|by|from|mit|uber|von|avec|par|via|con|de|com|usando|por|kwa)';
const NONE: ReadonlySet<string> = new Set();

/**
 * The call of a tool that a message names with its server, as `asks sum a 2 b 3`, `sum with asks: …` or `asks_sum …`: no other
 * tool is meant, and what stands behind the name are its values. Only tools of this run have such names. What it has no place
 * for is asked about. Undefined where none is named.
 */
export function asNamedTool(text: TextModel, candidates: readonly Candidate[]): PlannedCall | undefined {
  const low = fold(text.text);
  if (low.length !== text.text.length) return undefined;
  const found = candidates
    .filter(({ capability }) => capability === undefined)
    .flatMap((candidate) => {
      const rest = restBehind(candidate, text.text, low);
      return rest === undefined ? [] : [{ candidate, ...rest }];
    })
    .sort((a, b) => b.said - a.said);
  const [best, second] = found;
  if (best === undefined || second?.said === best.said) return undefined;
  const { candidate, values } = best;
  const own = candidate.nameWords.join(' ');
  const model = readText(`${own}${/^[\s:=(]/u.test(values) ? '' : ' '}${values}`, text);
  const filled = withoutTold(turnedRight(fillFor(candidate, model, NONE), values), candidate, values);
  const consent = consentTo(candidate, model, filled);
  const unused = unusedOf(filled);
  const left = namesLeft(candidate, filled.args, model);
  const isOpen = unused.length > 0 || left.length > 0;
  return {
    candidate,
    args: filled.args,
    missing: filled.missing,
    refused: filled.refused,
    unused: [...left, ...unused.filter((one) => !left.some((pair) => pair.includes(one)))],
    consent: consent.kind === 'unsaid' ? { kind: 'partly', words: [] } : consent,
    ...(isOpen ? { band: 'likely' as const, unsettled: true as const } : {}),
  };
}

/** The name behind a small word, such as `Juma` in `to Juma`. */
function nameBehind(word: 'from' | 'to', values: string): string | undefined {
  return new RegExp(`(?<!\\p{L})${word}\\s+(\\p{L}[\\p{L}\\p{N}_-]*)`, 'iu').exec(values)?.[1];
}

/** Of fields called `from` and `to` each has what stands behind its own word: `500 to Juma from Amina` is none from Juma. */
function turnedRight(filled: ReturnType<typeof fillFor>, values: string): ReturnType<typeof fillFor> {
  const { from, to } = filled.args;
  if (typeof from !== 'string' || typeof to !== 'string') return filled;
  const isTurned = nameBehind('to', values) === from || nameBehind('from', values) === to;
  return isTurned ? { ...filled, args: { ...filled.args, from: to, to: from } } : filled;
}

/** One or more words with a capital each, and what cannot be a verb. */
const A_NAME = /^[^\p{L}]*\p{Lu}[^\s]*(?:\s+\p{Lu}[^\s]*)*$|[^\p{L}\s]|^\S+$/u;

/**
 * Of several texts each stands behind the name of its field, or is a name. `Juma receives` of `Juma receives 250 from Amina` is
 * neither: nobody is called so, and what is told there is asked about.
 */
function withoutTold(
  filled: ReturnType<typeof fillFor>,
  candidate: Candidate,
  values: string,
): ReturnType<typeof fillFor> {
  const texts = filled.filled.filter(({ kind, path }) => kind === 'string' && path.length === 1);
  if (texts.length < 2) return filled;
  const told = texts.filter((field) => {
    const value = filled.args[field.name];
    if (typeof value !== 'string' || A_NAME.test(value)) return false;
    const before = fold(values.slice(0, Math.max(0, values.indexOf(value)))).replace(/[\s:="'“„«]+$/u, '');
    return ![field.name, field.label, ...field.aliases].some((name) => before.endsWith(fold(name)));
  });
  if (told.length === 0) return filled;
  const args = told.reduce<Args>((left, { path }) => withoutPath(left, path), filled.args);
  const isNeeded = fieldsOf(candidate.tool.parameters).filter(
    ({ required, name }) => required && told.some((one) => one.name === name),
  );
  return {
    ...filled,
    args,
    filled: filled.filled.filter((field) => !told.includes(field)),
    missing: [...filled.missing, ...isNeeded],
  };
}

/** Whether a message names a server where a call does: at its head, or behind `with`, `use`, `ask`. */
export function isNamedBy(text: string, server: readonly string[]): boolean {
  const low = fold(text);
  const name = server.map((part) => part.replace(/[^\p{L}\p{N}]/gu, '')).join('[\\s_-]+');
  const head = low.slice(COURTESY.exec(low)?.[0].length ?? 0);
  if (name === '') return false;
  return (
    new RegExp(`^[\`"]?${name}(?![\\p{L}\\p{N}])`, 'u').test(head) ||
    new RegExp(`(?<![\\p{L}])(?:${USE}|${WITH})\\s+${name}(?![\\p{L}\\p{N}])`, 'u').test(low)
  );
}

/** What of a message stands behind the name of a tool, and how many letters of name it says; undefined where it says none. */
function restBehind(
  { tool }: Candidate,
  text: string,
  low: string,
): { readonly values: string; readonly said: number } | undefined {
  const parts = splitName(tool.name).map((part) => part.replace(/[^\p{L}\p{N}]/gu, ''));
  if (parts.length < 2) return undefined;
  const from = COURTESY.exec(low)?.[0].length ?? 0;
  const rest = low.slice(from);
  const ends = String.raw`(?![\p{L}\p{N}_])`;
  for (let cut = 1; cut < parts.length; cut++) {
    const server = parts.slice(0, cut).join('[\\s_-]+');
    const own = parts.slice(cut).join('[\\s_-]+');
    const patterns = [
      `^(?:${USE}\\s+)?[\`"]?${server}(?:[\\s_.:/-]+|\\s+to\\s+)${own}${ends}[\`"]?`,
      `^(?:${USE}\\s+)?${own}\\s+${WITH}\\s+${server}${ends}`,
    ];
    for (const pattern of patterns) {
      const match = new RegExp(pattern, 'u').exec(rest);
      if (match !== null) return { values: text.slice(from + match[0].length), said: tool.name.length };
    }
    // `sum 2 and 3 with asks`
    const last = new RegExp(`^(?:${USE}\\s+)?${own}${ends}(.*?)\\s+${WITH}\\s+${server}[\\s.!]*$`, 'su').exec(
      rest,
    );
    if (last !== null) {
      const [all, values = ''] = last;
      const start = from + all.indexOf(values, all.indexOf(parts.at(-1) ?? '') + 1);
      return { values: text.slice(start, start + values.length), said: tool.name.length };
    }
  }
  return undefined;
}

/** `c 7` and `c=7` of a tool that has no `c`: a name with its value, said as those of its fields are, which it did not take. */
function namesLeft(
  { tool }: Candidate,
  args: Readonly<Record<string, unknown>>,
  { text, numbers }: TextModel,
): string[] {
  const known = Object.keys((tool.parameters['properties'] ?? {}) as Record<string, unknown>);
  const pairs = numbers.flatMap((mention) => {
    const before = /(?<![\p{L}\p{N}_-])([\p{L}_][\p{L}\p{N}_]*)(\s*[:=]\s*|\s+)$/u.exec(
      text.slice(0, mention.start),
    );
    const [, name = '', sign = ''] = before ?? [];
    return name === '' ? [] : [{ name, isSigned: /[:=]/u.test(sign), raw: `${name} ${mention.raw}` }];
  });
  const isPaired = pairs.filter(({ name }) => known.includes(name) && args[name] !== undefined).length > 1;
  return pairs.flatMap(({ name, isSigned, raw }) =>
    !known.includes(name) && (isSigned || (isPaired && name.length <= 2)) ? [raw] : [],
  );
}
