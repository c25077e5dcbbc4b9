import { getPath, rootLeaves, withPath } from '../../../schema/leaves.js';
import { fieldsOf } from '../../../schema/schema-fields.js';
import { isWhole, type PlannedCall } from '../../planning/planned-call.js';

/** A word and a number, as a description gives them for an example: `such as draw 61`. */
const EXAMPLE = /\bsuch as ["“]?(\p{L}{3,}) \d+["”]?\.?$/iu;
/** Longer messages name much that is no value. */
const LONGEST = 400;

/**
 * A call with what the message says just as the description of an open field of text has it: `to draw 61 of the lottery` is
 * the reference that is described as `such as draw 61`, where its number went nowhere else. It is asked about.
 */
export function holdExamples(call: PlannedCall, message: string): PlannedCall {
  const { candidate, args, agreed } = call;
  if (agreed === true || !isWhole(call) || message.length > LONGEST) return call;
  const given = JSON.stringify(args);
  for (const { kind, description, path } of rootLeaves(fieldsOf(candidate.tool.parameters))) {
    const word =
      kind === 'string' && getPath(args, path) === undefined ? EXAMPLE.exec(description)?.[1] : undefined;
    if (word === undefined) continue;
    const said = new RegExp(`(?<![\\p{L}\\p{N}-])${word}\\s+(\\d+)(?![\\p{L}\\p{N}.,]*\\p{N}|%)`, 'iu').exec(
      message,
    );
    const number = said?.[1];
    if (said === null || number === undefined || new RegExp(`(?<!\\d)${number}(?!\\d)`, 'u').test(given))
      continue;
    const unused = call.unused.filter((one) => !one.startsWith(number));
    return { ...call, args: withPath(args, path, said[0]), unused, band: 'likely' };
  }
  return call;
}
