import { type Candidate, isMetaTool } from '../../choosing/candidates.js';
import { fillSwitch, keepValid, missingFields } from '../../filling/complete-args.js';
import type { Filled } from '../../filling/fill-schema.js';
import type { TextModel } from '../../filling/read-text.js';
import { fold } from '../../language/fold.js';
import { isStopWord } from '../../language/tokenize.js';
import { readOnce } from '../../reading/read-once.js';
import type { Mention } from '../../reading/reading.js';
import { type Args, getPath, objectsOf, rootLeaves } from '../../schema/leaves.js';
import { type Field, fieldsOf } from '../../schema/schema-fields.js';
import type { Fault } from '../../understanding/checks/fault.js';
import { type Bands, knows, type Model } from '../../understanding/model.js';
import { createReader } from '../../understanding/reader.js';
import { type SaidTurn, understand } from '../../understanding/understand.js';
import type { Wish } from '../../understanding/wish.js';
import { type Consent, impliedConsent, isConsequential } from '../consent/consent.js';
import { saysVerbAnyhow } from '../consent/verb-classes.js';
import { keepSaid, withoutGuesses, withoutOrphans } from '../follow-up/keep-said.js';
import { putOut } from '../follow-up/put-out.js';
import type { Conversation } from '../turns/conversation.js';
import { recall } from '../turns/recall.js';
import { canonical, certain, type PlannedCall } from './planned-call.js';
import { rivalsOf } from './settle-values.js';

/** What was learnt of a message, as calls that hold to the schemas of their tools. */
export interface LearntPlan {
  readonly calls: readonly PlannedCall[];
  /** Tools by how likely the message means them. */
  readonly likely: readonly Candidate[];
  /** Probability that anything is wanted at all. */
  readonly act: number;
  /** Probability that such words were taught as no wish of a project's own plugin. */
  readonly denied: number;
  /** Whether the message says nothing but what not to do. */
  readonly onlyDenies: boolean;
}

type Band = Bands[keyof Bands];

/** From here on a wish that gives no value at all is clear enough to be asked for its values. */
const CLEAR = 0.7;
/** From here on a wish that gives no value and needs none, or a question that a reading answers, is spoken of. */
const SPOKEN = 0.45;
/** Below this neither words that agree nor an earlier call make a wish sure. */
const HELD = 0.8;
/** From here on it is beyond doubt which field a value of a follow-up is for. */
const SURE_VALUE = 0.8;
/** Below this a value may be for another field: a bare `15%` is lost, or tolerated. Nothing is done with it unasked. */
const PLACED = 0.75;
/** From this chance on that anything is wanted, what points back at a result means an operation on it. */
const MEANT = 0.5;
/** Turns before the last that may hold values of a wish. */
const TURNS = 4;

/** What the model makes of the turn at `index`; `alone` leaves out what was said before. */
export function learntPlan(
  conversation: Conversation,
  index: number,
  text: TextModel,
  candidates: readonly Candidate[],
  model: Model,
  alone: boolean,
): LearntPlan {
  const known = candidates.filter(({ tool }) => knows(model, tool.name));
  if (known.length === 0) return { calls: [], likely: [], act: 0, denied: 0, onlyDenies: false };
  const { today, blocks, decimal } = text;
  const reader = createReader({ today, blocks, decimal });
  const operations = known.map(({ tool: { name, parameters, effect = 'write' } }) => ({
    name,
    parameters,
    effect,
  }));
  const before = alone ? [] : saidBefore(conversation, index);
  const { wishes, likely, act, denied } = understand(
    [...before, { text: text.text }],
    operations,
    model,
    reader,
  );
  const { bands } = model.calibration;
  const named = (name: string) => known.find(({ tool }) => tool.name === name);
  const previous = alone ? undefined : lastCall(conversation, index);
  return {
    act,
    denied,
    onlyDenies: readOnce(text.text).clauses.every(({ negated }) => negated),
    likely: likely.flatMap(({ operation }) => named(operation) ?? []),
    calls: wishes.flatMap((wish) => {
      const candidate = named(wish.operation);
      if (candidate === undefined) return [];
      const same = previous?.name === wish.operation;
      const leaves = rootLeaves(fieldsOf(candidate.tool.parameters));
      const args = putOut(
        same ? keepSaid(previous.args, wish, before.length, text.text, candidate.tool.parameters) : wish.args,
        leaves,
        ({ path }) =>
          wish.slots.some((slot) => slot.turn === before.length && slot.path.join('.') === path.join('.')),
      );
      let pointed = false;
      const band = bands[weightOf(candidate)];
      const call = callOf({ ...wish, args }, candidate, band, text, (said) => {
        const whole = recall(said, text.text, conversation, index - 1);
        pointed = act >= MEANT && whole.args !== said.args;
        return whole;
      });
      if (call === undefined || !isClear(call, wish, band, pointed) || isFarFetched(call, wish, text))
        return [];
      if (wish.confidence < HELD) return { ...call, faint: true as const };
      return same && changes(call, wish, before.length) ? certain(call) : call;
    }),
  };
}

