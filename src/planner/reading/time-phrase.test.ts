import { expect, it } from 'vitest';
import { clocksIn, isTimePhrase, timePhrases } from './time-phrase.js';

it.each([
  ['remind me tomorrow at 9 to call Joseph', ['tomorrow at 9']],
  ['remind me to call Joseph tomorrow at 9', ['tomorrow at 9']],
  ['please remind me: tomorrow 9am dentist', ['tomorrow 9am']],
  ['schedule a reminder for Wednesday at 11:30 to sign the contract', ['Wednesday at 11:30']],
  ['remind me every last Friday of the month at 9 to pay', ['every last Friday of the month at 9']],
  ['remind me on the last day of every month to pay', ['on the last day of every month']],
  ['erinnere mich morgen um 9 an den Zahnarzt', ['morgen um 9']],
  ['nikumbushe kesho saa tatu asubuhi kumpigia Joseph', ['kesho saa tatu asubuhi']],
  ['nikumbushe kila Jumatano saa mbili asubuhi kupima kuni', ['kila Jumatano saa mbili asubuhi']],
  ['rappelle-moi tous les lundis à 7h de vérifier', ['tous les lundis à 7h']],
  ["rappelle-moi demain à 9h d'appeler Joseph", ['demain à 9h']],
  [
    "rappelle-moi chaque vendredi à 4 h de l'après-midi d'appeler Ben",
    ["chaque vendredi à 4 h de l'après-midi"],
  ],
  ['recuérdame mañana a las 9 llamar a Joseph', ['mañana a las 9']],
  ['lembre-me amanhã às 9 de ligar', ['amanhã às 9']],
  ['remind me every 8 hours for a week to take the pills', ['every 8 hours for a week']],
  ['remind me in 20 minutes to buy 2 tickets', ['in 20 minutes']],
  ['remind me every Monday and Thursday at 8 to water', ['every Monday and Thursday at 8']],
  ['remind me Monday to Friday at 8 to water', ['Monday to Friday at 8']],
  ['remind me every day at 9 until Friday to call', ['every day at 9 until Friday']],
  ['remind me on 3 December at 9 to call', ['on 3 December at 9']],
  ['tomorrow at 9 to call Joseph, and every Monday at 8 to call Ben', ['tomorrow at 9', 'every Monday at 8']],
  ['remind me tomorrow at half past nine to visit', ['tomorrow at half past nine']],
  ['remind me tomorrow at a quarter to nine to visit', ['tomorrow at a quarter to nine']],
  ['remind me tomorrow at nine thirty to visit', ['tomorrow at nine thirty']],
  ['remind me tomorrow at twenty past nine to visit', ['tomorrow at twenty past nine']],
  ['erinnere mich morgen um halb zehn daran', ['morgen um halb zehn']],
  ['erinnere mich morgen um fünf vor halb zehn daran', ['morgen um fünf vor halb zehn']],
  ['erinnere mich morgen um acht Uhr abends daran', ['morgen um acht Uhr abends']],
  ['rappelle-moi demain à neuf heures et demie de venir', ['demain à neuf heures et demie']],
  ['rappelle-moi demain à neuf heures moins le quart de venir', ['demain à neuf heures moins le quart']],
  ['recuérdame mañana a las nueve y media llamar', ['mañana a las nueve y media']],
  ['recuérdame mañana a las tres llamar', ['mañana a las tres']],
  ['lembra-me amanhã às nove e meia de ligar', ['amanhã às nove e meia']],
  ['nikumbushe kesho saa tatu na nusu asubuhi kumpigia', ['kesho saa tatu na nusu asubuhi']],
  ['remind me tomorrow to send the quarter 2 report', ['tomorrow']],
  ['remind me to buy every plant, the second one', []],
  ['I may march on', []],
])('%s', (text, times) => {
  expect(timePhrases(text).map(({ start, end }) => text.slice(start, end))).toEqual(times);
});

it.each([
  ['tomorrow at 9', true],
  ['every Monday at 08:00', true],
  ['jeden Werktag um 8', true],
  ['call Joseph', false],
  ['call Joseph at 9', false],
])('%s is a time: %s', (text, is) => {
  expect(isTimePhrase(text)).toBe(is);
});

it.each([
  ['tomorrow at 9', ['at 9']],
  ['every day at 9:30 and at 17', ['at 9:30', 'at 17']],
  ['tomorrow 9am', ['9am']],
  ['kesho saa tatu asubuhi', ['saa tatu']],
  ['tomorrow at half past nine', ['at half past nine']],
  ['morgen um halb zehn', ['um halb zehn']],
  ['on Friday', []],
])('clocks of %s', (text, clocks) => {
  expect(clocksIn(text).map(({ start, end }) => text.slice(start, end))).toEqual(clocks);
});
