import type { Candidate } from './candidates.js';

const FUTURE_TEXT =
  /\b(?:tomorrow|tonight|will|next|coming|upcoming|later this|going to|in \d+ days|(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekend|this week)\b/iu;
const NOW_TEXT = /\b(?:now|right now|currently|at the moment|current|today|(?:is|are) (?:it|there))\b/iu;
const FUTURE_TOOL = /\b(?:forecasts?|predict\w*|future|upcoming|coming|next)\b/iu;
const NOW_TOOL = /\b(?:current(?:ly)?|right now|at the moment|now)\b/iu;

/** `tomorrow` asks for what tells the future, `right now` for what tells the present. */
export function tense(text: string, candidate: Candidate): number {
  const about = `${candidate.tool.name.replaceAll('_', ' ')} ${candidate.tool.description}`;
  const future = FUTURE_TOOL.test(about);
  const present = NOW_TOOL.test(about);
  if (FUTURE_TEXT.test(text)) return (future ? 1.3 : 0) - (present && !future ? 1.3 : 0);
  return NOW_TEXT.test(text) ? (present ? 0.7 : 0) - (future && !present ? 0.5 : 0) : 0;
}
