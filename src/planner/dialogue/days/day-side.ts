import { foldInPlace } from '../../language/fold.js';
import { readOnce } from '../../reading/read-once.js';
import type { DateMention } from '../../reading/reading.js';

/** What a message means by the one day that it names: where a span begins or ends, that day alone, or all but it. */
export type DaySide = 'from' | 'after' | 'to' | 'before' | 'on' | 'except';

/** A side of a day, and how many characters of the words that say it stand before the day. */
interface SaidSide {
  readonly side: DaySide;
  readonly length: number;
  /** The same behind the day: `13 November only`. */
  readonly behind: number;
}

/** Small words between what says the side and the day. */
const ARTICLES =
  '(?:\\s+(?:and|und|et|y|e)?\\s*(?:including|inclusive|einschlies+lich|inclus|incluid[oa]|inclusive|incluindo))?' +
  '(?:\\s+(?:the|de[mnr]|das|les?|la|el|os?|a|tarehe|last|past|letzten?|vergangenen?|dernier|pasado|passad[oa]))*\\s*$';

/** The words of each side, the longer before the shorter of the same beginning; without accents. */
const WORDS: readonly (readonly [DaySide, string])[] = [
  [
    'after',
    'after|past|beyond|(?:later|newer|more recent) than|nach|(?:spater|neuer|junger) als|apres|(?:plus (?:tard|recents?)) que|posterieur\\p{L}* [aà]u?|' +
      'despues del?|mas (?:tarde|recientes?) (?:que|del?)|posterior(?:es)? al?|depois d[eo]|mais (?:tarde|recentes?) (?:que|do que)|posterior(?:es)? ao?|baada ya',
  ],
  [
    'before',
    'before|prior to|ahead of|(?:earlier|older) than|vor|(?:fruher|alter) als|avant|(?:plus tot|plus anciens?) que|anterieur\\p{L}* [aà]u?|' +
      'antes del?|mas (?:temprano|antigu[oa]s?) (?:que|del?)|anterior(?:es)? al?|antes d[eo]|mais (?:cedo|antig[oa]s?) (?:que|do que)|anterior(?:es)? ao?|kabla ya',
  ],
  [
    'from',
    'since|(?:starting|beginning)(?: on| from| with)?|from|as (?:from|of)|seit|ab|vom|beginnend(?: am| mit)?|depuis|a partir d[ue]|a compter du|des|' +
      'desde|a partir del?|a partir d[eo]|a contar d[eo]|tangu|kuanzia|toka|kutoka',
  ],
  ['to', 'until|till?|up to|by|through|to|bis(?: zum| an)?|jusqu.au?|hasta|ate(?: ao?)?|hadi|mpaka'],
  [
    'except',
    'exclud(?:ing|e)|except(?:ing)?(?: for| on)?|without|but not|other than|apart from|leav(?:e|ing) out|minus|skip(?:ping)?|ignor(?:e|ing)|' +
      'ohne|auss?er|ausgenommen|aber nicht|sauf|sans|hormis|excepte|mais pas|excepto|salvo|sin|menos|pero no|exceto|sem|mas nao|isipokuwa|bila|lakini si',
  ],
  [
    'on',
    '(?:only|just|nur|blos+|seulement|uniquement|rien que|solo|solamente|unicamente|apenas|so|somente)(?: (?:on|for|am|fur|pour|para|em|de))?|' +
      'on|in|for|of|during|at|am|an|im|fur|pour|du|en|para|del?|do|em|no|dia|no dia|katika|siku ya|ya|wa',
  ],
];

/** A few words between what denies and the side: `nothing from before`, `keine Tage vor`. */
const BETWEEN = '(?:\\s+(?!(?:and|und|but|et|y|e|na)\\b)\\p{L}+){0,2}\\s+$';
/** What turns a side round: `not before`, `nothing after`, `no later than`. */
const DENIED = new RegExp(
  '(?<!\\p{L})(?:not|no|nothing|none|nobody|never|nicht|nichts|kein\\p{L}*|nie|pas|rien|aucun\\p{L}*|jamais|nada|ningun\\p{L}*|nunca|nao|nenhum\\p{L}*|si|sio|hakuna|usi\\p{L}*)' +
    BETWEEN,
  'u',
);
/** What leaves out all that lies on a side: `without the days before`, `skip everything up to`. */
const LEFT_OUT = new RegExp(
  '(?<!\\p{L})(?:exclud\\p{L}*|except\\p{L}*|without|but not|other than|apart from|minus|skip\\p{L}*|ignor\\p{L}*|drop\\p{L}*|omit\\p{L}*|remov\\p{L}*|leav\\p{L}* out|cut\\p{L}*|' +
    'ohne|auss?er|lass\\p{L}*|sauf|sans|hormis|omet\\p{L}*|saut\\p{L}*|excepto|salvo|sin|omit\\p{L}*|quita\\p{L}*|exceto|sem|tira\\p{L}*|isipokuwa|bila|ruka|ondoa|puuza)' +
    BETWEEN,
  'u',
);
const TURNED: Readonly<Record<DaySide, DaySide | undefined>> = {
  before: 'from',
  after: 'to',
  on: 'except',
  from: undefined,
  to: undefined,
  except: undefined,
};
const LEAVING: Readonly<Record<DaySide, DaySide | undefined>> = { ...TURNED, from: 'before', to: 'after' };
/** One day, week or month that is counted from the day, which says no side of it: `the week of`, `two days before`. */
const COUNTED =
  /(?:(?<!\p{L})(?:day|week|fortnight|month|year|tag|woche|monat|jahr|jour|semaine|mois|an|annee|semana|dia|mes|ano|siku|wiki|mwezi|mwaka)|(?:\d|(?<!\p{L})(?:one|two|three|four|five|six|seven|ten|zwei|drei|vier|deux|trois|quatre|dos|tres|dois|duas))\s+\p{L}+)\s+$/u;

