import type { Candidate } from '../../choosing/candidates.js';
import { missingFields } from '../../filling/complete-args.js';
import { readText, type TextModel } from '../../filling/read-text.js';
import { fold } from '../../language/fold.js';
import { type Word, words } from '../../language/tokenize.js';
import { findQuotes } from '../../reading/quotes.js';
import { getPath, rootLeaves, withoutPath, withPath } from '../../schema/leaves.js';
import { fieldsOf } from '../../schema/schema-fields.js';
import type { Fault } from '../../understanding/checks/fault.js';
import type { Model } from '../../understanding/model.js';
import { isText, type SaidSentence, type SaidSlot } from '../../understanding/word-for-word.js';
import { type Consent, impliedConsent, refused } from '../consent/consent.js';
import { isVerb } from '../consent/is-verb.js';
import { learntPlan } from '../planning/learnt.js';
import type { Plan } from '../planning/plan-of-turn.js';
import { type PlannedCall, standingOf } from '../planning/planned-call.js';
import { startsWith } from '../planning/signs.js';
import { SPEAKING, withWholeProse } from '../prose/whole-prose.js';
import type { Conversation } from '../turns/conversation.js';

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
  if (said === undefined || candidate === undefined || learnt.own?.denies(model.text) === true)
    return undefined;
  const [learned] = learntPlan(conversation, index, model, [candidate], learnt, true).calls;
  const found = learned ?? bareOf(said, candidate);
  if (found === undefined) return undefined;
  const [taken] = textsOf(said).flatMap((text) => takenBack(text, model, candidate) ?? []);
  if (taken !== undefined) return { ...found, consent: taken };
  const call = withWholeProse(withNames(withTexts(found, said, model), said, model), said, model);
  const leaves = rootLeaves(fieldsOf(candidate.tool.parameters));
  const filled = leaves.filter(({ path }) => getPath(call.args, path) !== undefined);
  const places = [...(call.slots ?? []).map(({ mention }) => mention), ...textsOf(said)];
  const taught = ownWords(said, model);
  const consent = impliedConsent(candidate, beforeText(said, model), { places, filled, taught });
  const lifted: PlannedCall = { ...settledBy(call, said), consent, whole: true };
  return standingOf(lifted) === 'refuse' ? undefined : lifted;
}

/** What only reads and takes nothing but texts is clear by such a sentence alone, however little was learnt of it. */
function bareOf({ slots }: SaidSentence, candidate: Candidate): PlannedCall | undefined {
  if (candidate.tool.effect !== 'read' || slots.length === 0 || !slots.every(({ slot }) => isText(slot)))
    return undefined;
  return { candidate, args: {}, missing: [], refused: [], unused: [], consent: { kind: 'plain' } };
}

/** A wish that is clear by itself, with its values where the sentence of an author that it says has them. */
export function withSaidValues(plan: Plan, model: TextModel, learnt: Model): Plan {
  const said = learnt.own?.says(model.text);
  if (said === undefined || plan.kind !== 'calls') return plan;
  const [only, another] = plan.calls;
  if (only === undefined || another !== undefined || only.candidate.tool.name !== said.operation) return plan;
  const named = withWholeProse(withNames(only, said, model), said, model);
  const isTakenBack = textsOf(said).some((text) => takenBack(text, model, only.candidate) !== undefined);
  return {
    kind: 'calls',
    calls: [isTakenBack ? named : { ...withWholeTexts(named, said, model), whole: true }],
  };
}

/** The call with the whole of its texts, of which a part was read as something: `the deadline is 12 December` is no date. */
function withWholeTexts(call: PlannedCall, said: SaidSentence, model: TextModel): PlannedCall {
  const whole = withTexts(call, said, model);
  if (textsOf(said).every(({ slot: { fields } }) => isKept(call, whole, fields[0]?.path ?? []))) return call;
  const texts = textsOf(said).map(({ start, end }) => model.text.slice(start, end));
  const unused = whole.unused.filter((raw) => !texts.some((text) => text.includes(raw)));
  return { ...settledBy(whole, said), unused, rivals: [], band: 'likely' };
}

