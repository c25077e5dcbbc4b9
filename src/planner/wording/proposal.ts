import type { Candidate } from '../candidates.js';
import type { Args } from '../leaves.js';
import { formatScalar, humanise, nameInWords } from './format-value.js';
import type { Phrases } from './phrases/phrases.js';

const VALUE_LIMIT = 200;

/** One line that says the call with its values, and asks whether to make it. */
export function wordProposal(
  candidate: Candidate,
  args: Args,
  passedOver: readonly string[],
  phrases: Phrases,
): string {
  const note =
    passedOver.length === 0 ? '' : ` ${phrases.cannotHeed(passedOver.map(phrases.quote).join(', '))}`;
  const answers = phrases.yesOrNo.join(' / ');
  return `**${describeCall(candidate, args)}**: ${phrases.goAhead} (${answers})${note}`;
}

/** What the call does, in the tool's own words where it has any. */
export function describeCall({ tool }: Candidate, args: Args): string {
  const described = tool.describe?.(args);
  if (described !== undefined) return described;
  const values = Object.entries(args).map(([name, value]) => `${nameInWords(name)} ${shown(value, name)}`);
  const title = tool.title ?? humanise(tool.name);
  return values.length === 0 ? title : `${title} (${values.join(', ')})`;
}

function shown(value: unknown, name: string): string {
  if (Array.isArray(value)) return value.map((member) => shown(member, name)).join(', ');
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  return formatScalar(text, name, VALUE_LIMIT);
}