const LEADS = WORDS.map(
  ([side, words]) => [side, new RegExp(`(?<![\\p{L}'’])(?:${words})${ARTICLES}`, 'u')] as const,
);
/** Nothing leads to the day. */
const BARE = new RegExp(`(?:^|[^\\p{L}\\s])${ARTICLES}`, 'u');
const ALONE =
  /^[\s,]*(?:only|alone|nur|allein|seulement|uniquement|solamente|solo|unicamente|apenas|somente|tu|pekee)(?!\p{L})/u;
const ONWARDS =
  /^[\s,]*(?:on(?:wards?)?|(?:and|or) (?:later|after|since|onwards?)|an|(?:und|oder) (?:spater|danach)|et (?:apres|ensuite)|ou plus tard|en adelante|(?:y|o) (?:despues|mas tarde)|em diante|(?:e|ou) (?:depois|mais tarde)|na (?:kuendelea|baadaye))(?!\p{L})/u;
const BACKWARDS =
  /^[\s,]*(?:(?:and|or) (?:earlier|before)|(?:und|oder) (?:fruher|davor)|(?:et|ou) (?:avant|plus tot)|(?:y|o) antes|(?:e|ou) antes|na kabla)(?!\p{L})/u;

const BEHIND = [
  ['on', ALONE],
  ['from', ONWARDS],
  ['to', BACKWARDS],
] as const;

/**
 * What the words right before and behind a day say of it; undefined where they say nothing that is known here.
 * @param before the message up to the day
 * @param behind the message from its end on
 */
function sideOfDay(before: string, behind: string): SaidSide | undefined {
  const [said, rest] = [foldInPlace(before), foldInPlace(behind)];
  const led = sideBefore(said);
  const side = led?.side ?? (BARE.test(said) ? 'on' : undefined);
  const length = led?.length ?? 0;
  for (const [own, words] of BEHIND) {
    const behindIt = words.exec(rest)?.[0].length;
    if (behindIt !== undefined && (side === undefined || side === 'on' || side === own))
      return { side: own, length, behind: behindIt };
  }
  return side === undefined ? undefined : { side, length, behind: 0 };
}

function sideBefore(said: string): Omit<SaidSide, 'behind'> | undefined {
  const found = LEADS.flatMap(([side, lead]) => {
    const match = lead.exec(said);
    return match === null ? [] : [{ side, at: match.index }];
  });
  // All end at the day: the longest has the words of the others in it, as `up to` has `to`.
  const [nearest] = found.sort((a, b) => a.at - b.at);
  if (nearest === undefined) return undefined;
  const head = said.slice(0, nearest.at);
  if (COUNTED.test(head)) return undefined;
  const [denied, left] = [DENIED.exec(head), LEFT_OUT.exec(head)];
  const turn = denied ?? left;
  if (turn === null) return { side: nearest.side, length: said.length - nearest.at };
  const side = (denied === null ? LEAVING : TURNED)[nearest.side];
  return side === undefined ? undefined : { side, length: said.length - turn.index };
}

/** A day of a message, with the words around it that say its side where they do. */
export interface DaySaid {
  readonly day: DateMention;
  readonly side: DaySide | undefined;
  /** Where the words and the day begin and end. */
  readonly start: number;
  readonly end: number;
}

/** The days of a message, each with the words before it that say on which side of it something lies. */
export function daysSaid(message: string, today: string | undefined): readonly DaySaid[] {
  return readOnce(message, today === undefined ? {} : { today }).mentions.flatMap((day): DaySaid[] => {
    if (day.type !== 'date') return [];
    const said = sideOfDay(message.slice(0, day.start), message.slice(day.end));
    const length = said?.length ?? 0;
    return [{ day, side: said?.side, start: day.start - length, end: day.end + (said?.behind ?? 0) }];
  });
}
