import { fold } from '../../language/fold.js';
import { type Word, words } from '../../language/tokenize.js';

/** How a person answers a proposal. */
export interface Reply {
  readonly kind: 'yes' | 'no' | 'other';
}

const YES = list(
  'yes, y, yes please, yep, yeah, yup, sure, ok, okay, go, go ahead, do it, do that, please do, please, proceed, confirm, confirmed, right, correct, exactly, sounds good, looks good, thats right, that is right, fine, alright, all right, yes do it, yes go ahead, yes thats right, ok do it, ok go ahead, ' +
    'ja, ja bitte, jawohl, genau, mach, mach das, mach es, gern, gerne, bitte, los, passt, stimmt, richtig, einverstanden, ja mach das, ' +
    'oui, oui merci, oui vas y, daccord, vas y, allez y, exactement, cest ca, volontiers, ' +
    'si, si por favor, dale, adelante, claro, de acuerdo, hazlo, correcto, asi es, vale, ' +
    'sim, sim por favor, pode, pode ser, pode fazer, manda, isso, isso mesmo, certo, confirmo, faca, ' +
    'ndiyo, ndio, sawa, endelea, haya, fanya, fanya hivyo, ndiyo endelea, sawa endelea',
);
const NO = list(
  'no, n, nope, nah, no thanks, no thank you, dont, do not, stop, cancel, never mind, nevermind, forget it, leave it, not now, no dont, please dont, wait, ' +
    'nein, nein danke, lass es, lieber nicht, abbrechen, doch nicht, ' +
    'non, non merci, annule, annuler, laisse, laisse tomber, pas maintenant, ' +
    'no gracias, cancela, cancelar, dejalo, mejor no, ahora no, ' +
    'nao, nao obrigado, nao obrigada, cancele, deixa, melhor nao, agora nao, ' +
    'hapana, hapana asante, acha, ghairi, usifanye',
);
/** A line of somebody else's, or words in quotation marks: a yes that is shown is not said. */
const QUOTED = /^\s*>|["“”„‟«»‹›`「」『』]|^\s*['‘’‚‛].*['‘’‛]\W*$/mu;

/** Reads a whole message as yes or no in any of the languages; anything with more in it is neither. */
export function replyTo(text: string): Reply {
  const plain = fold(text)
    .replace(/['’]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  // A question mark takes every yes back.
  if (text.includes('?')) return { kind: 'other' };
  if (YES.has(plain)) return { kind: QUOTED.test(text) ? 'other' : 'yes' };
  return { kind: NO.has(plain) ? 'no' : 'other' };
}

/** `no no, don't choose yet`, without accents. */
const NOT_YET =
  /(?:\bnot?\b|\bdo ?n['’o]?t\b|\bnever\b).{0,40}\byet\b|\b(?:noch nicht|pas encore|todavia no|aun no|ainda nao|bado (?:si|usi)[a-z]*|usi[a-z]+ bado)\b/u;

/** Whether a message only puts off what was asked about or proposed. */
export function putsOff(text: string): boolean {
  return text.length <= 120 && !/\d/u.test(text) && NOT_YET.test(fold(text));
}

/** `yes, register it`: a yes with nothing behind it but words that speak of what was proposed. */
export function agreesTo(text: string, isOfIt: (word: Word) => boolean): boolean {
  const lead = /^\W*(?:yes|yep|yeah|ok|okay|sure|ja|oui|s[ií]|sim|ndiyo|ndio|sawa)\b[\s,;:.!–—-]*/iu.exec(
    text,
  )?.[0];
  if (lead === undefined || text.length > 80 || /[?\d]/u.test(text)) return false;
  const rest = words(text.slice(lead.length));
  return rest.length > 0 && rest.every(isOfIt);
}

function list(words: string): ReadonlySet<string> {
  return new Set(words.split(',').map((word) => word.trim()));
}
