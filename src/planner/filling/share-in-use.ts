import type { NumberMention } from './numbers.js';
import type { TextModel } from './read-text.js';

/** Words of fields that take the share of things in use. */
export const USAGE_STEMS: Readonly<Record<string, number>> = { usag: 1, proport: 0.9, share: 0.8, use: 0.8 };

/** `80% are in use`, `80% of the stoves are still used`, `four in five`-like shares that their words make plain. */
const IN_USE =
  /^\s*(?:of\s+(?:(?:all|the|them|those|these|our|my|their)\s+){0,3}(?:\p{L}+\s+){0,2})?(?:(?:are|is|were|was|remain|stay|keep)\s+(?:still\s+|being\s+|regularly\s+|actually\s+)*(?:in\s+(?:use|operation|service)|used|using|operational|operating|working|functional|functioning|running)|(?:still\s+)?use\s+(?:it|them|the|their))(?![\p{L}])/iu;

/** Whether a number is a percentage that the words behind it call the share of things in use. */
export function isShareInUse({ text }: TextModel, mention: NumberMention): boolean {
  return (mention.percent || mention.share) && IN_USE.test(text.slice(mention.end));
}
