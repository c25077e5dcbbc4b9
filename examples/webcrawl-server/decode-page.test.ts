import { expect, it } from 'vitest';
import { decodePage } from './decode-page.js';
import { holdsText } from './holds-text.js';

const western = Buffer.from([0x34, 0x32, 0x20, 0x80, 0x20, 0x93, 0xe9, 0x94, 0x20, 0x96]);
const said = '42 € “é” –';
const utf16 = Buffer.from('\ufeff<p>€', 'utf16le');

it.each([
  ['text/html; charset=iso-8859-1', western, said],
  ['text/html; charset=latin1', western, said],
  ['text/html; charset=US-ASCII', western, said],
  ['text/html; charset="windows-1252"', western, said],
  ['text/html', western, said],
  ['text/html; charset=x-nonsense', western, said],
  ['text/html', Buffer.from('42 € “é” –'), said],
  ['text/html; charset=utf-8', utf16, '<p>€'],
  ['text/html; charset=iso-8859-1', Buffer.from('\ufeff€'), '€'],
  ['text/html', Buffer.from(utf16).swap16(), '<p>€'],
  ['text/html; charset=koi8-r', Buffer.from([0xcb, 0xc1]), 'ка'],
])('%s is read as browsers read it', (type, bytes, text) => {
  expect(decodePage(bytes, type)).toBe(text);
});

it.each([
  ['<meta charset="iso-8859-1">', '€'],
  ['<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">', '─'],
  ['<?xml version="1.0" encoding="iso-8859-1"?>', '€'],
  ["<?xml version='1.0' encoding='koi8-r'?>", '─'],
])('%s is heard', (head, sign) => {
  expect(decodePage(Buffer.concat([Buffer.from(head), Buffer.from([0x80])]), 'text/html')).toBe(head + sign);
});

it.each([
  ['Loading...', false],
  ['Bitte warten', false],
  ['You need to enable JavaScript to run this app.', false],
  ['', false],
  ['My App\nLoading data, please wait', false],
  ['## My App\n\nLoading data, please wait', false],
  [
    'You are being redirected to the new page. If nothing happens, [click here](http://stoves.example/a/long/way/to/the/new/page/of/it/all).',
    false,
  ],
  ['Redirecting…', false],
  ['Loading docks of Mombasa', true],
  ['Gate 3\nPassengers wait here, please', true],
  ['Bare words.', true],
])('whether %j is a text: %s', (shown, is) => expect(holdsText(shown)).toBe(is));
