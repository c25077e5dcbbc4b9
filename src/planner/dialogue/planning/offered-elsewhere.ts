import type { ToolSchema } from '../../../plugin/index.js';
import { type Candidate, LIST_TOOL, LOAD_TOOL } from '../../choosing/candidates.js';
import { type KnownCapability, rankCapabilities } from '../../choosing/rank-capabilities.js';
import { conceptsAt } from '../../language/concepts.js';
import { languageOf } from '../../language/language-of.js';
import { isStopWord, splitName, stemOf } from '../../language/tokenize.js';
import { wordsOf } from '../../language/words.js';
import { record } from '../../schema/schema-fields.js';
import { isNamedBy } from '../taught/named-tool.js';
import type { Turn } from '../turns/conversation.js';

interface Step {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** As much of a message is searched for. */
const QUERY = 200;

/**
 * What to call before a message is given up: capabilities that came up after the boot, as those of other servers do, are
 * known to nobody before they are listed and loaded. Undefined where none of them fits, or the one that does is loaded.
 */
export function stepElsewhere(
  { text, executed }: Turn,
  capabilities: readonly KnownCapability[],
  bound: readonly ToolSchema[],
): Step | undefined {
  const has = (name: string) => bound.some((tool) => tool.name === name);
  if (!has(LIST_TOOL) || !has(LOAD_TOOL) || text.trim() === '') return undefined;
  const listed = executed.find(({ call }) => call.name === LIST_TOOL);
  if (listed === undefined) return { name: LIST_TOOL, args: { query: text.slice(0, QUERY) } };
  const known = new Set(capabilities.map(({ name }) => name));
  const strangers = offeredIn(listed.result?.content ?? '').filter(({ name }) => !known.has(name));
  const [best] = rankCapabilities(text, strangers);
  const isTried = executed.some(({ call }) => call.name === LOAD_TOOL);
  return best === undefined || isTried ? undefined : { name: LOAD_TOOL, args: { names: [best.name] } };
}

/**
 * The same before a message is taken for anything that is known here: who names a server, as in `asks sum a 2 b 3`, means it, and
 * no other tool whatever its words are near to. Undefined for who names none.
 */
export function stepToNamed(
  { text, executed }: Turn,
  candidates: readonly Candidate[],
  capabilities: readonly KnownCapability[],
  bound: readonly ToolSchema[],
): Step | undefined {
  const has = (name: string) => bound.some((tool) => tool.name === name);
  if (!has(LIST_TOOL) || !has(LOAD_TOOL) || executed.some(({ call }) => call.name === LOAD_TOOL))
    return undefined;
  const listed = executed.find(({ call }) => call.name === LIST_TOOL);
  if (listed === undefined)
    return isCallShaped(text, candidates)
      ? { name: LIST_TOOL, args: { query: text.slice(0, QUERY) } }
      : undefined;
  const known = new Set(capabilities.map(({ name }) => name));
  const named = offeredIn(listed.result?.content ?? '').filter(
    ({ name }) => !known.has(name) && isNamedBy(text, splitName(name.split('/').at(-1) ?? '')),
  );
  const [only, another] = named;
  return only === undefined || another !== undefined
    ? undefined
    : { name: LOAD_TOOL, args: { names: [only.name] } };
}

/** How many words a call of somebody's tool has at most, beside its values. */
const MOST_WORDS = 30;

/** Whether a message may call a tool by its name: it gives `name=value`, or opens with a word that is no verb of anything here. */
function isCallShaped(text: string, candidates: readonly Candidate[]): boolean {
  const said = wordsOf(text.slice(0, QUERY));
  if (said.length < 2 || said.length > MOST_WORDS) return false;
  if (/(?<![\p{L}\p{N}])\p{L}[\p{L}\p{N}_]*\s?=\s?[^\s=]/u.test(text)) return true;
  if (/(?<![\p{L}])(?:use|ask|call|with|using|via|through)\s+[\p{L}\p{N}_-]+(?:\s+to\s|\s*:)/iu.test(text))
    return true;
  const [first] = said;
  if (first === undefined || isStopWord(first.plain) || !/\d/u.test(text)) return false;
  const isVerb = candidates.some(
    ({ verbs, exampleWords }) => verbs.has(stemOf(first.plain)) || exampleWords.has(first.plain),
  );
  return !isVerb && (conceptsAt(said, languageOf(text))[0] ?? []).length === 0;
}

/** What a list of capabilities says of those that are not loaded. */
function offeredIn(content: string): KnownCapability[] {
  let rows: unknown;
  try {
    rows = record(JSON.parse(content))['capabilities'];
  } catch {
    return [];
  }
  return (Array.isArray(rows) ? rows : []).map(record).flatMap((row): KnownCapability[] => {
    const { name, title, summary, tags, loaded } = row;
    if (typeof name !== 'string' || typeof title !== 'string' || typeof summary !== 'string') return [];
    const words = Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === 'string') : [];
    return loaded === true
      ? []
      : [{ name, tools: [], manifest: { title, summary, whenToUse: [], tags: words } }];
  });
}
