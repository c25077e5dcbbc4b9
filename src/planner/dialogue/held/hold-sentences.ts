import { type PlannedCall, standingOf } from '../planned-call.js';
import { valuesIn } from './numbers-in.js';

/** Where a sentence ends and another begins. */
const NEXT_SENTENCE = /\p{L}{2}[.!?]\s+\p{Lu}/u;

/**
 * What is looked for is a few words: a reading whose text goes on into the next sentence of the message, `search for cookers.
 * Actually only explain`, is asked about.
 */
export function holdSentences(call: PlannedCall, message: string): PlannedCall {
  const { candidate, args, agreed } = call;
  if (candidate.tool.effect !== 'read' || agreed === true || standingOf(call) !== 'act') return call;
  const goesOn = valuesIn(args).some(
    (value) =>
      typeof value === 'string' &&
      NEXT_SENTENCE.test(value) &&
      message.includes(value) &&
      !/["“«„]\s*$/u.test(message.slice(0, message.indexOf(value))),
  );
  return goesOn ? { ...call, band: 'likely', unsettled: true } : call;
}