/** Whether a message does nothing to an earlier call but give some of its values anew, each of them surely. */
function changes({ unsettled }: PlannedCall, { slots }: Wish, turn: number): boolean {
  const now = slots.filter((slot) => slot.turn === turn);
  return unsettled !== true && now.length > 0 && now.every(({ p }) => p >= SURE_VALUE);
}

/** The latest call of a tool of a plugin. */
function lastCall({ turns }: Conversation, index: number) {
  for (const { executed } of turns.slice(0, index).toReversed()) {
    const last = executed.findLast(({ call }) => !isMetaTool(call.name));
    if (last !== undefined) return last.call;
  }
  return undefined;
}

function saidBefore({ turns }: Conversation, index: number): SaidTurn[] {
  return turns.slice(Math.max(0, index - TURNS), index).map(({ text, executed }) => {
    const operation = executed.at(-1)?.call.name;
    return operation === undefined ? { text } : { text, operation };
  });
}

/** A wish as a call, with what it points back at; undefined where it is misread. */
function callOf(
  wish: Wish,
  candidate: Candidate,
  { certain }: Band,
  text: TextModel,
  remember: (call: PlannedCall) => PlannedCall,
): PlannedCall | undefined {
  const { tool } = candidate;
  const fields = fieldsOf(tool.parameters);
  const leaves = rootLeaves(fields);
  const valid = keepValid(leaves, wish.args, tool.parameters);
  const objects = objectsOf(fields);
  const switched = objects.reduce((filled, object) => fillSwitch(object, text, filled), valid);
  const args = withoutOrphans(switched, text.text, objects);
  if (saysTwice(args, leaves, text) || takesAddress(args, leaves, text)) return undefined;
  const faults = wish.faults.filter(({ kind }) => kind !== 'range');
  const missing = withLacking(missingFields(fields, args), wish.lacking, leaves);
  const call = remember({
    candidate,
    args: missing.length === 0 ? args : withoutGuesses(args, text.text, leaves),
    slots: wish.slots,
    missing,
    refused: refusedOf(wish, leaves),
    unused: [],
    consent: consentOf(wish, candidate, args, text),
  });
  // The `last` of `the last period` is used where it was remembered.
  const pointed = Object.keys(call.args).length > Object.keys(args).length;
  const open = wish.unexplained.filter(
    (mention) => !(pointed && mention.type === 'ordinal') && !faults.some((fault) => asksOf(fault, mention)),
  );
  const unused = open
    .map((mention) => rawOf(mention, text))
    .filter((raw) => !isToldWhole(raw, call.args, leaves));
  const apart = rivalsOf(wish, leaves);
  const bent = canonical(valid) !== canonical(wish.args) || wish.doubts.length > 0;
  const shaky = wish.slots.some(({ p, path }) => p < PLACED && isShare(path, leaves));
  const unsettled = bent || shaky || unused.length > 0 || apart.length > 0 || wish.faults.length > 0;
  return {
    ...call,
    unused,
    ...(faults.length > 0 ? { faults } : {}),
    ...(apart.length > 0 ? { rivals: apart } : {}),
    ...(wish.doubts.includes('units') ? { mixedUnits: true as const } : {}),
    consent: consentOf(wish, candidate, args, text),
    ...(wish.confidence >= certain && !unsettled ? {} : { band: 'likely' as const }),
    ...(unsettled ? { unsettled: true as const } : {}),
  };
}

/** Whether a text that is shown holds it, of an operation that takes no number: the `9` of `when tomorrow at 9` is not lost. */
function isToldWhole(raw: string, args: Args, leaves: readonly Field[]): boolean {
  if (leaves.some(({ kind }) => kind === 'number')) return false;
  const [first = ''] = raw.split(/\s/u);
  return leaves.some(({ path }) => {
    const value = getPath(args, path);
    return typeof value === 'string' && first !== '' && value.includes(first);
  });
}

/** Whether a path leads to a share of one: several fields of an operation are, and a bare percentage fits each. */
function isShare(path: readonly string[], leaves: readonly Field[]): boolean {
  const key = path.join('.');
  return leaves.some((leaf) => leaf.fraction && leaf.path.join('.') === key);
}

