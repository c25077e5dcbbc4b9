import { fold } from '../../../language/fold.js';
import { stemOf } from '../../../language/tokenize.js';
import type { Reading, TextMention } from '../../../reading/reading.js';
import { type Args, getPath, rootLeaves, withPath } from '../../../schema/leaves.js';
import { fieldsOf } from '../../../schema/schema-fields.js';
import { createReader } from '../../../understanding/reader.js';
import { isConsequential } from '../../consent/consent.js';
import { VERB, verbClassesOf } from '../../consent/verb-classes.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { withoutSignature } from '../../prose/without-signature.js';

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
  const reading = reader.read(text, reader.languageOf(text));
  const { mentions } = reading;
  const held = calls.map((call) =>
    isOpenChange(call) ? withoutOthers(call, reading, reader.concepts(reading)) : call,
  );
  const taken = fold(JSON.stringify(held.map(({ args, unused }) => [args, unused])));
  const left = mentions.flatMap((mention) => {
    const isName = NAMES.has(mention.type) && 'value' in mention && typeof mention.value === 'string';
    return isName && !taken.includes(inJson(mention.value)) ? [mention.raw] : [];
  });
  if (left.length === 0) return held;
  return held.map((call) =>
    isOpenChange(call)
      ? { ...call, unused: [...call.unused, ...left], band: 'likely' as const, unsettled: true as const }
      : call,
  );
}

/**
 * A call without the members of its lists that another verb of the message stands before: of `delete /a.txt and show me
 * /b.txt` the second is not to be deleted.
 */
function withoutOthers(
  call: PlannedCall,
  { mentions, clauses, words }: Reading,
  concepts: readonly (readonly string[])[],
): PlannedCall {
  const { tool, verbs } = call.candidate;
  const classes = verbClassesOf(call.candidate);
  const verbsIn = (start: number, end: number) =>
    words.flatMap((word, at) => {
      const isInside = word.start >= start && word.end <= end;
      if (!isInside) return [];
      const own = concepts[at]?.filter((one) => one.startsWith(VERB)) ?? [];
      if (verbs.has(stemOf(word.plain)) || own.some((one) => classes.has(one))) return ['own'];
      return own.length > 0 ? ['other'] : [];
    });
  const isOwn = clauses.some(({ start, end }) => verbsIn(start, end).includes('own'));
  const others = mentions.flatMap((mention) => {
    const clause = clauses.find(({ start, end }) => start <= mention.start && mention.end <= end);
    const before = clause === undefined ? [] : verbsIn(clause.start, mention.start);
    const isOther = NAMES.has(mention.type) && before.length > 0 && !before.includes('own');
    return isOwn && isOther && 'value' in mention ? [inJson(String(mention.value))] : [];
  });
  if (others.length === 0) return call;
  const lists = rootLeaves(fieldsOf(tool.parameters)).filter(({ kind }) => kind === 'array');
  const args = lists.reduce<Args>((given, { path }) => {
    const list = getPath(given, path);
    const kept = Array.isArray(list) ? list.filter((one) => !others.includes(inJson(String(one)))) : [];
    return Array.isArray(list) && kept.length > 0 && kept.length < list.length
      ? withPath(given, path, kept)
      : given;
  }, call.args);
  return args === call.args ? call : { ...call, args, band: 'likely', unsettled: true };
}

function isOpenChange({ candidate, agreed }: PlannedCall): boolean {
  return isConsequential(candidate.tool) && agreed !== true;
}

/** A value as it stands in JSON, without what a path begins or ends with. */
function inJson(value: string): string {
  return fold(JSON.stringify(value).slice(1, -1)).replace(/^[~./#]+|\/+$/gu, '');
}
