import type { Candidate } from '../../choosing/candidates.js';
import { isMetaTool } from '../../choosing/candidates.js';
import type { TextModel } from '../../filling/read-text.js';
import { languageOfTalk } from '../../wording/talk-language.js';
import type { Conversation, Executed, Turn } from '../turns/conversation.js';
import { askedMeaning, asksContent, asksWhy } from './asked.js';
import { beginningOf, type FileBeginning } from './attached-text.js';
import { type Meaning, meaningsOf } from './glossary.js';
import { type Reasons, reasonsOf } from './reasons.js';

/** What is told to somebody who asks about what is there, and wants nothing done. */
export type Explanation =
  /** How something was reckoned. */
  | { readonly kind: 'reasons'; readonly reasons: Reasons }
  /** All that was found out, since it does not say how. */
  | { readonly kind: 'result'; readonly what: Executed }
  | { readonly kind: 'meaning'; readonly meanings: readonly Meaning[] }
  | { readonly kind: 'file'; readonly file: FileBeginning }
  /** It is asked about, and there is nothing to tell of it. */
  | { readonly kind: 'unknown' };

/** How far back a file may lie that a message speaks of. */
const LOOK_BACK = 3;

/**
 * What a message asks to be explained: `why 112?`, `show me the formula`, `what does dropout mean?`, `what is in it?`
 * after a file came. Nothing is computed for it. Undefined where it asks for anything else.
 */
export function explanationOf(
  text: TextModel,
  conversation: Conversation,
  index: number,
  candidates: readonly Candidate[],
): Explanation | undefined {
  const said = withoutLength(text.text);
  // How long the answer is to be is no number of the question.
  const numbers = text.reading.mentions
    .filter((mention) => mention.type === 'number')
    .filter(({ start }) => start < said.length);
  // Who names a file or a record wants that one, and not what was spoken of.
  const named = text.spans.some(({ kind }) => kind !== 'quote');
  const executed = conversation.turns.slice(0, index).flatMap((turn) => turn.executed);
  const results = executed.filter(({ call, result }) => !isMetaTool(call.name) && result?.status === 'ok');
  const file = !named && asksContent(text.text) ? fileAtHand(conversation.turns, index) : undefined;
  if (file !== undefined) return { kind: 'file', file };
  // `what is 15% of 3400` asks for no word.
  const asked = numbers.length > 0 ? undefined : askedMeaning(said);
  if (asked !== undefined) {
    const nearer = candidates.filter(({ tool }) => executed.some(({ call }) => call.name === tool.name));
    const language = languageOfTalk(conversation.turns.slice(0, index + 1).map((turn) => turn.text));
    const meanings = meaningsOf(asked.word, candidates, nearer, language, asked.surely);
    if (meanings.length > 0) return { kind: 'meaning', meanings };
    if ((asked.surely || said !== text.text) && !named) return { kind: 'unknown' };
  }
  const [number, another] = numbers;
  if (named || another !== undefined || !asksWhy(text.text)) return undefined;
  for (const result of results.toReversed()) {
    const reasons = reasonsOf(result, number);
    if (reasons !== undefined) return { kind: 'reasons', reasons };
  }
  const last = results.at(-1);
  return last === undefined || number !== undefined ? { kind: 'unknown' } : { kind: 'result', what: last };
}

const LENGTH =
  /[\s,]+(?:in|with|en|em|kwa|mit) (?:no more than |at most |about |maximal |hochstens |höchstens )?(?:\d{1,3}|an?|one|two|three|four|five|six|ten|a few|few|simple|plain|short|eine[mnr]?|zwei|drei|vier|fünf|wenigen|einfachen|une?|deux|trois|quatre|cinq|quelques|una|dos|tres|três|cuatro|quatro|cinco|pocas|poucas|duas|maneno|sentensi|mistari)(?: (?:simple|short|plain|kurzen|einfachen))? (?:lines?|sentences?|words?|paragraphs?|zeilen?|sätzen?|sätze|worten?|lignes?|phrases?|mots|líneas?|lineas?|frases?|palabras|linhas?|palavras|moja|mbili|mawili|tatu|matatu|machache)[\s.!?]*$/iu;

/** A question without how long its answer is to be: `…, in three lines?` */
function withoutLength(text: string): string {
  return text.replace(LENGTH, '');
}

/** The last file that came, unless something was done since. */
function fileAtHand(turns: readonly Turn[], index: number): FileBeginning | undefined {
  for (let at = index; at >= Math.max(0, index - LOOK_BACK); at--) {
    const turn = turns[at];
    if (turn === undefined || (at < index && turn.executed.some(({ call }) => !isMetaTool(call.name))))
      return undefined;
    const last = turn.files.at(-1);
    if (last !== undefined) return beginningOf(last);
  }
  return undefined;
}
