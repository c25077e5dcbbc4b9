import { getPath, rootLeaves, withPath } from '../../schema/leaves.js';
import { fieldsOf } from '../../schema/schema-fields.js';
import { faultyFields } from '../../wording/answer.js';
import { isConsequential } from '../consent/consent.js';
import { canonical, type PlannedCall } from '../planning/planned-call.js';
import type { Conversation, Executed } from './conversation.js';
import { isIdentifier, onlyKnown } from './recall.js';

/**
 * A call that its tool refused in this very turn for want of an identifier, with the one that the talk knows: `draw 5 with
 * seed 7` after a list was registered means that list. Unchanged where the talk knows none or several, and for a call that
 * changes something.
 */
export function recallAsked(call: PlannedCall, conversation: Conversation, index: number): PlannedCall {
  const { tool } = call.candidate;
  const refused = conversation.turns[index]?.executed.find(
    (one) =>
      isRefusal(one) && one.call.name === tool.name && canonical(one.call.args) === canonical(call.args),
  );
  if (refused === undefined || isConsequential(tool)) return call;
  const leaves = rootLeaves(fieldsOf(tool.parameters));
  const [found, another] = faultyFields(refused.result?.content ?? '', leaves).flatMap((field) => {
    const isOpen =
      field.kind === 'string' && isIdentifier(field) && getPath(call.args, field.path) === undefined;
    const value = isOpen ? onlyKnown(field, conversation, index - 1) : undefined;
    return value === undefined ? [] : [{ field, value }];
  });
  if (found === undefined || another !== undefined) return call;
  return { ...call, args: withPath(call.args, found.field.path, found.value) };
}

function isRefusal({ result }: Executed): boolean {
  return result?.status === 'error';
}

/** Whether a call was refused and then made anew with more: what was mended is not told. */
export function isMended(one: Executed, executed: readonly Executed[]): boolean {
  const later = executed.slice(executed.indexOf(one) + 1);
  return (
    isRefusal(one) &&
    later.some(
      ({ call }) =>
        call.name === one.call.name &&
        Object.entries(one.call.args).every(
          ([name, value]) => canonical(call.args[name]) === canonical(value),
        ),
    )
  );
}
