import type { Candidate } from '../../choosing/candidates.js';
import { chooseTools, fillFor, SURE } from '../../choosing/choose-tool.js';
import { keepValid, missingFields } from '../../filling/complete-args.js';
import { readText, type TextModel } from '../../filling/read-text.js';
import { type Args, getPath, rootLeaves, withPath } from '../../schema/leaves.js';
import { fieldsOf } from '../../schema/schema-fields.js';
import { correct } from '../../understanding/correction/correct.js';
import { splitInstead } from '../../understanding/correction/instead.js';
import { withoutReply } from '../../understanding/correction/without-reply.js';
import { knows, type Model } from '../../understanding/model.js';
import { createReader } from '../../understanding/reader.js';
import { understand } from '../../understanding/understand.js';
import { languageOfTalk } from '../../wording/talk-language.js';
import { answerConsent, type Consent } from '../consent/consent.js';
import { complete, isShort, withText } from '../follow-up/follow-up.js';
import { moveValue } from '../follow-up/move-value.js';
import type { PlannedCall } from '../planning/planned-call.js';
import { isNamedBeside } from '../taught/named-beside.js';
import type { Conversation } from '../turns/conversation.js';

/** From here on a message is a wish of its own and no correction. */
const OTHER = 0.6;
/** A longer message is a letter. */
const LONGEST = 600;
/** A changed call is at most proposed again, until its change is agreed to. */
const BEFORE: Consent = { kind: 'partly', words: [] };

/** A message that changes the one call that was proposed: `no, 8%`, `yes but to /archive`, `8%, not 15%`. */
export function correctProposal(
  proposal: readonly PlannedCall[],
  text: TextModel,
  candidates: readonly Candidate[],
  conversation: Conversation,
  model: Model | undefined,
): PlannedCall | undefined {
  const [call, second] = proposal;
  if (call === undefined || second !== undefined) return undefined;
  const moved = withMoved(call.candidate, call.args, text);
  if (moved !== undefined) return { ...moved, band: 'likely' };
  const said = withReply(text);
  // `no, 8% dropout` speaks of the proposal, though another tool may know the word; a whole wish of its own does not.
  const led = said.text !== text.text;
  const own = chooseTools(said, candidates)[0];
  const other = own !== undefined && own.evidence >= SURE && own.candidate !== call.candidate;
  if (other && !led && (own.filled.missing.length === 0 || !isShort(said))) return undefined;
  if (model === undefined || !knows(model, call.candidate.tool.name)) return bySchema(call, said);
  const learnt = byWhatWasLearnt(call, text, conversation, model);
  // `8%, not 15` says itself what it corrects, where one field holds that value.
  const instead = splitInstead(text.text).before !== '' && learnt !== undefined && learnt.unsettled !== true;
  if (!led && !instead && meansOther(call, text, candidates, model)) return undefined;
  // Words that change nothing of the call and answer it with no `no` are about something else.
  if (!led && learnt?.args === call.args && learnt.unused.length === 0) return undefined;
  const changes = learnt !== undefined && (learnt.unused.length === 0 || learnt.args !== call.args);
  return changes || (led && learnt !== undefined) ? learnt : bySchema(call, said);
}

/** A call that something is asked for, with another value that a message gives by name for one of those it has; the question stays. */
export function correctOpen(
  call: PlannedCall,
  text: TextModel,
  conversation: Conversation,
  model: Model,
): PlannedCall | undefined {
  if (!knows(model, call.candidate.tool.name)) return undefined;
  const mended = byWhatWasLearnt(call, text, conversation, model);
  if (mended === undefined || mended.args === call.args || mended.unused.length > 0) return undefined;
  if (mended.unsettled === true || mended.consent.kind === 'refused') return undefined;
  const open = call.missing.filter(({ path }) => getPath(mended.args, path) === undefined);
  return { ...call, args: mended.args, slots: mended.slots ?? [], missing: open };
}

