import type { Candidate } from '../candidates.js';
import type { Consent } from '../dialogue/consent.js';
import type { Sign } from '../dialogue/consent-words.js';

const READS_AS: Readonly<Record<Sign, string>> = {
  negation: 'it says what not to do',
  condition: 'it hangs on a condition, and I cannot wait for one',
  question: 'it asks rather than wishes',
  narrowing: 'it narrows what I should do it to, and I can only do it to what is named exactly',
  correction: 'it takes something back',
  delay: 'it is for another time, and I can only do things now',
  report: 'it tells of it rather than wishes for it',
};

/** Says that nothing was changed, by which words, and how to ask for it. */
export function wordRefusal({ tool, capability }: Candidate, consent: Consent): string {
  if (consent.kind !== 'refused') return '';
  const example = capability?.manifest.examples?.find((one) => one.tool === tool.name)?.user;
  const how = example === undefined ? '' : `, such as “${example}”`;
  return `I have changed nothing: ${READS_AS[consent.sign]} (“${consent.words}”). If you want it done, say it in one plain sentence${how}.`;
}
