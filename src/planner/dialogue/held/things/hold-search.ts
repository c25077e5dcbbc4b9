import { getPath, withPath } from '../../../schema/leaves.js';
import { fieldsOf } from '../../../schema/schema-fields.js';
import type { PlannedCall } from '../../planning/planned-call.js';

/** What a list is to be about stands behind one of these, at the end of the message. */
const ABOUT =
  /(?<![\p{L}\p{N}])(?:about|concerning|regarding|über|zum thema|à propos de|au sujet de|sobre|acerca de|kuhusu|(?:that|which|who) (?:mentions?|speaks? of|talks? about)|que (?:hable[nm]?|habla[nm]?|fale[nm]?|fala[nm]?) (?:de|d[oa]s?)|qui parlent? (?:de|du|des|d['’]))\s+(?:the\s+|die\s+|das\s+|den\s+|les?\s+|la\s+|las\s+|los\s+|el\s+|os?\s+|as?\s+)?([\p{L}\p{N}][^.?!;:,]{1,80}?)\s*[.?!]*$/iu;
/** Names of fields that narrow a list by words. */
const SEARCH = /^(?:search|query|q|about|topic|text)$/u;
const LONGEST = 200;

/**
 * A call that lists, with the words that the list is to be about: `which queries are there about minting?` wants no list of
 * all of them.
 */
export function holdSearch(call: PlannedCall, message: string): PlannedCall {
  const { candidate, args, agreed } = call;
  if (candidate.tool.effect !== 'read' || agreed === true || message.length > LONGEST) return call;
  const field = fieldsOf(candidate.tool.parameters).find(
    ({ kind, name }) => kind === 'string' && SEARCH.test(name),
  );
  const about = ABOUT.exec(message.trim())?.[1];
  // `about claim bafkrei…`: what has a name of its own is looked for by that.
  const said = about?.split(' ').find((word) => word.length >= 12 && /\p{L}.*\d/u.test(word)) ?? about;
  const own = field === undefined ? undefined : getPath(args, field.path);
  // A part of it was taken for all: `Oaxaca` of `que hablen de estufas en Oaxaca`.
  const isPart =
    typeof own === 'string' && said !== undefined && said.length > own.length && said.endsWith(own);
  if (field === undefined || said === undefined || (own === undefined ? field.required : !isPart))
    return call;
  if (JSON.stringify(args).includes(said)) return call;
  return {
    ...call,
    args: withPath(args, field.path, said),
    unused: call.unused.filter((one) => !said.includes(one)),
  };
}
