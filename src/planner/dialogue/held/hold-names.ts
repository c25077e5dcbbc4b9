import { fold } from '../../language/fold.js';
import type { TextMention } from '../../reading/reading.js';
import { createReader } from '../../understanding/reader.js';
import { isConsequential } from '../consent.js';
import type { PlannedCall } from '../planned-call.js';
import { withoutSignature } from '../without-signature.js';

/** What names a thing or a person, and nothing else. */
const NAMES: ReadonlySet<string> = new Set<TextMention['type']>([
  'path',
  'did',
  'address',
  'url',
  'email',
  'id',
]);

/**
 * Changing calls held to the things and people that the message names: of `share /a.pdf with anna@example.org` no call may
 * leave her out in silence. What none of the calls took is told as unused, and the calls are asked about.
 */
export function holdNames(calls: readonly PlannedCall[], message: string): readonly PlannedCall[] {
  if (!calls.some(isOpenChange)) return calls;
  const reader = createReader();
  const text = withoutSignature(message);
  const { mentions } = reader.read(text, reader.languageOf(text));
  const taken = fold(JSON.stringify(calls.map(({ args, unused }) => [args, unused])));
  const left = mentions.flatMap((mention) => {
    const isName = NAMES.has(mention.type) && 'value' in mention && typeof mention.value === 'string';
    return isName && !taken.includes(inJson(mention.value)) ? [mention.raw] : [];
  });
  if (left.length === 0) return calls;
  return calls.map((call) =>
    isOpenChange(call)
      ? { ...call, unused: [...call.unused, ...left], band: 'likely' as const, unsettled: true as const }
      : call,
  );
}

function isOpenChange({ candidate, agreed }: PlannedCall): boolean {
  return isConsequential(candidate.tool) && agreed !== true;
}

/** A value as it stands in JSON, without what a path begins or ends with. */
function inJson(value: string): string {
  return fold(JSON.stringify(value).slice(1, -1)).replace(/^[~./#]+|\/+$/gu, '');
}
