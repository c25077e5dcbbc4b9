import { foldInPlace } from '../../language/fold.js';
import { clocksIn, saysHour, type TimePhrase } from '../../reading/time-phrase.js';

/** What may lead words of a time right behind a day, in six languages: `tomorrow around teatime to …`. Without accents. */
const LEADS =
  /^(?:at|around|round|by|before|after|from|between|shortly|just|early|late|in the|first thing|when|as soon as|once|um|gegen|vor|nach|ab|kurz|zwischen|wenn|sobald|vers|avant|apres|entre|quand|des que|hacia|sobre|antes|despues|cuando|por volta|depois|quando|saa|kabla|alfajiri|baada)(?![\p{L}])/u;
/** What is to be done begins behind it. */
const DEED = /,?\s+(?:to|daran,?|that i|de|d'|que|ku(?=[a-z]{2}))(?:\s+|(?<=d'|ku))/u;
const PARTS =
  'dawn|daybreak|sunrise|sunset|dusk|nightfall|lunch(?:time)?|breakfast|dinner(?:time)?|supper|tea ?time|bedtime|work|school|church|prayers?|sonnenaufgang|sonnenuntergang|fruhstuck|mittagessen|abendessen|feierabend|schlafengehen|aube|lever du soleil|coucher du soleil|petit dejeuner|dejeuner|diner|amanecer|anochecer|atardecer|almuerzo|desayuno|cena|amanhecer|anoitecer|almoco|jantar|cafe da manha|alfajiri|machweo|macheo|magharibi|chakula cha mchana';
/** A part of the day that no clock shows, at the end of a text: `… at dawn`. */
const PART_AT_END = new RegExp(
  `(?:(?:shortly|just|right|kurz|peu|um pouco|un poco)\\s+)?(?:at|around|by|before|after|over|um|gegen|bei|beim|vor|nach|zum|a|au|a l'|a la|vers|avant|apres|al|antes|despues|ao|depois|kabla|baada|wakati)(?:\\s+(?:dem|der|den|the|le|la|les|de|del|do|da|ya|wa))*\\s*\\b(?:${PARTS})[\\s.!,]*$|\\b(?:alfajiri|machweo|macheo)[\\s.!,]*$`,
  'u',
);

/** A text and its time, parted otherwise than between the words that are known to be a time and the others. */
export interface TimeLeft {
  readonly slot: TimePhrase;
  readonly when: string;
  readonly text: string;
}

/**
 * Words of time that stand in the text beside a time without an hour: `tomorrow | around teatime to call Ben`, `tomorrow | feed the
 * goats at dawn`, `next Monday | stop the pump at 7`. They belong to the time, whatever is made of them: what nobody reads is
 * asked about there, where the text would keep it beside an hour that nobody said. Undefined where no such words are.
 */
export function timeLeft(message: string, time: TimePhrase, slot: TimePhrase): TimeLeft | undefined {
  const said = message.slice(time.start, time.end);
  if (saysHour(said)) return undefined;
  const text = message.slice(slot.start, slot.end);
  const folded = foldInPlace(text);
  const isBehind = slot.start >= time.end;
  if (isBehind && /^\s*$/u.test(message.slice(time.end, slot.start)) && LEADS.test(folded)) {
    const deed = DEED.exec(folded);
    if (deed !== null) {
      const rest = text.slice(deed.index + deed[0].length - (deed[0].endsWith('ku') ? 2 : 0));
      return { slot, when: `${said} ${text.slice(0, deed.index)}`, text: rest };
    }
  }
  const part = PART_AT_END.exec(folded);
  if (part !== null && part.index > 0) {
    const words = text.slice(part.index).replace(/[\s.!,]+$/u, '');
    return {
      slot,
      when: isBehind ? `${said} ${words}` : `${words} ${said}`,
      text: text.slice(0, part.index),
    };
  }
  const clock = isBehind ? clocksIn(text).at(-1) : undefined;
  if (clock === undefined || !/^[\s.!]*$/u.test(text.slice(clock.end))) return undefined;
  // The text keeps its hour: it may be that of what is to be done as well.
  return { slot, when: `${said} ${text.slice(clock.start, clock.end)}`, text };
}
