import { fold } from '../../../language/fold.js';
import { readOnce } from '../../../reading/read-once.js';
import type { TextMention } from '../../../reading/reading.js';
import { type Args, getPath, rootLeaves, withoutPath, withPath } from '../../../schema/leaves.js';
import { type Field, fieldsOf } from '../../../schema/schema-fields.js';
import { isConsequential } from '../../consent/consent.js';
import type { PlannedCall } from '../../planning/planned-call.js';

/** Words that leave a thing as it is: `keep /plan.md, delete /budget.txt`. */
const KEEPS =
  /(?<!\p{L})(?:keep(?:ing)?|spare|leave|retain|preserve|behalte|behalt|lass|lasse|garde[rz]?|laisse[rz]?|conserva|conserve|guarda|deja|mantem|mantenha|deixa|acha|weka|hifadhi)\s+(?:the\s+file\s+|die\s+datei\s+|le\s+fichier\s+)?$/u;
/** `the content of /a.md` is what stands in the file, and not its name. */
const CONTENT_OF =
  /(?<!\p{L})(?:contents?|text|inhalt|contenu|contenido|conteudo|yaliyomo)\s+(?:of|from|in|von|aus|de|du|del|do|ya|ndani ya)\s+(?:the\s+file\s+)?$/u;
/** `put /plan.md into it`: what was named before is where the second goes. */
const INTO_IT =
  /^\s+(?:in(?:to)?\s+(?:it|there|that)|inside(?:\s+it)?|there|hinein|da\s?rein|dorthin|dedans|alli|ahi|dentro|adentro|la dentro|humo|ndani yake)(?!\p{L})/u;
/** `make A a copy of B` takes B for the first. */
const COPY_OF = /^\s+(?:a|an|eine?|une|una|uma)?\s*(?:copy|kopie|copie|copia|nakala)\s+(?:of|von|de|ya)\s+$/u;

/**
 * A changing call held to where the paths of its latest message stand: what is to be kept is in no list, what lies between the
 * two ends of a move belongs to another wish, and which of two paths is the end is told by the words around them.
 * Undefined where the call is none that was wished for.
 */
export function holdTorn(call: PlannedCall, message: string): PlannedCall | undefined {
  const { candidate, agreed } = call;
  if (!isConsequential(candidate.tool) || agreed === true) return call;
  const paths = readOnce(message).mentions.filter((one): one is TextMention => one.type === 'path');
  if (paths.length === 0) return call;
  const folded = fold(message);
  if (folded.length !== message.length) return call;
  const leaves = rootLeaves(fieldsOf(candidate.tool.parameters));
  // `keep out.csv as /data/out.csv` of a tool that stores is the deed itself.
  const isTaken = candidate.tool.effect === 'destructive';
  const kept = paths.filter(
    ({ start }) => isTaken && KEEPS.test(folded.slice(Math.max(0, start - 40), start)),
  );
  const held = kept.length === 0 ? call : withoutKept(call, leaves, kept);
  if (held === undefined) return undefined;
  return ends(withoutName(held, leaves, paths, folded), leaves, paths, folded);
}

function withoutKept(
  call: PlannedCall,
  leaves: readonly Field[],
  kept: readonly TextMention[],
): PlannedCall | undefined {
  const isKept = (value: unknown) =>
    typeof value === 'string' && kept.some((one) => samePath(one.value, value));
  let { args } = call;
  for (const { path } of leaves) {
    const value = getPath(args, path);
    if (isKept(value)) return undefined;
    if (!Array.isArray(value)) continue;
    const left = value.filter((one) => !isKept(one));
    if (left.length === 0 && value.length > 0) return undefined;
    if (left.length < value.length) args = withPath(args, path, left);
  }
  return args === call.args ? call : { ...call, args, band: 'likely' };
}

/** The name of a file is not what is in it: the text is asked for. */
function withoutName(
  call: PlannedCall,
  leaves: readonly Field[],
  paths: readonly TextMention[],
  folded: string,
): PlannedCall {
  const named = paths.filter(({ start }) => CONTENT_OF.test(folded.slice(Math.max(0, start - 32), start)));
  const field = leaves.find(({ path, aliases, label }) => {
    const value = getPath(call.args, path);
    const isText = [label, ...aliases].some((one) => /content|text|body/u.test(one));
    return isText && named.some((one) => typeof value === 'string' && samePath(one.value, value));
  });
  if (field === undefined) return call;
  return {
    ...call,
    args: withoutPath(call.args, field.path),
    missing: [...call.missing.filter((one) => one !== field), field],
    unused: [...new Set([...call.unused, ...named.map(({ raw }) => raw)])],
    band: 'likely',
    unsettled: true,
  };
}

/** A call with two single paths: the way round that the words between them say, and nothing where they are not of one wish. */
function ends(
  call: PlannedCall,
  leaves: readonly Field[],
  paths: readonly TextMention[],
  folded: string,
): PlannedCall | undefined {
  const filled = leaves.flatMap((field) => {
    const value = getPath(call.args, field.path);
    const place = typeof value === 'string' ? paths.find((one) => samePath(one.value, value)) : undefined;
    return place === undefined || field.kind !== 'string' ? [] : [{ field, place, value }];
  });
  const [a, b, more] = filled;
  if (a === undefined || b === undefined || more !== undefined || a.place === b.place) return call;
  const [first, last] = a.place.start < b.place.start ? [a, b] : [b, a];
  const between = paths.some((one) => one.start > first.place.start && one.start < last.place.start);
  if (between) return undefined;
  const isTurned =
    COPY_OF.test(folded.slice(first.place.end, last.place.start)) ||
    INTO_IT.test(folded.slice(last.place.end, last.place.end + 24));
  // The tool's own order: what it is taken from stands before where it goes.
  const isFirst = leaves.indexOf(first.field) < leaves.indexOf(last.field);
  if (!isTurned || !isFirst) return call;
  const args = withPath(
    withPath(call.args as Args, first.field.path, last.value),
    last.field.path,
    first.value,
  );
  return { ...call, args, band: 'likely' };
}

function samePath(a: string, b: string): boolean {
  const plain = (path: string) => fold(path).replace(/^[~./]+|\/+$/gu, '');
  return plain(a) === plain(b);
}
