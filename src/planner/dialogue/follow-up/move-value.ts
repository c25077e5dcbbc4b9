import { words } from '../../language/tokenize.js';
import { type Args, getPath, rootLeaves, withoutPath, withPath } from '../../schema/leaves.js';
import { type Field, fieldsOf, type JsonSchema } from '../../schema/schema-fields.js';
import { meets } from '../../schema/validate.js';
import { withoutReply } from '../../understanding/correction/without-reply.js';

/** A message of more words says more than a name. */
const LONGEST = 80;

/**
 * `no, I meant the monitoring period`: the name of a field and no value. The one value of the call that the field can
 * hold moves there. Undefined where the message says anything else.
 */
export function moveValue(args: Args, text: string, schema: JsonSchema): Args | undefined {
  const name = withoutReply(text);
  if (name === text || text.length > LONGEST || /\d/u.test(text)) return undefined;
  const leaves = rootLeaves(fieldsOf(schema)).filter(({ kind }) => kind === 'string' || kind === 'number');
  const said = stems(name);
  const [field, another] = leaves.filter((leaf) => namesOf(leaf).includes(said));
  if (said === '' || field === undefined || another !== undefined) return undefined;
  if (getPath(args, field.path) !== undefined) return undefined;
  const [from, other] = leaves.filter((leaf) => {
    const value = getPath(args, leaf.path);
    return value !== undefined && leaf.kind === field.kind && meets(value, field.schema);
  });
  if (from === undefined || other !== undefined) return undefined;
  return withPath(withoutPath(args, from.path), field.path, getPath(args, from.path));
}

function namesOf({ label, name, aliases }: Field): string[] {
  return [label, name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '), ...aliases].map(stems);
}

/** All words, as a name has them; an article may stand before it. */
function stems(text: string): string {
  return words(text)
    .filter(({ plain }) => !/^(?:the|a|an)$/u.test(plain))
    .map(({ stem }) => stem)
    .join(' ');
}
