import type { ToolSchema } from '../../plugin/index.js';
import { LIST_TOOL, LOAD_TOOL } from '../candidates.js';
import { type KnownCapability, rankCapabilities } from '../rank-capabilities.js';
import { record } from '../schema-fields.js';
import type { Turn } from './conversation.js';

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
): { readonly name: string; readonly args: Readonly<Record<string, unknown>> } | undefined {
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
