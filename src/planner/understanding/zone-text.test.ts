import { expect, it } from 'vitest';
import { readTurn } from './read-turn.js';
import { createReader } from './reader.js';
import { zoneIn } from './zone-text.js';

const reader = createReader();

it.each([
  ['My time zone is Asia/Kolkata', 'Asia/Kolkata'],
  ['Use Nairobi time', 'Nairobi'],
  ["utilise l'heure de Nairobi", 'Nairobi'],
  ['my time zone is nairobi please', 'nairobi'],
  ['my time zone is UTC+3', 'UTC+3'],
  ['Set my time zone to Dar es Salaam', 'Dar es Salaam'],
  ['Stell meine Zeitzone auf Nairobi und meine Sprache auf Deutsch', 'Nairobi'],
  ['Mets mon fuseau horaire à Nairobi et ma langue en allemand', 'Nairobi'],
  ['Pon mi zona horaria en Nairobi y mi idioma en alemán', 'Nairobi'],
  ['Põe o meu fuso horário em Nairobi e a minha língua em alemão', 'Nairobi'],
  ['Weka saa za eneo langu Nairobi na lugha yangu Kijerumani', 'Nairobi'],
  ['my time zone is wrong', undefined],
  ['my folder is Notes/Plans', undefined],
  ['Use Kitchen time', undefined],
])('%s', (said, zone) => {
  expect(zoneIn(readTurn(reader.read(said, reader.languageOf(said)), reader))?.text).toBe(zone);
});