/** Without questions about what was read within a text: no value of it contradicts another. */
function settledBy(call: PlannedCall, said: SaidSentence): PlannedCall {
  const { faults = [], rivals = [] } = call;
  if (textsOf(said).length === 0) return call;
  const open = faults.filter((fault) => !isOfTexts(fault, said));
  return { ...call, faults: open, rivals: open.length === faults.length ? rivals : [] };
}

function isOfTexts(fault: Fault, said: SaidSentence): boolean {
  const mentions = 'mentions' in fault ? fault.mentions : 'mention' in fault ? [fault.mention] : [];
  return (
    mentions.length > 0 &&
    mentions.every((mention) =>
      textsOf(said).some(({ start, end }) => start <= mention.start && mention.end <= end),
    )
  );
}

/** Whether a message says the words of an author that teach something else than it was taken for. */
export function saysAnother(plan: Plan, model: TextModel, learnt: Model): boolean {
  const said = learnt.own?.says(model.text);
  if (said === undefined || plan.kind !== 'calls' || said.own < SPEAKING) return false;
  const [only, another] = plan.calls;
  return (
    only !== undefined &&
    another === undefined &&
    only.candidate.tool.name !== said.operation &&
    learnt.own?.operations[only.candidate.tool.name] !== undefined
  );
}

function isKept({ args }: PlannedCall, whole: PlannedCall, path: readonly string[]): boolean {
  return getPath(args, path) === getPath(whole.args, path);
}

/** A message without the text at its end: `no water in Siaya: can it be mended?` asks nothing of the oracle. */
function beforeText({ slots }: SaidSentence, model: TextModel): TextModel {
  const last = slots.at(-1);
  if (last === undefined || !isText(last.slot) || /[\p{L}\p{N}]/u.test(model.text.slice(last.end)))
    return model;
  return readText(model.text.slice(0, last.start), model);
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
function takenBack({ start, end }: SaidSlot, { text }: TextModel, candidate: Candidate): Consent | undefined {
  const said: readonly Word[] = words(text.slice(start, end));
  if (startsWith(said, 'correction') > 0) return refused('correction', said);
  const at = said.findIndex((_, from) => {
    const taken = startsWith(said.slice(from), 'negation');
    return taken > 0 && said.slice(from + taken, from + taken + 3).some((word) => isVerb(word, candidate));
  });
  return at < 0 ? undefined : refused('negation', said.slice(at));
}

/** Kinds of values that are any words, and end where the next word of the sentence begins. */
const NAMES: readonly string[] = ['name', 'place', 'column'];

/** The call with its names as the sentence has them; a word that the author wrote is no value that went nowhere. */
function withNames(call: PlannedCall, said: SaidSentence, { text }: TextModel): PlannedCall {
  let { args } = call;
  const fields = fieldsOf(call.candidate.tool.parameters);
  for (const { slot, start, end } of said.slots) {
    const [field] = slot.fields;
    if (field === undefined || !('kind' in slot.draws) || !NAMES.includes(slot.draws.kind)) continue;
    const leaf = rootLeaves(fields).find(({ path }) => path.join('.') === field.path.join('.'));
    const name = text.slice(start, end);
    if (leaf?.kind !== 'string' || leaf.schema.pattern !== undefined) continue;
    if (!isSame(getPath(args, field.path), name)) args = withPath(args, field.path, name);
  }
  const values = said.slots.map(({ start, end }) => text.slice(start, end));
  const unused = call.unused.filter((raw) => values.some((value) => value.includes(raw)));
  return { ...call, args, unused, missing: missingFields(fields, args) };
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
    // The mark of a question that only reads is none of its text.
    const isAsked = call.candidate.tool.effect === 'read';
    const mark = !isAsked && /^\s*\?/u.test(text.slice(end)) ? '?' : '';
    const [quote, another] = findQuotes(text.slice(start, end));
    const isQuoted = another === undefined && quote?.start === 1 && quote.end === end - start - 1;
    args = withPath(args, field.path, isQuoted ? quote.value : `${text.slice(start, end)}${mark}`);
  }
  return { ...call, args, slots, missing: missingFields(fieldsOf(call.candidate.tool.parameters), args) };
}

function isSame(read: unknown, name: string): boolean {
  return typeof read === 'string' && fold(read) === fold(name);
}
