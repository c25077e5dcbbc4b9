import type { Language } from '../language/language.js';

/** How a language names days. Folded; alternatives of a pattern stand between bars. */
export interface CalendarWords {
  /** January first; forms between slashes. */
  readonly months: string;
  /** Sunday first. */
  readonly weekdays: string;
  /** Patterns of days by their distance from today. */
  readonly days: Readonly<Record<string, string>>;
  /** Patterns of spans by their distance from today's. */
  readonly spans: Readonly<Record<'week' | 'month' | 'year', Readonly<Record<string, string>>>>;
  readonly inDays: string;
  readonly daysAgo: string;
  /** What may stand before the name of a day. */
  readonly weekdayLead: string;
  /** Words before a date which say that it is over. */
  readonly past: RegExp;
}

const N = String.raw`(?<n>\d{1,3})`;

export const CALENDAR_WORDS: Readonly<Record<Language, CalendarWords>> = {
  en: {
    months:
      'january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sept/sep october/oct november/nov december/dec',
    weekdays: 'sunday monday tuesday wednesday thursday friday saturday',
    days: {
      2: '(?:the )?day after tomorrow',
      1: 'tomorrow|tmrw',
      0: 'today|tonight',
      [-2]: '(?:the )?day before yesterday',
      [-1]: 'yesterday',
    },
    spans: {
      week: { 1: '(?:the )?(?:next|coming) week', 0: 'this week', [-1]: '(?:the )?(?:last|past) week' },
      month: { 1: '(?:the )?(?:next|coming) month', 0: 'this month', [-1]: '(?:the )?(?:last|past) month' },
      year: { 1: 'next year', 0: 'this year', [-1]: '(?:last|past) year' },
    },
    inDays: String.raw`in\s+${N}\s+days?(?:\s+time)?|${N.replace('<n>', '<n2>')}\s+days?\s+from\s+now`,
    daysAgo: String.raw`${N}\s+days?\s+ago`,
    weekdayLead: '(?:next|this|coming|on)',
    past: /\b(?:last|since|was|were|did|had|ago|ended|\w{3,}ed)\b/u,
  },
  de: {
    months:
      'januar/janner/jan februar/feb marz/maerz/mrz april/apr mai juni/jun juli/jul august/aug september/sept/sep oktober/okt november/nov dezember/dez',
    weekdays: 'sonntag montag dienstag mittwoch donnerstag freitag samstag/sonnabend',
    days: {
      2: 'ubermorgen|uebermorgen',
      1: '(?<!guten )morgen(?! fruh)|morgen fruh',
      0: 'heute',
      [-2]: 'vorgestern',
      [-1]: 'gestern',
    },
    spans: {
      week: {
        1: '(?:die |der )?(?:nachsten?|kommenden?) woche',
        0: 'diesen?r? woche',
        [-1]: '(?:die |der )?(?:letzten?r?|vorigen?r?) woche',
      },
      month: {
        1: '(?:den |im )?(?:nachsten|kommenden) monat',
        0: 'diese[nmr] monat',
        [-1]: '(?:den |im )?(?:letzten|vorigen) monat',
      },
      year: { 1: 'nachstes jahr', 0: 'dieses jahr', [-1]: '(?:letztes|voriges) jahr' },
    },
    inDays: String.raw`in\s+${N}\s+tagen`,
    daysAgo: String.raw`vor\s+${N}\s+tagen`,
    weekdayLead: '(?:am|nachsten|kommenden|diesen)',
    past: /\b(?:seit|war|waren|hatte|hatten|wurde|wurden|habe|haben|hat|letzten?)\b/u,
  },
  fr: {
    months:
      'janvier/janv fevrier/fevr mars avril/avr mai juin juillet/juil aout septembre/sept octobre/oct novembre/nov decembre/dec',
    weekdays: 'dimanche lundi mardi mercredi jeudi vendredi samedi',
    days: {
      2: 'apres-demain|apres demain',
      1: 'demain',
      0: "aujourd'hui|ce soir",
      [-2]: 'avant-hier',
      [-1]: 'hier',
    },
    spans: {
      week: {
        1: '(?:la )?semaine prochaine',
        0: 'cette semaine',
        [-1]: '(?:la )?semaine (?:derniere|passee)',
      },
      month: { 1: '(?:le )?mois prochain', 0: 'ce mois(?:-ci)?', [-1]: '(?:le )?mois (?:dernier|passe)' },
      year: {
        1: "(?:l')?annee prochaine|l'an prochain",
        0: 'cette annee',
        [-1]: "(?:l')?annee (?:derniere|passee)|l'an dernier",
      },
    },
    inDays: String.raw`dans\s+${N}\s+jours?`,
    daysAgo: String.raw`il y a\s+${N}\s+jours?`,
    weekdayLead: '(?:ce|le)',
    past: /\b(?:depuis|etait|etaient|avait|ete|hier)\b/u,
  },
  es: {
    months:
      'enero/ene febrero/feb marzo/mar abril/abr mayo/may junio/jun julio/jul agosto/ago septiembre/setiembre/sept octubre/oct noviembre/nov diciembre/dic',
    weekdays: 'domingo lunes martes miercoles jueves viernes sabado',
    days: {
      2: 'pasado manana',
      1: '(?<!(?:la|esta|buena) )manana',
      0: 'hoy|esta noche',
      [-2]: 'anteayer|antier',
      [-1]: 'ayer|anoche',
    },
    spans: {
      week: {
        1: '(?:la )?(?:proxima semana|semana que viene|semana proxima)',
        0: 'esta semana',
        [-1]: '(?:la )?semana pasada',
      },
      month: { 1: '(?:el )?(?:proximo mes|mes que viene)', 0: 'este mes', [-1]: '(?:el )?mes pasado' },
      year: { 1: '(?:el )?(?:proximo ano|ano que viene)', 0: 'este ano', [-1]: '(?:el )?ano pasado' },
    },
    inDays: String.raw`(?:en|dentro de)\s+${N}\s+dias?`,
    daysAgo: String.raw`hace\s+${N}\s+dias?`,
    weekdayLead: '(?:el|este|el proximo)',
    past: /\b(?:desde|fue|fueron|era|estaba|habia|ayer)\b/u,
  },
  pt: {
    months:
      'janeiro/jan fevereiro/fev marco/mar abril/abr maio/mai junho/jun julho/jul agosto/ago setembro/set outubro/out novembro/nov dezembro/dez',
    weekdays: 'domingo segunda-feira terca-feira quarta-feira quinta-feira sexta-feira sabado',
    days: { 2: 'depois de amanha', 1: 'amanha', 0: 'hoje|esta noite', [-2]: 'anteontem', [-1]: 'ontem' },
    spans: {
      week: {
        1: '(?:a |na )?(?:proxima semana|semana que vem)',
        0: '(?:n?esta) semana',
        [-1]: '(?:a |na )?semana passada',
      },
      month: { 1: '(?:o |no )?(?:proximo mes|mes que vem)', 0: 'n?este mes', [-1]: '(?:o |no )?mes passado' },
      year: { 1: '(?:o |no )?(?:proximo ano|ano que vem)', 0: 'n?este ano', [-1]: '(?:o |no )?ano passado' },
    },
    inDays: String.raw`(?:em|daqui a|dentro de)\s+${N}\s+dias?`,
    daysAgo: String.raw`ha\s+${N}\s+dias?|${N.replace('<n>', '<n2>')}\s+dias?\s+atras`,
    weekdayLead: '(?:na|no|neste|nesta)',
    past: /\b(?:desde|foi|foram|era|estava|tinha|ontem)\b/u,
  },
  sw: {
    months:
      'januari/jan februari/feb machi aprili mei juni/jun julai/jul agosti/ago septemba/sept oktoba/okt novemba/nov desemba/disemba/des',
    weekdays: 'jumapili jumatatu jumanne jumatano alhamisi/alhamis ijumaa jumamosi',
    days: { 2: 'kesho ?kutwa', 1: 'kesho(?: asubuhi)?', 0: 'leo', [-2]: 'juzi', [-1]: 'jana' },
    spans: {
      week: { 1: 'wiki ijayo|juma lijalo', 0: 'wiki hii', [-1]: 'wiki iliyopita|juma lililopita' },
      month: { 1: 'mwezi ujao', 0: 'mwezi huu', [-1]: 'mwezi uliopita' },
      year: { 1: 'mwaka ujao|mwakani', 0: 'mwaka huu', [-1]: 'mwaka jana|mwaka uliopita' },
    },
    inDays: String.raw`baada ya siku\s+${N}`,
    daysAgo: String.raw`siku\s+${N}\s+zilizopita`,
    weekdayLead: '(?:siku ya)',
    past: /\b(?:tangu|ilikuwa|zilikuwa|jana|(?:ni|tu|wa|a)li[a-z]{3,})\b/u,
  },
};
