import type { PlannedCall } from '../dialogue/planned-call.js';
import type { Phrases } from './phrases/phrases.js';

/** What of a message a call that waits for an answer leaves open, in one question; nothing when all is used. */
export function wordUnsettled({ unused, rivals = [], mixedUnits }: PlannedCall, phrases: Phrases): string[] {
  const quoted = (values: readonly string[]) => [...new Set(values)].map(phrases.quote).join(', ');
  const parts = [
    ...(rivals.length > 0 ? [phrases.whichOne(quoted(rivals))] : []),
    ...(mixedUnits === true ? [phrases.unitsApart] : []),
    ...(unused.length > 0 ? [phrases.whatIs(quoted(unused))] : []),
  ];
  return parts.length === 0 ? [] : [parts.join(' ')];
}
