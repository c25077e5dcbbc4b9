import type { Candidate } from '../../choosing/candidates.js';
import { type Args, getPath } from '../../schema/leaves.js';
import type { Model } from '../../understanding/model.js';
import { isConsequential } from '../consent/consent.js';
import { isNear, valuesIn } from '../held/numbers/numbers-in.js';
import type { LearntPlan } from './learnt.js';
import type { Plan } from './plan-of-turn.js';
import { canonical, certain, isWhole, type PlannedCall, sameCall, standingOf } from './planned-call.js';

/** Below this chance that anything is wanted, nothing is done at once. */
const WANTED = 0.25;

/** From this chance on a message that denies one thing wishes for another. */
const WISHED = 0.5;

/** From this chance on what is only to be shown is shown, beside what is denied: it harms nobody. */
const SHOWN = 0.75;

/** From this chance on that something is wanted, it surely is. */
const PLAIN = 0.9;

/** A wish that has so many values has a whole letter. */
const LETTER_VALUES = 3;

/** From this chance on that an author taught such words as no wish, what is theirs is not even proposed. */
const DENIED = 0.5;

/**
 * One plan from what was learnt and what words and schemas say. Where both mean the very same call it is as sure as it
 * can be; else what was learnt goes first, and what words alone mean is only proposed. Tools that nothing was learnt of
 * are left to the words.
 */
export function weigh(ruled: Plan, learnt: LearntPlan, model: Model): Plan {
  if (ruled.kind === 'talk') return ruled;
  const { likely, act } = learnt;
  const denied = (call: PlannedCall) => learnt.denied >= DENIED && isOwn(call, model);
  const calls = learnt.calls.filter((call) => !denied(call));
  const said = ruled.kind === 'calls' ? ruled.calls : [];
  const known = (call: PlannedCall) => calls.some(({ candidate }) => candidate === call.candidate);
  // Words that only mention the verb of one tool say nothing against a plain wish for another.
  const wished = act >= PLAIN && calls.length > 0;
  const forbidden = said.filter(
    (call) => standingOf(call) === 'refuse' && !(isWeak(call) && (wished || known(call))),
  );
  // `delete nothing, just show me /notes`: what is only to be shown may be, all the same.
  const shown = calls.filter((call) => isPlainRead(call) && !forbidden.some((one) => isSameTool(one, call)));
  // `where did I write about boreholes?` mentions writing, and asks for what a read surely answers.
  const isAsked = ({ consent }: PlannedCall) => consent.kind === 'refused' && consent.sign === 'question';
  if (
    forbidden.length > 0 &&
    forbidden.every(isAsked) &&
    shown.length === calls.length &&
    shown.every(isSettledRead)
  )
    if (shown.length > 0) return { kind: 'calls', calls: shown };
  if (forbidden.length > 0)
    return act >= WISHED &&
      !learnt.onlyDenies &&
      forbidden.every(isDenied) &&
      shown.length > 0 &&
      shown.length === calls.length
      ? { kind: 'calls', calls: shown.map(act >= SHOWN ? certain : doubted) }
      : ruled;
  const words = said.filter((call) => standingOf(call) !== 'refuse' && !denied(call));
  // Words alone that leave a call half filled say nothing against what is surely meant.
  const isSure = calls.some((call) => isWhole(call) && call.band === undefined && call.unsettled !== true);
  if (!words.every((call) => isTaught(call, model) || (isSure && !isWhole(call)))) return ruled;
  if (words.length === 0 && calls.length === 0)
    return { kind: 'unsure', nearest: likely.length > 0 ? likely : nearestOf(ruled) };
  // Words alone that leave a call half filled are no reason to ask for the other half of it.
  if (calls.length === 0 && !words.some(isWhole))
    return { kind: 'unsure', nearest: [...new Set([...words.map(({ candidate }) => candidate), ...likely])] };
  const [only, another] = words;
  if (calls.length === 0 && only !== undefined && another === undefined && isBesideThePoint(only, likely))
    return { kind: 'unsure', nearest: likely };
  const one =
    words.length > 1 || only?.candidate !== calls[0]?.candidate ? heldByOne(words, calls) : undefined;
  const plan =
    one !== undefined
      ? [one]
      : words.length > 1 || calls.length > 1
        ? several(words, calls)
        : single(words[0], calls[0]);
  if (act >= WANTED) return { kind: 'calls', calls: plan };
  const left = plan.filter(({ args }) => Object.keys(args).length > 0).map(doubted);
  return left.length > 0 ? { kind: 'calls', calls: left } : { kind: 'unsure', nearest: likely };
}

function isDenied({ consent }: PlannedCall): boolean {
  return consent.kind === 'refused' && consent.sign === 'negation';
}

function isSameTool(a: PlannedCall, b: PlannedCall): boolean {
  return a.candidate === b.candidate;
}

