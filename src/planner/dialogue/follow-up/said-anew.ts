import type { TextModel } from '../../filling/read-text.js';
import { fold } from '../../language/fold.js';
import type { Args } from '../../schema/leaves.js';
import { canonical, type PlannedCall } from '../planning/planned-call.js';
import type { Conversation } from '../turns/conversation.js';

/** Words that wish for the same once more, in six languages. */
const ANEW =
  /\b(?:again|repeat|rerun|redo|once more|same|noch (?:ein)?mal|nochmals?|erneut|wiederhol\p{L}*|encore|refais|repete|de nouveau|otra vez|de nuevo|repite|repetir|de novo|outra vez|repita|refaca|tena|rudia)\b/u;

/**
 * A call that is the very one that was made before, though the message says none of its values and asks for nothing anew,
 * was not understood: `they are back to ninety`, `take the 80 off`. It is not made again as if that were heard.
 */
export function heldIfUnheard(
  call: PlannedCall,
  { text }: TextModel,
  { turns }: Conversation,
  index: number,
): PlannedCall {
  const { candidate, args, agreed } = call;
  const values = valuesIn(args);
  if (agreed === true || values.length === 0 || ANEW.test(fold(text))) return call;
  const last = turns
    .slice(0, index)
    .flatMap(({ executed }) => executed)
    .findLast((one) => one.call.name === candidate.tool.name);
  if (last === undefined || canonical(last.call.args) !== canonical(args)) return call;
  const said = fold(text).replace(/(?<=\d)[ ,.'’](?=\d{3}(?!\d))/gu, '');
  const isSaid = values.some((value) => says(said, fold(value)));
  return isSaid ? call : { ...call, band: 'likely', unsettled: true };
}

function says(text: string, value: string): boolean {
  const plain = value.replace(/[.*+?^$\x7b\x7d()|[\]\\]/gu, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}.])${plain}(?![\\p{L}\\p{N}])`, 'u').test(text);
}

/** Texts and numbers as somebody would write them. */
function valuesIn(value: unknown): string[] {
  if (typeof value === 'number') return [String(value), `${Math.round(value * 1e4) / 100}`];
  if (typeof value === 'string') return value === '' ? [] : [value.replace(/^\/|\/$/gu, '')];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value as Args).flatMap(valuesIn);
}
