import type { Candidate } from '../../choosing/candidates.js';
import { fold } from '../../language/fold.js';
import type { Language } from '../../language/language.js';
import type { Word } from '../../language/tokenize.js';
import { VERB, verbClassesOf } from '../consent/verb-classes.js';
import { withoutCourtesy } from '../planning/signs.js';

/**
 * Ways to say that something shall end, by the language. `…` stands for what shall end, `*` for what grammar adds, a stop
 * for the end of the clause; all without accents. Only English is reviewed.
 */
const WAYS: Readonly<Record<Language, string>> = {
  en:
    'stop, quit, cease, end, discontinue, terminate, disable, deactivate, turn off, turn … off, switch off, switch … off, ' +
    'shut off, shut … off, take … off, take off, take … away, take away, get rid of, do away with, away with, done with, ' +
    'cancel, remove, drop, ditch, scrap, abolish, abandon, revoke, unset, clear, delete, erase, wipe, kill, lose, ' +
    'forget, opt out of, leave off, leave out, no more, enough of, enough with, no longer',
  de:
    'hor* auf, hor* … auf ., beend*, schalt* … ab ., schalt* … aus ., stell* … ab ., mach* … aus ., mach* … weg ., nimm … weg ., ' +
    'nimm … raus ., nehm* … weg ., lass* … weg ., lass* … sein ., schaff* … ab ., heb* … auf ., deaktivier*, entfern*, losch*, streich*, ' +
    'weg mit, schluss mit, verzicht* auf, vergiss, genug von, … abschalten ., … ausschalten ., … abstellen ., … abschaffen ., ' +
    '… loswerden ., … loschen ., … entfernen ., … deaktivieren ., … beenden ., … weglassen ., … streichen .',
  fr:
    'arret*, cesse*, desactiv*, enlev*, supprim*, retir*, annul*, effac*, oublie*, abandonn*, debarrass*, ote, otez, ' +
    'met* fin a, laisse* tomber, plus de, plus d, nutilis* plus, nemploi* plus, naffich* plus, necri* plus, fini, finis, finies, finis en avec, n … plus, ne … plus, assez de',
  es:
    'deja* de, para de, quita, quitar, quiten, quitad, quitale, elimin*, desactiv*, apag*, cancel*, borra, borre, borrar, borren, ' +
    'retir*, suprim*, olvid*, anul*, abandon*, deshaz*, termin* con, acab* con, basta de, ya no',
  pt:
    'deix* de, para de, pare de, parem de, tira, tirar, tirem, remov*, desativ*, desactiv*, deslig*, cancel*, apag*, elimin*, exclui, exclua, ' +
    'excluir, esque*, retir*, suprim*, anul*, acab* com, chega de, livr* de, abandon*, ja nao',
  sw:
    'acha, acheni, ache, ondoa, ondoeni, iondoe, uondoe, viondoe, futa, futeni, zifute, ifute, zima, zimeni, izime, sitish*, ' +
    'komesh*, simamish*, sahau*, batilish*, ondok* na',
};
/** Behind these the verb moves something rather than ends it: `drop /a.txt into /b`. */
const MOVES = /^(?:into|in|onto|to|at)$/u;

interface Way {
  readonly head: readonly RegExp[];
  /** Words behind what shall end. */
  readonly tail: readonly RegExp[] | undefined;
  /** They close the clause. */
  readonly closes: boolean;
}

const PARSED: readonly Way[] = Object.values(WAYS)
  .flatMap((list) => list.split(','))
  .map((way) => {
    const [head = '', tail] = way.split('…');
    const closes = tail?.endsWith(' .') === true;
    return {
      head: patterns(head),
      tail: tail === undefined ? undefined : patterns(tail.replace(/ \.$/u, '')),
      closes,
    };
  });

function patterns(words: string): RegExp[] {
  return words
    .trim()
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => new RegExp(`^${fold(word).replaceAll('*', "[\\p{L}']*")}$`, 'u'));
}

/** Words that may stand behind the end of a clause and tell nothing. */
const CLOSING = /^(?:bitte|jetzt|please|now|sofort|mal|doch)$/u;

/** Whether a clause opens with a wish that something shall end: `turn off imperial units`, `weg mit dem Komma`. */
export function endsSomething(clause: readonly Word[]): boolean {
  const words = withoutCourtesy(clause).flatMap(({ plain }) =>
    plain.split(/['’]/u).filter((one) => one !== ''),
  );
  while (CLOSING.test(words.at(-1) ?? '')) words.pop();
  const stands = (way: readonly RegExp[], at: number) =>
    at >= 0 && way.every((word, step) => word.test(words[at + step] ?? ''));
  return PARSED.some(({ head, tail, closes }) => {
    if (!stands(head, 0)) return false;
    if (tail === undefined) return !(words[0] === 'drop' && words.slice(1).some((word) => MOVES.test(word)));
    const from = Math.max(1, head.length);
    return words.some(
      (_, at) => at >= from && stands(tail, at) && (!closes || at === words.length - tail.length),
    );
  });
}

/** Classes of verbs that end what they are said of. */
const ENDING = ['delete', 'cancel', 'undo', 'restore', 'reject'].map((name) => `${VERB}${name}`);

/** Whether ending something is what a tool does: it takes away, or is called by a word for it. */
export function isEnding(candidate: Candidate): boolean {
  const { tool, nameWords } = candidate;
  if (tool.effect === 'destructive') return true;
  const classes = verbClassesOf(candidate);
  const [first = ''] = nameWords;
  return (
    ENDING.some((one) => classes.has(one)) ||
    PARSED.some(
      ({ head: [only, more], tail }) =>
        tail === undefined && more === undefined && only?.test(first) === true,
    )
  );
}
