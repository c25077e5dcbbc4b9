import { foldInPlace } from '../../../language/fold.js';
import { isStopWord, words } from '../../../language/tokenize.js';
import { isWhole, type PlannedCall } from '../../planning/planned-call.js';

/** Words that take a part away, in six languages, up to the next stop. */
const EXCEPT =
  /(?<![\p{L}])(?:but not|except(?:ing)?(?: for)?|excluding|leav(?:e|ing) out|without|apart from|other than|aber nicht|ausser|ausgenommen|ohne|mais pas|sauf|excepte|hormis|sans|pero no|excepto|salvo|menos|sin|mas nao|exceto|fora|sem|lakini si|isipokuwa|bila)\s+([^,;.!?\n]{2,60})/gu;
/** Someone who tells a story takes nothing away. */
const LONGEST = 160;

/**
 * What is read without heeding what the message leaves out shows too much, and looks right: `list /reports without the pdfs`.
 * Words of an exception that none of its values holds are told, and the call is only proposed.
 */
export function holdExcept(call: PlannedCall, message: string): PlannedCall {
  const { candidate, agreed, unused } = call;
  if (candidate.tool.effect !== 'read' || agreed === true || !isWhole(call)) return call;
  if (message.length > LONGEST) return call;
  const given = foldInPlace(JSON.stringify(call.args));
  const left = [...foldInPlace(message).matchAll(EXCEPT)].flatMap(({ 0: whole, 1: part = '', index }) => {
    const named = words(part).filter(({ stop, plain }) => !stop && !isStopWord(plain));
    const isHeld = named.length === 0 || named.every(({ plain }) => given.includes(plain));
    return isHeld ? [] : [message.slice(index, index + whole.length).trim()];
  });
  const further = left.filter((one) => !unused.some((said) => one.includes(said) || said.includes(one)));
  if (left.length === 0) return call;
  return { ...call, unused: [...unused, ...further], band: 'likely', unsettled: true };
}
