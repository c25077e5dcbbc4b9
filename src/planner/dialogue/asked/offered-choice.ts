import { escapePattern } from '../../../kit/index.js';
import type { Candidate } from '../../choosing/candidates.js';
import { fold } from '../../language/fold.js';
import { rootLeaves, withPath } from '../../schema/leaves.js';
import { type Field, fieldsOf } from '../../schema/schema-fields.js';
import type { PlannedCall } from '../planning/planned-call.js';
import type { Executed, Turn } from '../turns/conversation.js';
import { placeNamed } from '../turns/places.js';

/** A call that failed for want of one value, and the values that its fault offers. */
export interface OfferedChoice {
  readonly candidate: Candidate;
  readonly args: PlannedCall['args'];
  readonly field: Field;
  readonly choices: readonly string[];
}

const OFFER = /\b(?:needed|required|one of|choose|expected)\b[^\n:]*:?\s/iu;
/** What a failed call offers, when its fault names one field with the values that would do: `profile: is needed: a or b`. */
export function offeredBy(
  { call, result }: Executed,
  candidates: readonly Candidate[],
): OfferedChoice | undefined {
  if (result?.status !== 'error') return undefined;
  const candidate = candidates.find(({ tool }) => tool.name === call.name);
  if (candidate === undefined) return undefined;
  for (const field of rootLeaves(fieldsOf(candidate.tool.parameters))) {
    if (field.kind !== 'string' && field.kind !== 'enum') continue;
    const lead = `${field.path.join('.')}: `;
    const line = result.content
      .split('\n')
      .map((one) => one.replace(/^\s*-\s+/u, ''))
      .find((one) => one.startsWith(lead));
    const choices = line === undefined ? [] : listed(line.slice(lead.length));
    if (choices.length > 0) return { candidate, args: call.args, field, choices };
  }
  return undefined;
}

/** The values at the end of a fault: single words behind its last colon. */
function listed(fault: string): string[] {
  const at = fault.lastIndexOf(': ');
  if (at < 0 || !OFFER.test(fault.slice(0, at + 2))) return [];
  const values = fault
    .slice(at + 2)
    .replace(/[.\s]+$/u, '')
    .split(/\s*,\s*(?:or\s+)?|\s+or\s+/u);
  return values.length <= 12 && values.every((value) => /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(value))
    ? values
    : [];
}

/** The choice that the last call of a turn was left with. */
export function openChoice(
  turn: Turn | undefined,
  candidates: readonly Candidate[],
): OfferedChoice | undefined {
  const last = turn?.executed.at(-1);
  return last === undefined ? undefined : offeredBy(last, candidates);
}

/** The call with the value that was chosen. The person allowed the call when they first asked for it. */
export function withChoice({ candidate, args, field }: OfferedChoice, value: string): PlannedCall {
  return {
    candidate,
    args: withPath(args, field.path, value),
    missing: [],
    refused: [],
    unused: [],
    consent: { kind: 'partly', words: [] },
  };
}

/**
 * The one of the choices that an answer means: by the value, by a word or the first letters of words in it (`cdm`,
 * `the Gold Standard one` for `gs-…`), or by its place. Undefined where none or several are meant.
 */
export function chosenFrom(choices: readonly string[], text: string): string | undefined {
  const plain = fold(text);
  const exact = choices.filter((choice) => plain.includes(fold(choice)));
  if (exact.length > 0) return exact.length === 1 ? exact[0] : undefined;
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  if (words.length === 0 || words.length > 8) return undefined;
  const initials = words.slice(1).map((word, index) => `${words[index]?.[0] ?? ''}${word[0] ?? ''}`);
  const own = (choice: string) => fold(choice).split(/[^\p{L}\p{N}]+/u);
  const shared = (part: string) => choices.filter((choice) => own(choice).includes(part)).length > 1;
  for (const said of [words, initials]) {
    const meant = choices.filter((choice) =>
      own(choice).some((part) => part.length > 1 && !shared(part) && said.includes(part)),
    );
    if (meant.length > 0) return meant.length === 1 ? meant[0] : undefined;
  }
  const place = placeNamed(plain);
  return place === undefined ? undefined : choices.at(place);
}

/** What a message says beside the choice that it names by its value or by a word of it. */
export function withoutChoice(text: string, choice: string): string {
  const parts = choice.split(/[^\p{L}\p{N}]+/u).filter((part) => /\p{L}{2}/u.test(part));
  const names = [choice, ...parts].map(escapePattern).join('|');
  return text
    .replace(new RegExp(`(?<![\\p{L}\\p{N}])(?:${names})(?![\\p{L}\\p{N}])`, 'giu'), ' ')
    .replace(/^[\s,;.]+/u, '');
}
