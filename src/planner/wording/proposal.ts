import type { Candidate } from '../choosing/candidates.js';
import type { Args } from '../schema/leaves.js';
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
  const said = [describeCall(candidate, args, manner), ...unsaid(candidate, args, manner)].join(', ');
  return `**${said}**: ${phrases.goAhead} (${answers})${note}`;
}

/** The values that the tool's own words leave out, as the text that a file is to have: nobody agrees to what they cannot see. */
function unsaid({ tool }: Candidate, args: Args, manner: Manner): string[] {
  const described = tool.describe?.(args);
  if (described === undefined) return [];
  const left = Object.entries(args).flatMap(([name, value]): [string, unknown][] => {
    if (typeof value === 'string')
      return described.includes(value) ? [] : [[name, manner.phrases.quote(value)]];
    if (typeof value === 'number') return described.includes(String(value)) ? [] : [[name, value]];
    const isSaid = value !== true || tool.describe?.({ ...args, [name]: false }) !== described;
    return isSaid ? [] : [[name, value]];
  });
  return left.length === 0 ? [] : [argsInWords(Object.fromEntries(left), tool.parameters, manner)];
}

/** What the call does, in the tool's own words where it has any. */
export function describeCall({ tool }: Candidate, args: Args, manner: Manner): string {
  const described = tool.describe?.(args);
  if (described !== undefined) return described;
  const values = argsInWords(args, tool.parameters, manner);
  const title = tool.title ?? humanise(tool.name);
  return values === '' ? title : `${title}: ${values}`;
}
