import { isRecord } from '../../../kit/index.js';
import type { Candidate } from '../../choosing/candidates.js';
import type { RefusedNumber } from '../../filling/assign-numbers.js';
import type { Args } from '../../schema/leaves.js';
import { type Field, record } from '../../schema/schema-fields.js';
import type { Fault } from '../../understanding/checks/fault.js';
import type { FilledSlot } from '../../understanding/wish.js';
import { type Consent, isConsequential } from '../consent/consent.js';

/** A value that stands near to what a field takes: `variance 0.04` where a deviation is wanted. */
export interface TwoWays {
  /** As it was said, with its name. */
  readonly said: string;
  readonly field: Field;
  /** What it may be, as it is shown behind the name of a field; with the value, where that can be told. */
  readonly meanings: readonly { readonly field: Field; readonly shown: string; readonly value?: number }[];
  /** Which of the meanings holds for who insists on the name that it was given. */
  readonly named?: number;
}

/** A call that a turn stands for, with what it still lacks. */
export interface PlannedCall {
  readonly candidate: Candidate;
  readonly args: Args;
  readonly missing: readonly Field[];
  readonly refused: readonly RefusedNumber[];
  /** Numbers of the message that went nowhere, as they stand with the word behind them. */
  readonly unused: readonly string[];
  /** Values that the message gives for one and the same field, as they stand in it. */
  readonly rivals?: readonly string[];
  /** What of its values does not go together or reads two ways. */
  readonly faults?: readonly Fault[];
  /** Values that stand near to what a field takes, with what each may be; the field is left open until that is said. */
  readonly readTwoWays?: readonly TwoWays[];
  /** A question about what the person calls a number was answered with this call. */
  readonly settled?: true;
  /** Values that share a unit were given in units that cannot be made equal. */
  readonly mixedUnits?: true;
  readonly consent: Consent;
  /** Where its values were said, as far as that was learnt. */
  readonly slots?: readonly FilledSlot[];
  /** Understood well enough to be proposed, not to be made at once. */
  readonly band?: 'likely';
  /** So little sure that words which mean the same do not make it sure. */
  readonly faint?: true;
  /** Something in the message reads two ways or was not used, so that no agreement makes the call sure. */
  readonly unsettled?: true;
  /** The message says it nearly in the words of an example of its manifest. */
  readonly close?: true;
  /** Its texts stand as they were said, from the first word to the last. */
  readonly whole?: true;
  /** It is asked about once more, after a message that answered nothing. */
  readonly repeated?: true;
  /** It goes on with a list from where that stopped. */
  readonly goesOn?: true;
  /** The message is word for word an example of its manifest. */
  readonly taught?: true;
  /** The person said yes to the very call. */
  readonly agreed?: true;
}

/** What is to be done about a call: make it, ask in one line whether to make it, or say why it is not made. */
export type Standing = 'act' | 'propose' | 'refuse';

/**
 * What reads or computes is done where it is sure enough by what it does, and else proposed. What changes something is done
 * only after one yes: to the question that the runtime asks before such a call, or where it asks none, to the proposal.
 */
export function standingOf(call: PlannedCall): Standing {
  const { candidate, args, consent, agreed, band } = call;
  if (agreed === true) return 'act';
  if (consent.kind === 'refused') return 'refuse';
  const whole = consent.kind === 'plain' || (consent.kind === 'partly' && consent.words.length === 0);
  const left = consent.kind === 'partly' && !whole;
  if (!isConsequential(candidate.tool)) return band === 'likely' || left ? 'propose' : 'act';
  const asked = whole && candidate.tool.asksFirst?.(args) === true;
  return asked && (band === undefined || isClearEnough(call)) ? 'act' : 'propose';
}

/**
 * Whether the question before a call is all that has to be asked about it, since it names what happens to what. It surely
 * comes where something is taken away; other questions a person may have answered once for all calls like it.
 */
function isClearEnough({
  candidate,
  consent,
  unsettled,
  faint,
  unused,
  faults = [],
  rivals = [],
}: PlannedCall) {
  const isOpen = unsettled === true || faint === true;
  const isSurelyAsked = candidate.tool.effect === 'destructive' || consent.kind === 'plain';
  return isSurelyAsked && !isOpen && unused.length === 0 && faults.length === 0 && rivals.length === 0;
}

/** A call that was understood well enough to be made. */
export function certain({ band: _, ...call }: PlannedCall): PlannedCall {
  return call;
}

/** Whether nothing is missing of a call that may be made or proposed. */
export function isWhole({ missing, refused }: PlannedCall): boolean {
  return missing.length === 0 && refused.length === 0;
}

/** Whether two are the same call of the same tool. */
export function sameCall(a: PlannedCall, b: PlannedCall): boolean {
  return a.candidate === b.candidate && canonical(a.args) === canonical(b.args);
}

/** JSON with keys in order, so that a store that reorders them changes nothing. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    isRecord(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

/**
 * Whether a call that does something has no value at all, though its tool takes some and no example calls it bare: nothing
 * would come of it, and nobody can agree to what a proposal does not name.
 */
export function saysNothing({ candidate: { tool, capability }, args, missing }: PlannedCall): boolean {
  if (tool.effect === 'read' || missing.length > 0 || Object.keys(args).length > 0) return false;
  const examples = capability?.manifest.examples?.filter((one) => one.tool === tool.name) ?? [];
  const isBare = examples.length === 0 || examples.some((one) => Object.keys(one.args ?? {}).length === 0);
  return !isBare && Object.keys(record(tool.parameters['properties'])).length > 0;
}
