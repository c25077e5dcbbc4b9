import { isPlainWord } from '../../../language/plain-words.js';
import { isStopWord, words } from '../../../language/tokenize.js';
import { getPath, rootLeaves } from '../../../schema/leaves.js';
import { fieldsOf } from '../../../schema/schema-fields.js';
import type { PlannedCall } from '../../planning/planned-call.js';

/**
 * Choices that are named by two words, as `monitoring-report`, held to the first of them: of `the verification report` none of the
 * kinds is meant, and the one that is written where none is said is another document. It is named, and asked about.
 */
export function holdKinds(call: PlannedCall, message: string): PlannedCall {
  if (
    call.agreed === true ||
    call.taught === true ||
    call.consent.kind === 'refused' ||
    call.candidate.tool.effect === 'read'
  )
    return call;
  const said = words(message);
  for (const field of rootLeaves(fieldsOf(call.candidate.tool.parameters))) {
    if (field.kind !== 'enum' || getPath(call.args, field.path) !== undefined) continue;
    const kinds = new Set(
      field.choices.flatMap((one) => (one.includes('-') ? one.split('-').slice(-1) : [])),
    );
    const other = said.find((word, at) => {
      const next = said[at + 1];
      return (
        next !== undefined &&
        kinds.has(next.plain) &&
        isName(word.plain) &&
        !field.choices.includes(`${word.plain}-${next.plain}`)
      );
    });
    if (other === undefined) continue;
    const next = said[said.indexOf(other) + 1];
    const named = message.slice(other.start, next?.end ?? other.end);
    const before = call.consent.kind === 'partly' ? call.consent.words : [];
    const rest = before.filter((one) => !named.includes(one));
    return {
      ...call,
      consent: { kind: 'partly', words: [...rest, named] },
      band: 'likely',
      unsettled: true,
    };
  }
  return call;

  function isName(plain: string): boolean {
    return (
      plain.length > 2 &&
      !isPlainWord(plain) &&
      !isStopWord(plain) &&
      !/^(?:write|create|produce|generate|new)$/u.test(plain)
    );
  }
}
