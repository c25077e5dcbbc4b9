import type { Candidate } from '../choosing/candidates.js';
import type { Consent } from '../dialogue/consent/consent.js';
import type { Phrases } from './phrases/phrases.js';

/** Says that nothing was changed, by which words, and how to ask for it. */
export function wordRefusal({ tool, capability }: Candidate, consent: Consent, phrases: Phrases): string {
  if (consent.kind !== 'refused') return '';
  const example = capability?.manifest.examples?.find((one) => one.tool === tool.name)?.user;
  const refused = phrases.refused(phrases.readsAs[consent.sign], phrases.quote(consent.words));
  return `${refused} ${phrases.sayPlainly(example === undefined ? undefined : phrases.quote(example))}`;
}
