import { fold } from '../../language/fold.js';
import { LANGUAGES } from '../../language/language.js';
import { alternatives, LEXICONS } from '../../language/lexicon.js';
import { asksForValues, asksToGoAhead } from '../../wording/speak.js';

/** A wish to take back is short; a longer message says what it is about, and may be about something else. */
const LONGEST = 80;

/** Words that take something back only after a slip of the tongue, or that answer a question. */
const TOO_VAGUE: ReadonlySet<string> = new Set(
  ['cancel that', 'oops', 'go … back', 'doch nicht', 'zurück bitte', 'vergiss das letzte', 'volta'].map(fold),
);

/** What is taken back, where it has no name: `that`, `the last change`. */
const WHAT = [
  ...['that', 'this', 'it', 'that one', 'that change', 'what you just did'],
  ...[
    'the last one',
    'the last change',
    'the last step',
    'your last change',
    'my last change',
    'last change',
  ],
  ...[
    'the last thing',
    'the last thing you did',
    'the last thing i did',
    'the last action',
    'what i just did',
  ],
  ...['das', 'dies', 'es', 'das letzte', 'die letzte änderung', 'den letzten schritt', 'die änderung'],
  ...['ça', 'cela', 'la dernière modification', 'le dernier changement', 'la dernière action'],
  ...['eso', 'esto', 'el último cambio', 'lo último', 'la última acción'],
  ...['isso', 'isto', 'a última alteração', 'a última mudança', 'a última ação'],
  ...['hiyo', 'hilo', 'mabadiliko ya mwisho', 'badiliko la mwisho'],
].map(fold);

const POLITE =
  '(?:please|bitte|s il vous plait|s il te plait|por favor|tafadhali|can you|could you|kannst du|konntest du)';
const OBJECT = `(?:${WHAT.toSorted((a, b) => b.length - a.length).join('|')})`;

/** What is said at the sight of a slip. */
const STARTLED =
  '(?:oops|ups|no|nope|wait|stop|sorry|hm+|ah|oh|nein|halt|moment|warte|non|attends|attendez|pardon|espera|perdon|nao|desculpa|hapana|subiri|ngoja|samahani)';

const WISH = new RegExp(
  `^(?<startled>(?:${STARTLED} )*)(?:${POLITE} )?(?:${LANGUAGES.flatMap((language) =>
    alternatives(LEXICONS[language].verbs['undo'] ?? ''),
  )
    .map(fold)
    .filter((words) => words !== '' && !TOO_VAGUE.has(words))
    .map(shapeOf)
    .join('|')})(?: ${POLITE})?$`,
  'u',
);

/** `take … back` needs what is taken back in its middle; others may have it there or after. */
function shapeOf(words: string): string {
  if (words.includes('…')) return words.split('…').map(plain).join(` ${OBJECT} `).trim();
  return `${plain(words).split(' ').join(`(?: ${OBJECT})? `)}(?: ${OBJECT})?`;
}

function plain(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/**
 * Whether a message says "undo that" and nothing else, in any of the languages. `before` is what it answers: `no, take that
 * back` behind a question takes back nothing that was done.
 */
export function isUndoWish(message: string, before = ''): boolean {
  if (message.length > LONGEST || message.includes('?')) return false;
  const found = WISH.exec(plain(fold(message)));
  if (found === null) return false;
  return found.groups?.['startled'] === '' || !(asksToGoAhead(before) || asksForValues(before));
}
