import { expect, it } from 'vitest';
import { inOtherSigns } from './in-other-signs.js';

const found = (text: string, quote: string) => {
  const span = inOtherSigns(text, quote);
  return span === undefined ? undefined : text.slice(span.start, span.end);
};

it.each([
  [
    'in another normal form',
    'Heute:\nÖlöfen sind verboten.',
    'Ölöfen sind verboten'.normalize('NFD'),
    'Ölöfen sind verboten',
  ],
  [
    'of which the text has the other',
    'Ölöfen sind verboten.'.normalize('NFD'),
    'Ölöfen',
    'Ölöfen'.normalize('NFD'),
  ],
  [
    'with other marks',
    'Achieng said that "hippos\nbite." Yes.',
    'said that “hippos bite.”',
    'said that "hippos\nbite."',
  ],
  ['with another dash', 'It’s 5–7 km.', "It's 5-7 km", 'It’s 5–7 km'],
  ['with ligatures', 'The oﬃce of ﬁre', 'office of fire', 'oﬃce of ﬁre'],
  [
    'with blanks that nobody sees',
    'The of\u00adfice is\u00a0open',
    'office is open',
    'of\u00adfice is\u00a0open',
  ],
])('finds a quote %s', (_, text, quote, there) => {
  expect(found(text, quote)).toBe(there);
});

it.each([
  ['40¹ dollars', '401 dollars'],
  ['10⁻⁴ g', '10-4 g'],
  ['Hippos bite', 'hippos bite'],
  ['1½ l', '11/2 l'],
])('takes %s not for %s', (text, quote) => {
  expect(found(text, quote)).toBeUndefined();
});
