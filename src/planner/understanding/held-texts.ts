import { fold } from '../language/fold.js';
import type { Language } from '../language/language.js';
import { isStopWord } from '../language/tokenize.js';
import { isMeasure } from './judge-values.js';
import type { Leaf } from './leaf-fields.js';
import { isNoPlace, isPlaceField, type PlaceText, placeIn } from './place-text.js';
import type { ReadTurn } from './read-turn.js';
import type { Reader } from './reader.js';
import type { FieldText } from './text-spans.js';
import { isZoneField, zoneIn } from './zone-text.js';

/** The turn that texts were found in. */
interface Found {
  readonly turn: ReadTurn;
  readonly reader: Reader;
  /** An earlier turn gave the field already. */
  readonly isGiven: boolean;
}

/** The texts of a field without those that name nothing; of a place that was not found the one that the message names. */
export function heldTexts(
  spans: readonly FieldText[],
  leaf: Leaf | undefined,
  { turn, reader, isGiven }: Found,
): readonly FieldText[] {
  // `8%, not 15`: a word of grammar alone names no item.
  const isItem = (leaf?.listed ?? -1) >= 0;
  const isPlace = leaf !== undefined && isPlaceField(leaf);
  const named = spans.filter(
    (span) =>
      !isNoName(span.text, isItem, turn.reading.language, reader) && !(isPlace && isNoPlace(span, turn)),
  );
  const place = isPlace && named.length === 0 && !isGiven ? placeIn(turn) : undefined;
  return place === undefined ? named : [place];
}

/** The time zone that the last turn names, for a field that is one. */
export function zoneOf(leaf: Leaf, turn: ReadTurn | undefined): PlaceText | undefined {
  return turn !== undefined && isZoneField(leaf) ? zoneIn(turn) : undefined;
}

/** Words that ask when or where. */
const ASKING = /^(?:when|where|wann|wo|quand|ou|cuando|donde|quando|onde|lini|wapi)$/u;

/** A word of grammar alone names no item, and a unit or what asks for a place or time no place. */
function isNoName(text: string, isItem: boolean, language: Language, { unit }: Reader): boolean {
  const plain = fold(text);
  return isItem
    ? isStopWord(plain) || isMeasure(text, language)
    : ASKING.test(plain) || (text.length > 2 && unit(plain) !== undefined);
}
