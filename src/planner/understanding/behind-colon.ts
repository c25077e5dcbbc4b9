import type { Pick } from './decode-slots.js';
import type { Leaf } from './leaf-fields.js';
import type { ReadTurn } from './read-turn.js';
import { NO_FIELD } from './slot-labels.js';

/** Fields that hold whatever somebody wants to say. */
const SAYS = /^(?:text|content|message|note|body|instruction|reason|comment)$/u;

/** The text of a field that a message says behind its colon, to its very end. */
export interface ToldText {
  readonly leaf: Leaf;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * What stands behind the one colon of a message, for the one field that holds words of any kind: `make a file list.txt that
 * says: 6 scales, 40 tarps` says all of it. Undefined where a value of another field stands there.
 */
export function toldBehindColon(
  { reading }: ReadTurn,
  picks: readonly Pick[],
  leaves: readonly Leaf[],
): ToldText | undefined {
  const [leaf, another] = leaves.filter(
    ({ path, kind, many, choices, pattern }) =>
      kind === 'string' &&
      !many &&
      choices.length === 0 &&
      pattern === undefined &&
      SAYS.test(path.at(-1) ?? ''),
  );
  const { text, mentions } = reading;
  const [colon, second] = [...text.matchAll(/(?<=[\p{L}\p{N}]\s?):\s+(?=[\p{L}\p{N}])/gu)];
  if (leaf === undefined || another !== undefined || colon === undefined || second !== undefined)
    return undefined;
  const start = colon.index + colon[0].length;
  const end = text.trimEnd().length;
  const isInside = (one: { readonly start: number; readonly end: number }) =>
    one.start >= start && one.end <= end;
  const isOther = ({ mention, label }: Pick) => isInside(mention) && label !== NO_FIELD && label !== leaf.key;
  const isAnswered = picks.some(({ label, mention }) => label === leaf.key && !isInside(mention));
  const isData = mentions.some(
    ({ type, ...place }) => type === 'block' || (type === 'quote' && isInside(place)),
  );
  const isNamedThere =
    mentions.some((one) => one.type === 'path' && isInside(one)) &&
    !mentions.some((one) => one.type === 'path' && one.end <= start);
  if (isAnswered || isData || isNamedThere || picks.some(isOther)) return undefined;
  return { leaf, text: text.slice(start, end), start, end };
}
