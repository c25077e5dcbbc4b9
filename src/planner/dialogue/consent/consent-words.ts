import type { Language } from '../../language/language.js';

/** What words of a sentence say against doing at once what its verb names. All without accents, in lower case. */
export type Sign = 'negation' | 'condition' | 'question' | 'narrowing' | 'correction' | 'delay' | 'report';

interface SignWords extends Readonly<Record<Sign, readonly string[]>> {
  /** Somebody who speaks the language has read the lists. */
  readonly reviewed: boolean;
  /** What may stand before the verb of a plain request. */
  readonly courtesy: readonly string[];
  /** What joins two clauses. */
  readonly joining: readonly string[];
}

/**
 * Words that are harmless in another of the languages are left out: all lists are read together, because people mix
 * languages, and a needless question costs less than a call that nobody wanted.
 */
export const SIGN_WORDS: Readonly<Record<Language, SignWords>> = {
  en: {
    reviewed: true,
    negation: phrases(
      'not, dont, do not, doesnt, didnt, wont, wouldnt, shouldnt, cannot, cant, mustnt, isnt, arent, never, nothing, none, no, nobody, nowhere, neither, nor, without, refrain, avoid, instead of, rather than, anything but, hold off, stop using, stop writing, stop answering, stop speaking, stop showing',
    ),
    condition: phrases(
      'if, unless, when, whenever, once, until, till, in case, provided, as long as, as soon as, assuming, suppose, depending, otherwise, only then, should it, else',
    ),
    question: phrases(
      'should, shall, what, why, how, who, whom, whose, which, where, did, does, was, were, has, have, had, is it, is there, are there, am i, may i, may we, can i, can we, can it, can one, could i, could we, could it, would, might, maybe, perhaps, wonder, wondering, possible, ok to, okay to, safe to',
    ),
    narrowing: phrases(
      'or, except, excepting, excluding, exclude, save for, apart from, aside from, other than, but not, but keep, all but, only, solely, merely, all, every, everything, each, any, anything, some, half, most, few, many, whichever, whatever, those, older, newer, larger, bigger, smaller, longer, shorter, more than, less than, fewer, at least, at most, greater, starting with, beginning with, ending, containing, contain, matching, named, called, that are, that is, that were, which are, which is, whose, where, oldest, newest, latest, last, first, biggest, largest, smallest, unused, empty, rest, others, other ones, part of, one of, either',
    ),
    correction: phrases(
      'no wait, wait, scratch that, strike that, i mean, i meant, sorry, correction, on second thought, hang on, hold on, just kidding, or rather, forget it, never mind, nevermind, cancel that',
    ),
    delay: phrases(
      'tomorrow, tonight, later, soon, next week, next month, eventually, afterwards, one day, some day, someday, not yet, yet, at noon, at midnight, in an hour, in a minute, in a week, every day, every week, daily, weekly, monthly',
    ),
    report: phrases(
      'says, said, say, told, tells, asked, asks, wrote, wants, thinks, thought, claims, suggested, suggests, recommends, read that',
    ),
    courtesy: phrases(
      'please, pls, plz, kindly, now, then, so, ok, okay, yes, first, yeah, yep, sure, right, great, good, fine, well, thanks, thank you, hi, hello, hey, and, also, just, next, finally, again, instead, actually, rather, can you, could you, will you, would you please, would you kindly, i want to, i want you to, i need to, i need you to, i would like to, i would like you to, id like to, id like you to, i like to, i like you to, i wish to, we want to, we want you to, we need to, we would like to, wed like to, we like to, lets, let us, let, go ahead and, go on and, help me, help me to, you can, you may, you should now, its time to, it is time to, time to, make sure to, be sure to, try to, and then, but, do',
    ),
    joining: phrases('and, but, then, also, plus, or, so, just, instead'),
  },
  de: {
    reviewed: false,
    negation: phrases(
      'hor auf, hore auf, nicht, nichts, nie, niemals, kein, keine, keinen, keiner, keinem, ohne, auf keinen fall, keinesfalls, weder, statt',
    ),
    condition: phrases('wenn, falls, sofern, sobald, bis, solange, ausser wenn, es sei denn, vorausgesetzt'),
    question: phrases(
      'soll, sollte, sollten, sollen, darf, durfte, konnte ich, kann ich, konnen wir, kann man, was, warum, wieso, wer, wen, wann, wo, welche, welcher, wurde, wurden, hat, haben, hast, ware, vielleicht, ob',
    ),
    narrowing: phrases(
      'oder, ausser, ausgenommen, bis auf, nur, bloss, lediglich, alle, alles, jede, jeder, jedes, allen, einige, manche, halfte, alter als, neuer als, grosser als, kleiner als, mehr als, weniger als, diejenigen, rest, ubrigen',
    ),
    correction: phrases(
      'nein warte, warte, moment, ich meine, ich meinte, doch nicht, vergiss es, entschuldigung',
    ),
    delay: phrases('morgen, spater, heute abend, nachste woche, bald, demnachst, noch nicht, ubermorgen'),
    report: phrases('sagt, sagte, meint, meinte, schrieb, fragte, bat, will dass'),
    courtesy: phrases(
      'bitte, jetzt, dann, also, kannst du, konnen sie, konntest du, konnten sie, ich mochte, ich will, ja, gut',
    ),
    joining: phrases('und, aber, oder, dann, sondern, danach'),
  },
  fr: {
    reviewed: false,
    negation: phrases(
      'arrete dutiliser, arretez dutiliser, cesse dutiliser, arrete de repondre, ne, pas, jamais, rien, aucun, aucune, sans, surtout pas, au lieu de',
    ),
    condition: phrases('si, quand, lorsque, des que, a moins, au cas ou, tant que, jusqu, pourvu'),
    question: phrases(
      'dois, doit, devons, faut il, devrais, devrait, puis je, peut on, pourrait on, est ce que, pourquoi, comment, qui, quoi, quel, quelle, avons, avez, serait, peut etre',
    ),
    narrowing: phrases(
      'ou, sauf, excepte, hormis, a part, a lexception, seulement, uniquement, tous, toutes, tout, chaque, quelques, certains, moitie, plus de, moins de, plus vieux, plus ancien, plus anciens, reste, autres, ceux, celles',
    ),
    correction: phrases(
      'non attends, attends, attendez, je veux dire, je voulais dire, pardon, desole, laisse tomber, non oublie, mais oublie, et puis oublie, oublie ca, oublie cela, oublie le, oublie tout ca',
    ),
    delay: phrases('demain, plus tard, ce soir, bientot, semaine prochaine, pas encore'),
    report: phrases('dit, disait, demande, demandait, pense, ecrit, ecrivait'),
    courtesy: phrases(
      'sil te plait, sil vous plait, stp, svp, maintenant, alors, ensuite, peux tu, pouvez vous, pourrais tu, pourriez vous, je veux, je voudrais, jaimerais, veuillez, merci de, oui',
    ),
    joining: phrases('et, mais, puis, ensuite, ou'),
  },
  es: {
    reviewed: false,
    negation: phrases(
      'deja de usar, dejen de usar, deja de responder, no, nunca, jamas, nada, ningun, ninguna, ninguno, nadie, tampoco, sin, ni hablar, ni se te ocurra, ni siquiera, en vez de, en lugar de',
    ),
    condition: phrases('si, cuando, siempre que, a menos, en caso, hasta que, mientras, salvo que, con tal'),
    question: phrases(
      'debo, deberia, deberiamos, debemos, puedo, podemos, podria, se puede, que, por que, como, quien, quienes, cual, cuales, donde, hemos, fue, seria, tal vez, quiza, quizas',
    ),
    narrowing: phrases(
      'o bien, excepto, salvo, menos, aparte de, a excepcion, solo, solamente, unicamente, todos, todas, todo, toda, cada, algunos, algunas, mitad, mas de, menos de, mas viejo, mas viejos, mas antiguos, anteriores a, los que, las que, resto, demas, otros',
    ),
    correction: phrases(
      'no espera, espera, espere, quiero decir, digo, perdon, mejor dicho, olvidalo, dejalo',
    ),
    delay: phrases('manana, luego, mas tarde, esta noche, pronto, proxima semana, todavia no, aun no'),
    report: phrases('dice que, dijo, pidio, piensa, cree, escribio'),
    courtesy: phrases(
      'si, por favor, ahora, entonces, puedes, puede, podrias, quiero, quisiera, necesito, vale, bueno',
    ),
    joining: phrases('y, pero, luego, despues, o, sino'),
  },
  pt: {
    reviewed: false,
    negation: phrases(
      'para de usar, pare de usar, deixa de usar, para de responder, nao, nunca, jamais, nada, nenhum, nenhuma, ninguem, sem, nem, em vez de',
    ),
    condition: phrases('se, caso, quando, sempre que, a menos, ate que, enquanto, desde que'),
    question: phrases(
      'devo, deveria, devemos, posso, podemos, poderia, sera que, o que, por que, porque, como, quem, qual, quais, onde, foi, foram, seria, talvez',
    ),
    narrowing: phrases(
      'ou, exceto, salvo, menos, tirando, somente, apenas, todos, todas, tudo, cada, alguns, algumas, metade, mais de, menos de, mais antigos, mais velhos, anteriores a, os que, as que, resto, outros, restantes',
    ),
    correction: phrases(
      'nao espera, espera, espere, quero dizer, quis dizer, desculpa, alias, esquece, deixa pra la',
    ),
    delay: phrases('amanha, depois, mais tarde, logo, hoje a noite, proxima semana, ainda nao'),
    report: phrases('diz, disse, pediu, acha, pensa, escreveu'),
    courtesy: phrases(
      'por favor, agora, entao, pode, podes, poderia voce, voce pode, quero, queria, preciso, gostaria de, sim, bom',
    ),
    joining: phrases('e, mas, depois, ou, entao'),
  },
  sw: {
    reviewed: false,
    negation: phrases(
      'acha kutumia, si, sio, hapana, kamwe, bila, wala, hakuna, usifanye, msifanye, acha ku, badala ya',
    ),
    condition: phrases('kama, ikiwa, endapo, iwapo, mpaka, hadi, isipokuwa kama, wakati'),
    question: phrases(
      'je, nani, nini, kwa nini, gani, wapi, lini, niweze, tunaweza, naweza, inaweza, tulifanya, labda, pengine, tufanye',
    ),
    narrowing: phrases(
      'au, isipokuwa, ila, tu, pekee, zote, yote, wote, vyote, kila, baadhi, nusu, zaidi ya, chini ya, kubwa kuliko, ndogo kuliko, zaidi, nyingine',
    ),
    correction: phrases('subiri, ngoja, namaanisha, samahani, yaani, achana nayo'),
    delay: phrases('kesho, baadaye, leo usiku, wiki ijayo, bado, hivi karibuni'),
    report: phrases('anasema, alisema, aliomba, anafikiri'),
    courtesy: phrases('tafadhali, sasa, naomba, basi, unaweza, nataka, ningependa, ndiyo, sawa'),
    joining: phrases('na, lakini, kisha, halafu, au, bali'),
  },
};

/** Swahili says `do not` by the beginning of the verb: usi-, msi-, tusi-. */
export const NEGATED_VERB = /^(?:usi|msi|tusi)[a-z]{3,}/u;

function phrases(list: string): readonly string[] {
  return list.split(',').map((phrase) => phrase.trim());
}

/** Takes something back rather than denies it, `no longer public`, or tells of a slip: `sem querer`. */
export const ENDING = phrases(
  'no longer, not any more, not anymore, any more, nicht mehr, ya no, nao mais, ne plus, not on purpose, without meaning to, without thinking, ohne absicht, sans le vouloir, sans faire expres, pas expres, sin querer, sin darme cuenta, sem querer, bila kukusudia, bila kujua',
);
/** Words of a condition that set none: `take it off at once`. */
export const AT_ONCE = phrases('at once, once more, once again, for once');
/** Said before a wish it answers what was said before: `no, make it private`. */
export const BARE_NO: ReadonlySet<string> = new Set(phrases('no, nope, nein, non, nao, hapana'));