/** Whether a call only shows what the message names. */
function isPlainRead(call: PlannedCall): boolean {
  const { candidate, args, unsettled } = call;
  const isRead = candidate.tool.effect === 'read' && standingOf(call) !== 'refuse';
  return isRead && isWhole(call) && unsettled !== true && Object.keys(args).length > 0;
}

/** Whether sentences taught the tool; a few examples of a manifest say less than its words do. */
function isTaught({ candidate: { tool } }: PlannedCall, { operations, own }: Model): boolean {
  return operations[tool.name] !== undefined || own?.taught.has(tool.name) === true;
}

/** Whether a project's own plugin brings the tool, of which its author's sentences alone tell. */
function isOwn({ candidate }: PlannedCall, { own }: Model): boolean {
  return own?.operations[candidate.tool.name] !== undefined;
}

/** Words alone only miss a plain wish where the verb stands; what was learnt may know the wish by other words. */
function isWeak({ consent }: PlannedCall): boolean {
  return consent.kind === 'refused' && consent.weak === true;
}

/** `change it` after a file was read is no wish to read it again, though words alone may lean on that. */
function isBesideThePoint({ candidate, close }: PlannedCall, [likeliest]: readonly Candidate[]): boolean {
  return (
    candidate.tool.effect === 'read' &&
    close !== true &&
    likeliest !== undefined &&
    likeliest !== candidate &&
    isConsequential(likeliest.tool)
  );
}

/**
 * A pending call that a message completes, unless what was learnt surely means something else. Only a `bare` answer, one
 * that gives a value and little more, is taken at its word.
 */
export function weighAnswer(answer: PlannedCall, { calls: [best] }: LearntPlan, bare: boolean): PlannedCall {
  if (standingOf(answer) === 'refuse' || (best !== undefined && sameCall(best, answer))) return answer;
  const other = best?.candidate !== answer.candidate;
  // All turns together may give what each alone only lets guess: `share in use 80%`, then `5000`.
  if (best !== undefined && !other && isWhole(best) && !isAtFault(best) && includes(best.args, answer.args))
    return bare ? { ...answer, args: best.args, slots: best.slots ?? [] } : best;
  if (best !== undefined && best.band === undefined && isWhole(best) && (other || !bare)) return best;
  return bare ? answer : doubted(answer);
}

function single(said: PlannedCall | undefined, best: PlannedCall | undefined): PlannedCall[] {
  if (best === undefined)
    return said === undefined ? [] : [said.close === true && isWhole(said) ? explained(said) : doubted(said)];
  if (said === undefined) return [best];
  // Nearly an example's words: one word more or less may turn a value round, so both must read it alike.
  if (said.close === true && isWhole(said) && said.candidate !== best.candidate)
    return [best.band === undefined && isWhole(best) ? best : explained(said)];
  const read = readTwice(said, best);
  if (read !== undefined) return [read];
  if (sameCall(said, best))
    return [isOpen(best, said) || !isWhole(best) ? best : { ...said, slots: best.slots ?? [] }];
  if (said.candidate === best.candidate && isWhole(said) && !isAtFault(best)) {
    // An incomplete reading of the same wish gives way to a complete one, and a smaller one to one that has more.
    if (!isWhole(best)) return [stillAsking(said, best)];
    if (said.unused.length === 0 && includes(said.args, best.args))
      return [
        best.band === undefined || (said.close === true && best.unsettled !== true) ? said : doubted(said),
      ];
  }
  return [best];
}

/**
 * What only reads, and is meant by what was learnt and by words alone with the same values, is read: nobody is asked whether
 * to look. Words near to an example's fill what was learnt without its text; what was learnt may find more, as the document.
 */
function readTwice(said: PlannedCall, best: PlannedCall): PlannedCall | undefined {
  if (said.candidate !== best.candidate || said.candidate.tool.effect !== 'read') return undefined;
  const isClean = ({ unused, rivals = [] }: PlannedCall) => unused.length === 0 && rivals.length === 0;
  if (!isWhole(said) || !isClean(said) || !isClean(best) || isAtFault(best)) return undefined;
  if (Object.keys(said.args).length === 0) return undefined;
  if (sameCall(said, best)) return best.unsettled === true ? undefined : said;
  // What was learnt has all that words have and a text more, as the document that is asked.
  const isMore =
    isWhole(best) &&
    best.unsettled !== true &&
    includes(best.args, said.args) &&
    addsTexts(best.args, said.args);
  if (said.close !== true) return isMore ? certain(best) : undefined;
  if (!isWhole(best)) return includes(said.args, best.args) ? said : undefined;
  return best.unsettled !== true && includes(best.args, said.args) ? certain(best) : undefined;
}

/** Whether arguments have nothing but texts beside some others. */
function addsTexts(all: Args, some: Args): boolean {
  return Object.entries(all).every(([name, value]) => some[name] !== undefined || typeof value === 'string');
}

