import type { Candidate } from '../candidates.js';
import { missingFields } from '../complete-args.js';
import { getPath, rootLeaves, withoutPath, withPath } from '../leaves.js';
import type { TextModel } from '../read-text.js';
import { fieldsOf } from '../schema-fields.js';
import { type Word, words } from '../tokenize.js';
import type { Model } from '../understanding/model.js';
import { isText, type SaidSentence, type SaidSlot } from '../understanding/word-for-word.js';
import { impliedConsent } from './consent.js';
import type { Conversation } from './conversation.js';
import { isVerb } from './is-verb.js';
import { learntPlan } from './learnt.js';
import { type PlannedCall, standingOf } from './planned-call.js';
import { startsWith } from './signs.js';

/**
 * The call of a sentence that the author of a plugin taught and that a message says word for word: `no water in Siaya: the
 * rod snapped`. What its own words deny or narrow was meant so, and what its text tells is no word about the wish. Its
 * other values are words of the person, which may speak against it.
 */
export function asWritten(
  model: TextModel,
  conversation: Conversation,
  index: number,
  candidates: readonly Candidate[],
  learnt: Model,
): PlannedCall | undefined {
  const said = learnt.own?.says(model.text);
  const candidate = candidates.find(({ tool }) => tool.name === said?.operation);
  if (said === undefined || candidate === undefined) return undefined;
  const [found] = learntPlan(conversation, index, model, [candidate], learnt, true).calls;
  if (found === undefined || textsOf(said).some((text) => takesBack(text, model, candidate)))
    return undefined;
  const call = withTexts(found, said, model);
  const leaves = rootLeaves(fieldsOf(candidate.tool.parameters));
  const filled = leaves.filter(({ path }) => getPath(call.args, path) !== undefined);
  const places = [...(call.slots ?? []).map(({ mention }) => mention), ...textsOf(said)];
  const consent = impliedConsent(candidate, model, { places, filled, taught: ownWords(said, model) });
  const lifted: PlannedCall = { ...call, consent };
  return standingOf(lifted) === 'refuse' ? undefined : lifted;
}

function textsOf({ slots }: SaidSentence): SaidSlot[] {
  return slots.filter(({ slot }) => isText(slot));
}

/** All of a message but the values that are not any words. */
function ownWords({ slots }: SaidSentence, { text }: TextModel) {
  const values = slots.filter(({ slot }) => !isText(slot));
  const ends = [...values.map(({ start }) => start), text.length];
  return ends.map((end, at) => ({ start: at === 0 ? 0 : (values[at - 1]?.end ?? 0), end }));
}

/** `no water in Siaya: do not report it`: what stands for a text speaks of the wish itself. */
function takesBack({ start, end }: SaidSlot, { text }: TextModel, candidate: Candidate): boolean {
  const said: readonly Word[] = words(text.slice(start, end));
  if (startsWith(said, 'correction') > 0) return true;
  return said.some((_, at) => {
    const taken = startsWith(said.slice(at), 'negation');
    return taken > 0 && said.slice(at + taken, at + taken + 3).some((word) => isVerb(word, candidate));
  });
}

/** The call with each text as the sentence has it; what was read within one is of no other field. */
function withTexts(call: PlannedCall, said: SaidSentence, { text }: TextModel): PlannedCall {
  let { args, slots = [] } = call;
  for (const { slot, start, end } of textsOf(said)) {
    const [field] = slot.fields;
    if (field === undefined) continue;
    for (const { mention, path } of slots)
      if (start <= mention.start && mention.end <= end) args = withoutPath(args, path);
    slots = slots.filter(({ mention }) => mention.end <= start || end <= mention.start);
    args = withPath(args, field.path, text.slice(start, end));
  }
  return { ...call, args, slots, missing: missingFields(fieldsOf(call.candidate.tool.parameters), args) };
}
