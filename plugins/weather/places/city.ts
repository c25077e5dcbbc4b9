import { withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';

/** A place as a person names it: `Paris, Texas` is the name `Paris` with the qualifier `Texas`. */
export interface CityQuery {
  readonly name: string;
  /** Region, country or country code, in the order given; empty when the name stands alone. */
  readonly qualifiers: readonly string[];
}

/** Control, private and unassigned characters, and those that turn the direction of the text around them. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u202A-\u202E\u2066-\u2069]/u;

/** The `city` of the tools and of the route. Outer white space is dropped, inner runs become one space. */
export const cityField = withWords(
  z
    .string('is required: name a city, for example Berlin')
    .normalize('NFC')
    .trim()
    .overwrite((text) => text.replace(/ {2,}/g, ' '))
    .min(1, 'is empty: name a city, for example Berlin')
    .max(100, 'is longer than 100 characters')
    .refine((text) => !UNPRINTABLE.test(text), 'holds control or unprintable characters')
    .refine(
      (text) => text === '' || /\p{L}/u.test(splitCity(text).name),
      'does not name a city: a name with letters is needed, for example Berlin or Paris, Texas',
    )
    .meta({
      description:
        'Name of the city or town, in any language. Add a region, country or country code after a comma when the ' +
        'name is ambiguous: "Paris, Texas" or "Córdoba, AR".',
      examples: ['Berlin', 'Paris, Texas', 'Nairobi'],
    }),
  { aliases: ['city', 'town', 'place', 'location'] },
);

/** Splits at commas. The name may be empty; `cityField` refuses such text. */
export function splitCity(text: string): CityQuery {
  const [name = '', ...qualifiers] = text.split(/[,，、]/u).map((part) => part.trim());
  return { name, qualifiers: qualifiers.filter((part) => part !== '') };
}

/**
 * Other readings of a name without commas, for when nobody knows the whole of it: `Berlin Germany` may be
 * `Berlin` in `Germany`, `Springfield New York` may be `Springfield` in `New York`.
 */
export function otherReadings(query: CityQuery): CityQuery[] {
  const words = query.name.split(' ');
  const readings = [words.slice(-1), [words.slice(-2).join(' ')], words.slice(-2)].map((areas) => ({
    name: words.slice(0, -areas.join(' ').split(' ').length).join(' '),
    qualifiers: [...areas, ...query.qualifiers],
  }));
  return readings.filter(({ name }) => name !== '');
}