/** Whether a wish is clear enough to be spoken of. */
function isClear(
  { candidate, args, missing }: PlannedCall,
  { confidence, signs }: Wish,
  { likely }: Band,
  pointed: boolean,
): boolean {
  if (pointed) return true;
  if (confidence < likely) return false;
  // `should I publish it?` asks for advice: what is hardly meant by it is not offered.
  // The mood of a question may be lost where its language is not told: then only what is likely meant is offered.
  const surely = signs['modal'] === 1 ? CLEAR : signs['asks'] === 1 ? SPOKEN : 0;
  if (candidate.tool.effect === 'read' && confidence < surely) return false;
  const given = signs['empty'] !== 1 && Object.keys(args).length > 0;
  if (given || (missing.length === 0 && isConsequential(candidate.tool))) return true;
  // Nobody is asked for the values of something that the message hardly speaks of.
  return confidence >= (missing.length > 0 ? CLEAR : SPOKEN);
}

/** Nobody is asked whether to take something away who hardly says so: `GET /v1/sampling` is no wish to delete it. */
function isFarFetched({ candidate }: PlannedCall, { confidence }: Wish, text: TextModel): boolean {
  return candidate.tool.effect === 'destructive' && confidence < HELD && !saysVerbAnyhow(candidate, text);
}

/** Whether the question of a fault names the value. */
function asksOf(fault: Fault, mention: Mention): boolean {
  return fault.kind === 'rivals'
    ? fault.mentions.includes(mention)
    : 'mention' in fault && fault.mention === mention;
}

/** Values that the fields named beside them cannot hold. */
function refusedOf({ faults }: Wish, leaves: readonly Field[]): PlannedCall['refused'] {
  return faults.flatMap((fault) => {
    const field =
      fault.kind === 'range' ? leaves.find(({ path }) => path.join('.') === fault.key) : undefined;
    return field === undefined || fault.kind !== 'range' ? [] : [{ field, mention: fault.mention }];
  });
}

/** One place of the message in two fields, as the path of a file that becomes its text too: misread. */
function saysTwice(args: Args, leaves: readonly Field[], { text }: TextModel): boolean {
  const values = leaves
    .map((field) => getPath(args, field.path))
    .filter((value): value is string => typeof value === 'string' && value !== '');
  return values.some(
    (value, at) => values.indexOf(value) < at && text.indexOf(value) === text.lastIndexOf(value),
  );
}

/** Whom somebody is to write to as the path of a file, only for a slash that nobody wrote: misread. */
function takesAddress(args: Args, leaves: readonly Field[], { text }: TextModel): boolean {
  return leaves.some(({ path }) => {
    const value = getPath(args, path);
    return typeof value === 'string' && /^\/[^/]+@[^/]+$/u.test(value) && !text.includes(value);
  });
}

/** What the schema misses, and what such requests nearly always give. */
function withLacking(
  missing: readonly Field[],
  lacking: readonly string[],
  leaves: readonly Field[],
): Field[] {
  const usual = leaves.filter((field) => lacking.includes(field.path.join('.')));
  return [...new Set([...missing, ...usual])];
}

function weightOf({ tool }: Candidate): keyof Bands {
  if (isConsequential(tool)) return 'change';
  return tool.effect === 'read' ? 'read' : 'compute';
}

function consentOf(wish: Wish, candidate: Candidate, args: Args, text: TextModel): Consent {
  const leaves = rootLeaves(fieldsOf(candidate.tool.parameters));
  const given = leaves.filter((field) => getPath(args, field.path) !== undefined);
  const texts = given.flatMap(({ path }) => {
    const value = getPath(args, path);
    const start = typeof value === 'string' && value !== '' ? text.text.indexOf(value) : -1;
    return start < 0 ? [] : [{ start, end: start + String(value).length }];
  });
  const filled: Pick<Filled, 'places' | 'filled'> = {
    places: [...wish.slots.map(({ mention }) => mention), ...texts],
    filled: given,
  };
  return impliedConsent(candidate, text, filled);
}

/** A value with the word behind it, as it stands in the text. */
function rawOf(mention: Mention, { text }: TextModel): string {
  const next = /^\s+\p{L}[\p{L}-]*/u.exec(text.slice(mention.end))?.[0] ?? '';
  const behind = isStopWord(fold(next.trim())) ? '' : next;
  return mention.type === 'number' && mention.unit === undefined && !mention.percent
    ? `${mention.raw}${behind}`
    : mention.raw;
}
