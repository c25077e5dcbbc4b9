import { fold } from '../../../language/fold.js';
import { type PlannedCall, standingOf } from '../../planning/planned-call.js';
import { valuesIn } from '../numbers/numbers-in.js';

/** Where a sentence ends and another begins. */
const NEXT_SENTENCE = /\p{L}{2}[.!?]\s+\p{Lu}/u;

/** `were there ever any`: what is now says nothing of all that was. */
const EVER = /(?<!\p{L})(?:ever|jemals|alguna vez|alguma vez|iliwahi|imewahi)(?!\p{L})/u;

/**
 * What is looked for is a few words: a reading whose text goes on into the next sentence of the message, `search for cookers.
 * Actually only explain`, is asked about; so is one of what is, where what ever was is asked for.
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
  return goesOn || EVER.test(fold(message)) ? { ...call, band: 'likely', unsettled: true } : call;
}
