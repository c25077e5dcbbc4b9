import { conceptsAt } from '../language/concepts.js';
import { wordsOf } from '../language/words.js';
import { splitName, stemOf } from '../tokenize.js';
import type { Pick } from './decode-slots.js';
import type { Leaf } from './leaf-fields.js';
import type { ReadTurn } from './read-turn.js';
import { fieldsOfLabel } from './slot-labels.js';

/** Below this a number in a text is a guess. */
const GUESSED = 0.75;

/**
 * A number in a text that nobody spoke of, and hardly likely there: the value of an authority is no seed. It is better told as
 * unused than shown in a role that it does not have.
 */
export function isGuess(
  { label, mention, p }: Pick,
  { tokens }: ReadTurn,
  leaves: ReadonlyMap<string, Leaf>,
): boolean {
  if (mention.type !== 'number' || p >= GUESSED) return false;
  return fieldsOfLabel(label).some(({ path }) => {
    const leaf = leaves.get(path.join('.'));
    if (leaf === undefined || leaf.kind !== 'string' || leaf.many) return false;
    const names = new Set(leaf.names.flatMap(splitName).map(stemOf));
    return !tokens.some(({ text }) => names.has(stemOf(text)));
  });
}

/** `strata Jigawa 50%, Kano 50%`: the name of the list is no part of the name of its first item. */
export function withoutListName(text: string, { listed, path }: Leaf): string {
  const [first = '', ...rest] = text.split(/\s+/u);
  if (listed < 0 || rest.length === 0) return text;
  const names = splitName(path[listed] ?? '');
  const concepts = new Set(conceptsAt(names.flatMap(wordsOf), 'en').flat());
  const own = conceptsAt(wordsOf(first), 'en').flat();
  const isName = names.some((name) => stemOf(name) === stemOf(first.toLowerCase()));
  return isName || own.some((one) => concepts.has(one)) ? rest.join(' ') : text;
}

/** A thing that a message points at by a noun, and what every file is called. */
const THE_THING = /(?<!\p{L})(?:the|this|that|my|der|die|das|den|le|la|l|el|o|a) (\p{L}{4,})/gu;
const FILES =
  /^(?:file|folder|document|path|list|datei|ordner|dokument|liste|fichier|dossier|document|archivo|carpeta|documento|ficheiro|pasta|faili|folda)s?$/u;

/** `publish the report` after talk of /households.csv: it means another thing than that turn named. */
export function namesAnother(last: ReadTurn | undefined, before: ReadTurn): boolean {
  const words = (turn: ReadTurn) => turn.tokens.map(({ text }) => text);
  const known = new Set(words(before).map((word) => stemOf(word)));
  const said = last === undefined ? '' : words(last).join(' ');
  return [...said.matchAll(THE_THING)].some(([, noun = '']) => !FILES.test(noun) && !known.has(stemOf(noun)));
}
