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
  [
    'whose words lines end within',
    'All inter-\nviewers of well-\nknown birds may re-\nfuse.',
    'interviewers of well-known birds may refuse',
    'inter-\nviewers of well-\nknown birds may re-\nfuse',
  ],
  [
    'with thousands parted',
    'They pay 1,500,000 shillings.',
    'pay 1500000 shillings',
    'pay 1,500,000 shillings',
  ],
  ['without', 'They pay 1500 shillings.', 'pay 1,500 shillings', 'pay 1500 shillings'],
])('finds a quote %s', (_, text, quote, there) => {
  expect(found(text, quote)).toBe(there);
});

it.each([
  ['40¹ dollars', '401 dollars'],
  ['10⁻⁴ g', '10-4 g'],
  ['Hippos bite', 'hippos bite'],
  ['1.500 kg', '1500 kg'],
  ['pay 1,500 or more', 'pay 11500 or'],
  ['rows 12,345,67', 'rows 12345,67'],
  ['1½ l', '11/2 l'],
])('takes %s not for %s', (text, quote) => {
  expect(found(text, quote)).toBeUndefined();
});
