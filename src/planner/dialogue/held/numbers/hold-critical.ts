import type { NumberMention } from '../../../reading/reading.js';
import { withPath } from '../../../schema/leaves.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { explained, fieldCalled, numberAt } from '../held-call.js';
import type { SaidNumbers } from './called-numbers.js';

/** Two-sided confidences by their critical values, as people write them. */
const LEVELS: readonly (readonly [z: number, confidence: number])[] = [
  [1.28, 0.8],
  [1.282, 0.8],
  [1.64, 0.9],
  [1.645, 0.9],
  [1.65, 0.9],
  [1.96, 0.95],
  [2.576, 0.99],
  [2.58, 0.99],
];
const Z = /(?<![\p{L}\p{N}])z(?:[- ]?(?:score|value|wert|level))?\s*(?:[=:]|of|von|de|is|ist)?\s*$/u;

/** `z = 1.645` says a confidence of 90%. */
export function holdCritical(
  call: PlannedCall,
  mention: NumberMention,
  { folded }: SaidNumbers,
): PlannedCall {
  const field = fieldCalled(call, 'confidence');
  if (field === undefined || numberAt(call, field) !== undefined || call.agreed === true) return call;
  const level = LEVELS.find(([z]) => z === mention.value)?.[1];
  if (level === undefined || !Z.test(folded.slice(Math.max(0, mention.start - 20), mention.start)))
    return call;
  return { ...explained(call, mention), args: withPath(call.args, field.path, level), band: 'likely' };
}