/** Words and schemas do not know what such requests nearly always give: a mean in kilograms wants a deviation. */
function stillAsking(said: PlannedCall, { missing }: PlannedCall): PlannedCall {
  const open = missing.filter(({ path }) => getPath(said.args, path) === undefined);
  return open.length === 0 ? doubted(said) : { ...said, missing: open, band: 'likely' };
}

/**
 * The one call that was learnt, where it holds every value of the calls that words make of the sentences one by one: `Sample
 * size for mean 0.8 kg. SD 0.2. 5,000 homes.` is one wish.
 */
function heldByOne(
  words: readonly PlannedCall[],
  [best, another]: readonly PlannedCall[],
): PlannedCall | undefined {
  if (best === undefined || another !== undefined) return undefined;
  // Sentences of a letter that each lack what the others give are one wish.
  const isPieces = words.every((call) => isSameTool(call, best) && !isWhole(call));
  if (isWhole(best) && isPieces) return best;
  // What explains every value of the message leaves none for a wish that words alone make of some of them.
  const isExplained = isWhole(best) && best.unused.length === 0;
  const said = words.filter((call) => !isExplained || call.unused.length === 0);
  // What it asks about is not lost either.
  const asked = (best.faults ?? []).flatMap((fault) =>
    fault.kind === 'rivals' ? fault.mentions : 'mention' in fault ? [fault.mention] : [],
  );
  const own = [...valuesIn(best.args), ...asked.flatMap((one) => ('value' in one ? [one.value] : []))];
  const isHeld = (value: unknown) =>
    own.includes(value) || (typeof value === 'number' && own.some((one) => isNear(1 - Number(one), value)));
  // A call without any value that a few words of a letter make says nothing against the one that has them all.
  const isLetter = words.length > 1 && valuesIn(best.args).length >= LETTER_VALUES;
  const isPart = ({ args }: PlannedCall) => {
    const values = valuesIn(args);
    return (values.length > 0 || isLetter) && values.every(isHeld);
  };
  return said.every(isPart) ? best : undefined;
}

/** No agreement of words makes it sure, but for those of an example or of a plain change. */
function isOpen({ unsettled, faint, band }: PlannedCall, { close }: PlannedCall): boolean {
  return unsettled === true || (faint === true && band !== undefined && close !== true);
}

/** What does not go together is asked about, whatever words and schemas make of it. */
function isAtFault({ faults = [], refused, mixedUnits }: PlannedCall): boolean {
  return faults.length > 0 || refused.length > 0 || mixedUnits === true;
}

/** Whether arguments hold all of some others, with the same values or with more of the same text. */
function includes(all: Args, some: Args): boolean {
  return Object.entries(some).every(([name, value]) => {
    const own = all[name];
    return typeof own === 'string' && typeof value === 'string'
      ? own.includes(value)
      : canonical(own) === canonical(value);
  });
}

/** Several wishes are done at once only where both find the same tools for them. */
function several(words: readonly PlannedCall[], calls: readonly PlannedCall[]): PlannedCall[] {
  const isLearnt = (call: PlannedCall) => calls.some((other) => call.candidate === other.candidate);
  // What explains every value of the message leaves none for a wish that words alone make of some of them.
  const isExplained = calls.some((call) => isWhole(call) && call.unused.length === 0);
  // Words alone that leave a call half filled are no wish beside others.
  const meant = words.filter(
    (call) => isLearnt(call) || (isWhole(call) && !(isExplained && call.unused.length > 0)),
  );
  const first = meant.length >= calls.length ? meant : calls;
  const second = first === meant ? calls : meant;
  const fuller = (call: PlannedCall) =>
    calls.find(
      (one) => isSameTool(one, call) && one.unused.length < call.unused.length && hasMore(one, call),
    ) ?? call;
  return first
    .map(fuller)
    .map((call) =>
      (calls.includes(call) && isSettledRead(call)) ||
      second.some((other) => other.candidate === call.candidate && other.band === undefined)
        ? call
        : doubted(call),
    );
}

/** Whether a whole call has all values of another, and more. */
function hasMore(call: PlannedCall, { args }: PlannedCall): boolean {
  return isWhole(call) && !isAtFault(call) && includes(call.args, args);
}

/** A reading call that is sure by itself needs nobody else to mean it. */
function isSettledRead({ candidate, band, unsettled }: PlannedCall): boolean {
  return candidate.tool.effect === 'read' && band === undefined && unsettled !== true;
}

/** A call that leaves a number of the message unused is asked about before anything is computed of the rest. */
function explained(call: PlannedCall): PlannedCall {
  return call.unused.length === 0 ? call : doubted(call);
}

function doubted(call: PlannedCall): PlannedCall {
  return { ...call, band: 'likely' };
}

function nearestOf(plan: Plan) {
  return plan.kind === 'unsure' ? plan.nearest : [];
}
