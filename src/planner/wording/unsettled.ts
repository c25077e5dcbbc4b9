import type { PlannedCall } from '../dialogue/planning/planned-call.js';
import { rootLeaves } from '../schema/leaves.js';
import { fieldsOf } from '../schema/schema-fields.js';
import type { Fault } from '../understanding/checks/fault.js';
import { labelIn } from './field-label.js';
import { formatNumber } from './format-value.js';
import type { Phrases } from './phrases/phrases.js';

/** What of a message a call that waits for an answer leaves open, one precise question each; nothing when all is used. */
export function wordUnsettled(call: PlannedCall, phrases: Phrases): string[] {
  const { unused, rivals = [], mixedUnits, faults = [], readTwoWays = [] } = call;
  const quoted = (values: readonly string[]) => [...new Set(values)].map(phrases.quote).join(', ');
  const parts = [
    ...(rivals.length > 0 ? [phrases.whichOne(quoted(rivals))] : []),
    ...(mixedUnits === true ? [phrases.unitsApart] : []),
    ...readTwoWays.map(({ said, meanings }) =>
      phrases.isIt(
        phrases.quote(said),
        meanings.map(({ field, shown }) => `${labelIn(field, phrases.language)} ${shown}`),
      ),
    ),
    ...faults.flatMap((fault) => wordFault(fault, call, phrases)),
    ...(unused.length > 0 ? [phrases.whatIs(quoted(unused))] : []),
  ];
  return parts.length === 0 ? [] : [[...new Set(parts)].join(' ')];
}

function wordFault(fault: Fault, { candidate }: PlannedCall, phrases: Phrases): string[] {
  const fields = rootLeaves(fieldsOf(candidate.tool.parameters));
  const labelOf = (key: string) => {
    const field = fields.find(({ path }) => path.join('.') === key);
    return field === undefined ? (key.split('.').at(-1) ?? key) : labelIn(field, phrases.language);
  };
  switch (fault.kind) {
    case 'sum': {
      const shown = (value: number) =>
        fault.shares ? `${formatNumber(Number((value * 100).toPrecision(4)))}%` : formatNumber(value);
      return [phrases.partsApart(shown(fault.parts), shown(fault.whole))];
    }
    case 'measure':
      return [phrases.isIt(phrases.quote(fault.said), [labelOf(fault.key)])];
    case 'figures':
      return [phrases.isIt(phrases.quote(fault.mention.raw), fault.values.map(formatNumber))];
    case 'rivals':
      return [phrases.whichOne(fault.mentions.map(({ raw }) => phrases.quote(raw)).join(', '))];
    case 'unplaced':
      return [phrases.isIt(phrases.quote(fault.mention.raw), fault.keys.map(labelOf))];
    // It is told with the bounds that the field has.
    case 'range':
      return [];
  }
}
