import { expect, it } from 'vitest';
import { titleOf } from './title.js';

const mail = `From: Ann Otieno <ann@example.org>
To: oracle@example.org
Subject: Re: Fwd: Stove survey, second round

Dear oracle,

> we have 4,200 households in three wards.
How many do we have to visit?`;

it.each([
  [mail, 'Stove survey, second round'],
  ['Dear oracle,\n\nwe have 4,200 households.\nThanks', 'we have 4,200 households.'],
  [
    '-----Original Message-----\nVon: Bernd\nGesendet: Montag\n\nWie viele Haushalte?',
    'Wie viele Haushalte?',
  ],
  ['> **How many** `stoves`?\n> more', 'How many stoves?'],
  ['## Plan\n\n- a\n- b', 'Plan'],
  ['Weather\tin\u202e Berlin\u0007?', 'Weather in Berlin ?'],
  ['2*3*4 or snake_case', '2*3*4 or snake_case'],
  ['Yes,', 'Yes,'],
  ['To: or not to: that is the question', 'To: or not to: that is the question'],
  ['???\n!!!', '??? !!!'],
  ['???', '???'],
  ['🙂', '🙂'],
  ['hello\nworld', 'hello'],
  [`${'x'.repeat(59)}🙂 and more`, `${'x'.repeat(59)}…`],
])('%j is called %j', (message, title) => {
  expect(titleOf(message)).toBe(title);
});

it('is one short line of whatever comes', () => {
  for (const message of ['word '.repeat(400), 'x'.repeat(5_000), '日本'.repeat(90), `${'\n'.repeat(50)}a`]) {
    const title = titleOf(message);
    expect(title.length).toBeLessThanOrEqual(61);
    expect(title).toMatch(/^\S.*\S$|^\S$/u);
  }
});
