import type { Candidate } from '../../choosing/candidates.js';
import type { TextModel } from '../../filling/read-text.js';
import { isVerb } from '../consent/is-verb.js';
import type { Part } from '../planning/signs.js';

/** Who a statement is about: an order has nobody before its verb. */
const SUBJECT =
  /^(?:we|i|he|she|they|nobody|noone|wir|ich|er|niemand|man|nous|je|j|il|elle|ils|elles|personne|on|nadie|ninguem|hakuna)$/u;
/** What such a statement denies: use, need, liking. Of others, as `I do not agree`, more may hang. */
const OF_USE =
  /^(?:needs?|needed|uses?|used|using|likes?|liked|requires?|required|sees?|reads?|belongs?|trau|traue|brauch\p{L}*|nutz\p{L}*|benutz\p{L}*|benotig\p{L}*|gefall\p{L}*|besoin|utilis\p{L}*|sert|servent|aim\p{L}*|usa|usan|usamos|necesit\p{L}*|sirve|gust\p{L}*|precis\p{L}*|gost\p{L}*|serve|tumi\p{L}*|hitaj\p{L}*)$/u;
const ANSWERS =
  /^(?:not|dont|doesnt|didnt|wont|cant|no|never|nicht|nie|kein\p{L}*|ne|pas|plus|jamais|nao|ya|do|does|did|to)$/u;
/** What somebody exclaims over a slip. */
const SLIP =
  /^(?:oh|oops|ups|ah|no|nein|non|nao|wrong|one|file|it|damn|mist|zut|vaya|falsch|mal|mauvais|errado|equivocado)$/u;
const MOST = 12;

/**
 * Whether a clause beside a wish only tells why, or exclaims: `delete /a.txt, we do not use it`, `oh no, wrong one!! take it
 * down`. What it denies the wish does not. It is about somebody's use or liking, names no value and has no verb of the tool.
 */
export function isAside(part: Part, candidate: Candidate, { spans, numbers }: TextModel): boolean {
  const { words } = part;
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined || words.length > MOST) return false;
  if (words.some((word) => isVerb(word, candidate))) return false;
  const holds = ({ start, end }: { readonly start: number; readonly end: number }) =>
    start >= first.start && end <= last.end;
  if (spans.some(holds) || numbers.some(holds)) return false;
  if (words.length > 1 && words.every(({ plain }) => SLIP.test(plain))) return true;
  const at = words.findIndex(({ plain }) => OF_USE.test(plain));
  const isNamed = /^\p{Lu}\p{Ll}/u.test(first.text) && ANSWERS.test(words[1]?.plain ?? '');
  return at > 0 && (SUBJECT.test(first.plain) || isNamed);
}