/** A call that was made, with a value of it in the field that a message says it was meant for. */
export function withMoved(candidate: Candidate, args: Args, { text }: TextModel): PlannedCall | undefined {
  const { parameters } = candidate.tool;
  const moved = moveValue(args, text, parameters);
  if (moved === undefined) return undefined;
  const missing = missingFields(fieldsOf(parameters), moved);
  return { candidate, args: moved, missing, refused: [], unused: [], consent: BEFORE };
}

/** Whether a message by itself surely is a wish for something else. */
function meansOther(
  { candidate }: PlannedCall,
  { text }: TextModel,
  candidates: readonly Candidate[],
  model: Model,
): boolean {
  const operations = candidates.map(({ tool }) => tool).filter(({ name }) => knows(model, name));
  const { likely, act } = understand([{ text }], operations, model, createReader());
  const [best] = likely;
  return best !== undefined && best.operation !== candidate.tool.name && best.p * act >= OTHER;
}

function byWhatWasLearnt(
  call: PlannedCall,
  { text, today, blocks, decimal }: TextModel,
  conversation: Conversation,
  model: Model,
): PlannedCall | undefined {
  const { candidate, args, slots = [] } = call;
  const { tool } = candidate;
  const language = languageOfTalk(conversation.turns.map((turn) => turn.text));
  const reader = createReader({ today, blocks, decimal });
  const corrected = correct({ operation: tool, args, slots }, text, language, model, reader);
  if (corrected === undefined) return undefined;
  const fields = fieldsOf(tool.parameters);
  const leaves = rootLeaves(fields);
  const whole = slots.reduce<Args>((all, { path, mention }) => {
    const value = getPath(args, path);
    const field = leaves.find((leaf) => leaf.path.join('.') === path.join('.'));
    if (value === undefined || field === undefined || getPath(all, path) !== undefined) return all;
    // `5% will drop out` takes nothing from a precision that was called so.
    const isNamed = conversation.turns.some((turn) =>
      isNamedBeside(field, mention.raw, turn.text.slice(0, LONGEST)),
    );
    return isNamed ? withPath(all, path, value) : all;
  }, corrected.args);
  const valid = keepValid(leaves, whole, tool.parameters);
  const changed = new Set(corrected.changed.map((key) => key.split('.')[0]));
  const values = {
    places: corrected.slots.map(({ mention }) => mention),
    filled: leaves.filter(({ path }) => changed.has(path[0]) && getPath(valid, path) !== undefined),
  };
  // What the values replace is no word against the call.
  const { now, before } = splitInstead(text);
  const head = before !== '' && JSON.stringify(args).includes(before) ? now : text;
  const unused = corrected.unexplained.map(({ raw }) => raw);
  const settled = corrected.plain && unused.length === 0;
  return {
    candidate,
    args: corrected.changed.length === 0 ? args : valid,
    slots: corrected.slots,
    missing: missingFields(fields, valid),
    refused: [],
    unused,
    consent: answerConsent(
      BEFORE,
      candidate,
      readText(withoutReply(head), { today, blocks, decimal }),
      values,
    ),
    ...(settled ? {} : { band: 'likely' as const, unsettled: true as const }),
  };
}

/** What words and schemas make of it. */
function bySchema({ candidate, args }: PlannedCall, said: TextModel): PlannedCall | undefined {
  const asked = new Set(
    rootLeaves(fieldsOf(candidate.tool.parameters))
      .filter((field) => field.required)
      .map((field) => field.path.join('.')),
  );
  const named = fillFor(candidate, said, new Set());
  const filled =
    named.filled.length > 0 || named.refused.length > 0 ? named : fillFor(candidate, said, asked);
  if (filled.filled.length === 0 && filled.refused.length === 0) return undefined;
  return complete(candidate, args, filled, answerConsent(BEFORE, candidate, said, filled));
}

/** The message behind its `no,` or `yes but`. */
function withReply(text: TextModel): TextModel {
  const rest = withoutReply(text.text);
  return rest === text.text ? withText(text) : withText(readText(rest, text));
}
