import type { Candidate } from '../candidates.js';
import type { Args } from '../leaves.js';
import { argsInWords, type Manner } from './call-words.js';
import { humanise } from './format-value.js';

/** One line that says the call with its values, and asks whether to make it. */
export function wordProposal(
  candidate: Candidate,
  args: Args,
  passedOver: readonly string[],
  manner: Manner,
): string {
  const { phrases } = manner;
  const note =
    passedOver.length === 0 ? '' : ` ${phrases.cannotHeed(passedOver.map(phrases.quote).join(', '))}`;
  const answers = phrases.yesOrNo.join(' / ');
  return `**${describeCall(candidate, args, manner)}**: ${phrases.goAhead} (${answers})${note}`;
}

/** What the call does, in the tool's own words where it has any. */
export function describeCall({ tool }: Candidate, args: Args, manner: Manner): string {
  const described = tool.describe?.(args);
  if (described !== undefined) return described;
  const values = argsInWords(args, tool.parameters, manner);
  const title = tool.title ?? humanise(tool.name);
  return values === '' ? title : `${title}: ${values}`;
}
