import { expect, it } from 'vitest';
import { isOnOwnMachine } from './brought-file.js';

it.each([
  'I attached nothing yet but where do i put my household list?',
  'how can I upload a csv?',
  'wie kann ich meine Liste hochladen?',
  'comment envoyer mon fichier ?',
  '¿cómo subo mi lista?',
  'como envio a minha planilha?',
  'nitume orodha yangu vipi?',
])('knows who asks how to bring a file: %s', (text) => {
  expect(isOnOwnMachine({ text, attached: [] })).toBe(true);
  expect(isOnOwnMachine({ text, attached: ['a.csv'] })).toBe(false);
});

it.each(['show me my list', 'where is my file /a.csv?', 'how many households do I need?'])(
  'takes no other question for that: %s',
  (text) => {
    expect(isOnOwnMachine({ text, attached: [] })).toBe(false);
  },
);
