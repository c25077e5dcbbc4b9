import { isRecord } from '../../../kit/index.js';
import type { Candidate } from '../../choosing/candidates.js';
import { fold } from '../../language/fold.js';
import { fieldsOf } from '../../schema/schema-fields.js';
import type { PlannedCall } from '../planning/planned-call.js';
import type { Conversation, Executed } from '../turns/conversation.js';

/** What asks for the rest of a list, as it is folded. */
const MORE =
  /^(?:(?:please|and|bitte|und|s il vous plait|et|por favor|y|e|tafadhali|na)\s+)*(?:(?:the |show (?:me )?|give me )*(?:next(?: page| ones)?|more|(?:some )?older(?: ones)?|the rest)|(?:die )?nachste(?: seite)?|weiter(?:e)?|mehr|(?:la )?page suivante|(?:la )?suite|plus|encore|(?:la )?(?:pagina siguiente|siguiente(?: pagina)?)|mas|(?:a )?(?:proxima(?: pagina)?|pagina seguinte)|mais|ukurasa unaofuata|zaidi|endelea)(?:\s+(?:please|bitte|por favor|tafadhali))?[.!?\s]*$/u;
const LONGEST = 60;

/** Behind the page of a list that goes on, `next page` and `more` are the same list from where it stopped. */
export function nextPage(
  text: string,
  { turns }: Conversation,
  index: number,
  candidates: readonly Candidate[],
): PlannedCall | undefined {
  if (text.length > LONGEST || !MORE.test(fold(text).trim())) return undefined;
  const last = turns[index - 1]?.executed.findLast(({ result }) => cursorOf(result?.content) !== undefined);
  const candidate = candidates.find(({ tool }) => tool.name === last?.call.name);
  const cursor = cursorOf(last?.result?.content);
  if (last === undefined || candidate === undefined || cursor === undefined) return undefined;
  const takes = fieldsOf(candidate.tool.parameters).some(({ name }) => name === 'cursor');
  if (!takes || candidate.tool.effect !== 'read') return undefined;
  const args = { ...last.call.args, cursor };
  return { candidate, args, missing: [], refused: [], unused: [], consent: { kind: 'plain' }, goesOn: true };
}

/** What `more` is said of although there is no more of it: it is told again, and nothing else is looked for. */
export function wholeList(
  text: string,
  { turns }: Conversation,
  index: number,
  candidates: readonly Candidate[],
): Executed | undefined {
  if (text.length > LONGEST || !MORE.test(fold(text).trim())) return undefined;
  const reads = (name: string) => candidates.find(({ tool }) => tool.name === name)?.tool.effect === 'read';
  const done = turns.slice(0, index).flatMap(({ executed }) => executed);
  return done.findLast(({ call, result }) => reads(call.name) && result?.status !== 'error');
}

function cursorOf(content: string | undefined): string | undefined {
  if (content === undefined || !content.startsWith('{')) return undefined;
  try {
    const answer: unknown = JSON.parse(content);
    const next = isRecord(answer) ? answer['nextCursor'] : undefined;
    return typeof next === 'string' && next !== '' ? next : undefined;
  } catch {
    return undefined;
  }
}
