import { beforeAll, describe, expect, it } from 'vitest';
import { scheduleInWords } from './in-words.js';
import { settle } from './missed.js';
import { readWhen } from './read-when.js';
import { openTimetable, type Timetable, zoneNamed } from './timetable.js';

let timetable: Timetable;
beforeAll(async () => {
  timetable = await openTimetable();
});

/** A Friday. */
const NOW = Date.parse('2026-11-27T10:20:00Z');
const HOUR = 3_600_000;
const iso = (instants: readonly number[]) => instants.map((at) => new Date(at).toISOString());
const next = (cron: string, zone: string, after: string, count: number) =>
  iso(timetable.next({ cron, zone }, Date.parse(after), count));

describe('on the days of a clock change in Berlin', () => {
  it('a time that does not exist is due at the first that does', () => {
    expect(next('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', 2)).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
  });

  it('a time that occurs twice is due once', () => {
    expect(next('30 2,14 * * *', 'Europe/Berlin', '2026-10-24T20:00Z', 3)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T13:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
  });

  it.each([
    ['2027-03-28T02:30:00', 'Europe/Berlin', '2027-03-28T01:00:00.000Z'],
    ['2027-03-14T02:30:00', 'America/New_York', '2027-03-14T07:00:00.000Z'],
    ['2027-03-28T03:30:00', 'Europe/Berlin', '2027-03-28T01:30:00.000Z'],
    ['2027-10-31T02:30:00', 'Europe/Berlin', '2027-10-31T00:30:00.000Z'],
  ])('%s in %s, said once, is %s', (local, zone, at) => {
    expect(new Date(timetable.instantOf(local, zone)).toISOString()).toBe(at);
  });

  it('what is due every half hour goes on by real time', () => {
    expect(next('*/30 * * * *', 'Europe/Berlin', '2026-10-25T00:10Z', 4)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:00:00.000Z',
      '2026-10-25T01:30:00.000Z',
      '2026-10-25T02:00:00.000Z',
    ]);
  });
});

describe('what people write', () => {
  it.each([
    ['every Monday at 08:00', '0 8 * * 1'],
    ['jeden Montag um 8 Uhr', '0 8 * * 1'],
    ['chaque lundi à 8h', '0 8 * * 1'],
    ['cada lunes a las 8', '0 8 * * 1'],
    ['toda sexta às 16 h', '0 16 * * 5'],
    ['toda a sexta-feira às 16h', '0 16 * * 5'],
    ['todo domingo às 9', '0 9 * * 0'],
    ['todo dia às 7', '0 7 * * *'],
    ['kila Ijumaa saa kumi alfajiri', '0 4 * * 5'],
    ['kila siku saa kumi na mbili alfajiri', '0 6 * * *'],
    ['todas as segundas-feiras às 8:00', '0 8 * * 1'],
    ['kila Jumatatu saa 8:00', '0 8 * * 1'],
    ['Mondays and Thursdays at 7.30', '30 7 * * 1,4'],
    ['every weekday at 5 pm', '0 17 * * 1-5'],
    ['every day at noon', '0 12 * * *'],
    ['täglich', '0 9 * * *'],
    ['every month on the 15th at 9', '0 9 15 * *'],
    ['every 2 hours', '0 */2 * * *'],
    ['toutes les 30 minutes', '*/30 * * * *'],
    ['kila dakika 30', '*/30 * * * *'],
    ['kila siku 17:30', '30 17 * * *'],
    ['5 4 * * mon', '5 4 * * MON'],
    ['every first Monday at 9', '0 9 * * 1#1'],
    ['every last Friday of the month at 9', '0 9 * * 5#L'],
    ['jeden ersten Montag im Monat um 9', '0 9 * * 1#1'],
    ['every day at 9 and at 17', '0 9,17 * * *'],
    ['every day at 7:30 and at 16:30', '30 7,16 * * *'],
    ['at half past 7 every day', '30 7 * * *'],
    ['every day at quarter to 8 pm', '45 19 * * *'],
    ['every Mon 19:30', '30 19 * * 1'],
    ['Monday to Friday at 8, every week', '0 8 * * 1,2,3,4,5'],
    ['every Friday to Monday at 8', '0 8 * * 0,1,5,6'],
    ['kila Jumatatu saa moja asubuhi', '0 7 * * 1'],
    ['kila siku saa kumi na mbili jioni', '0 18 * * *'],
    ['kila Ijumaa saa kumi jioni', '0 16 * * 5'],
    ['kila siku saa moja jioni', '0 19 * * *'],
    ['kila siku saa saba usiku', '0 1 * * *'],
    ['every evening', '0 19 * * *'],
    ['every evening at 8', '0 20 * * *'],
    ['every week', '0 9 * * 1'],
    ['weekly on Thursday', '0 9 * * 4'],
    ['every last day of the month at 9', '0 9 L * *'],
    ['on the last day of every month at 9', '0 9 L * *'],
    ['am letzten Tag des Monats um 9', '0 9 L * *'],
    ['le dernier jour du mois à 9h', '0 9 L * *'],
    ['every month on the first at 9', '0 9 1 * *'],
    ['el último viernes de cada mes a las 9', '0 9 * * 5#L'],
    ['cada 2 horas', '0 */2 * * *'],
    ['every second Friday of the month at 9', '0 9 * * 5#2'],
    ['kila Jumatatu hadi Ijumaa saa mbili asubuhi', '0 8 * * 1,2,3,4,5'],
    ['jeden Montag bis Freitag um 8', '0 8 * * 1,2,3,4,5'],
    ['every half hour', '*/30 * * * *'],
    ['every Monday morning at 8', '0 8 * * 1'],
    ['from Monday to Friday at 8, every week', '0 8 * * 1,2,3,4,5'],
    ['kila Jumatatu ya kwanza ya mwezi', '0 9 * * 1#1'],
    ['siku ya mwisho ya kila mwezi saa 9:00', '0 9 L * *'],
    ['monthly on the last day', '0 9 L * *'],
    ['at 7 on the last day of each month', '0 7 L * *'],
    ['every first Monday of each month at 9', '0 9 * * 1#1'],
    ['@daily', '0 0 * * *'],
    ['@weekly', '0 0 * * 0'],
  ])('%s', (said, cron) => {
    expect(readWhen(said, 'UTC', NOW, timetable)).toEqual({ cron, zone: 'UTC' });
  });

  it.each([
    ['tomorrow at 9', '2026-11-28T06:00:00.000Z'],
    ['Tuesday at 14:00', '2026-12-01T11:00:00.000Z'],
    ['2026-12-01 at 9', '2026-12-01T06:00:00.000Z'],
    ['2026-12-01T09:00:00+01:00', '2026-12-01T08:00:00.000Z'],
    ['in 2 hours', '2026-11-27T12:20:00.000Z'],
    ['in an hour', '2026-11-27T11:20:00.000Z'],
    ['tonight at 8', '2026-11-27T17:00:00.000Z'],
    ['next Monday at 9', '2026-11-30T06:00:00.000Z'],
    ['kesho saa tatu asubuhi', '2026-11-28T06:00:00.000Z'],
    ['dans 30 minutes', '2026-11-27T10:50:00.000Z'],
    ['baada ya dakika 30', '2026-11-27T10:50:00.000Z'],
    ['in two hours', '2026-11-27T12:20:00.000Z'],
    ['in half an hour', '2026-11-27T10:50:00.000Z'],
    ['tomorrow at nine', '2026-11-28T06:00:00.000Z'],
    ['on the 15th at 9', '2026-12-15T06:00:00.000Z'],
    ['in einer halben Stunde', '2026-11-27T10:50:00.000Z'],
    ['in 3 days at 9', '2026-11-30T06:00:00.000Z'],
    ['for tomorrow at 9', '2026-11-28T06:00:00.000Z'],
    ['the day after tomorrow at 9', '2026-11-29T06:00:00.000Z'],
    ['at 17:00', '2026-11-27T14:00:00.000Z'],
    ['tomorrow in the evening', '2026-11-28T16:00:00.000Z'],
    ['morgen früh um 7', '2026-11-28T04:00:00.000Z'],
    ['mañana por la mañana a las 8', '2026-11-28T05:00:00.000Z'],
    ['on 3 December at 9', '2026-12-03T06:00:00.000Z'],
    ['December 3rd, 2027 at 9:30', '2027-12-03T06:30:00.000Z'],
    ['1.12.2026 9 Uhr', '2026-12-01T06:00:00.000Z'],
    ['am 3. Dezember um 9', '2026-12-03T06:00:00.000Z'],
    ['le 3 décembre à 9h', '2026-12-03T06:00:00.000Z'],
    ['el 3 de diciembre a las 9', '2026-12-03T06:00:00.000Z'],
    ['this Friday at 14:00', '2026-11-27T11:00:00.000Z'],
    ['lundi prochain à 9h', '2026-11-30T06:00:00.000Z'],
    // A time of day in words.
    ['tomorrow at half past nine', '2026-11-28T06:30:00.000Z'],
    ['tomorrow at a quarter to nine', '2026-11-28T05:45:00.000Z'],
    ['tomorrow at quarter to one', '2026-11-28T09:45:00.000Z'],
    ['tomorrow at half past seven in the evening', '2026-11-28T16:30:00.000Z'],
    ['on 3 December at half past twelve at night', '2026-12-02T21:30:00.000Z'],
    ['tomorrow at twenty past nine', '2026-11-28T06:20:00.000Z'],
    ['tomorrow at 5 minutes to 9', '2026-11-28T05:55:00.000Z'],
    ['tomorrow at nine thirty', '2026-11-28T06:30:00.000Z'],
    ['morgen um halb zehn', '2026-11-28T06:30:00.000Z'],
    ['morgen um viertel vor neun', '2026-11-28T05:45:00.000Z'],
    ['morgen um fünf vor halb zehn', '2026-11-28T06:25:00.000Z'],
    ['morgen um neun Uhr dreißig', '2026-11-28T06:30:00.000Z'],
    ['morgen um viertel nach acht abends', '2026-11-28T17:15:00.000Z'],
    ['demain à neuf heures et demie', '2026-11-28T06:30:00.000Z'],
    ['demain à neuf heures moins le quart', '2026-11-28T05:45:00.000Z'],
    ['demain à midi et demi', '2026-11-28T09:30:00.000Z'],
    ['mañana a las nueve y media', '2026-11-28T06:30:00.000Z'],
    ['mañana a las nueve menos cuarto', '2026-11-28T05:45:00.000Z'],
    ['amanhã às nove e meia', '2026-11-28T06:30:00.000Z'],
    ['amanhã às dez para as nove', '2026-11-28T05:50:00.000Z'],
    ['kesho saa tatu na nusu asubuhi', '2026-11-28T06:30:00.000Z'],
    ['kesho saa tatu kasorobo usiku', '2026-11-28T17:45:00.000Z'],
    // Said on its own day of the week.
    ['next Friday at 15:00', '2026-12-04T12:00:00.000Z'],
    ['next Friday', '2026-12-04T06:00:00.000Z'],
    ['nächsten Freitag um 15 Uhr', '2026-12-04T12:00:00.000Z'],
    ['vendredi prochain à 15h', '2026-12-04T12:00:00.000Z'],
    ['el viernes que viene a las 15', '2026-12-04T12:00:00.000Z'],
    ['Ijumaa ijayo saa tisa alasiri', '2026-12-04T12:00:00.000Z'],
    ['Friday at 15:00', '2026-11-27T12:00:00.000Z'],
  ])('%s, in Nairobi', (said, at) => {
    expect(readWhen(said, 'Africa/Nairobi', NOW, timetable)).toEqual({
      at: Date.parse(at),
      zone: 'Africa/Nairobi',
    });
  });

  it.each([
    ...['', 'soon', 'every 7 hours', '99 * * * *', 'every', '2026-13-45 09:00'],
    ...['every other week on Monday', 'every two weeks on Monday at 9'],
    ...['every day at 25:00', 'every day at 7 in Nairobi time', 'every day at 9 but not on Sundays'],
    ...[
      'kila Jumatatu saa 1 asubuhi',
      'kila siku saa moja',
      'twice a day',
      'every 90 minutes',
      'every quarter',
    ],
    ...[
      'every day at 7:30 and at 9',
      'every Monday and every day',
      'every first Monday and Tuesday of the month',
    ],
    ...['2026-02-30 09:00', '0 0 30 2 *', 'tomorrow and on Monday at 9', '2026-12-01 09:00 unless it rains'],
    ...[
      'jeden zweiten Tag um 8',
      'every weekday except Friday',
      'in 2 hours and again tomorrow',
      'every third week',
    ],
    ...['every day at 9 in 3 days', 'every 2 hours at 9', 'every hour at 9', 'every morning and evening'],
    ...['next month', 'next Friday week at 9', 'Monday the 5th at 9', 'every day on the 15th'],
    ...['on Mondays at 9 and Fridays at 10', 'every Monday at 9 and every Friday at 10', 'Monday week at 9'],
    ...[
      'every second Friday at 9',
      'jeden dritten Montag um 9',
      'a week on Monday',
      'every day at 6 until 8',
    ],
    ...['every 30 minutes in 2 hours', 'every 2 hours from 8', 'every 45 minutes for 2 hours'],
    ...['every second last Friday of the month at 9', 'every 3rd last day of the month at 9'],
    ...['the penultimate day of the month at 9', 'every Monday on the 1st at 9', 'every 3 December at 9'],
    ...[
      'every day at 9 until 31 February',
      'every day at 9 until 2026-02-30T09:00:00Z',
      'every day at 9 until 2027-02-29',
      '31 February at 9',
    ],
    ...['every day 3 times', '3 times every day at 9', 'every day at 9, 0 times', 'in 2 hours for 3 days'],
    ...[
      'every Monday until tomorrow',
      'every day at 9 for 3 days until Friday',
      'tomorrow at 9 until Friday',
    ],
    ...[
      'every day at 9 for 1.5 weeks',
      'every day at 9 for ever',
      'every hour from 8 to 17',
      '12/1/2026 at 9',
    ],
    ...['every month on the 15th and the last at 9', '@reboot', 'every day at 9 starting Monday'],
    ...[
      'tomorrow at half nine',
      'morgen um viertel zehn',
      'dans deux heures et demie',
      'at half past 9 to 10',
    ],
    ...['every day at 13 pm', 'from Monday at 8', 'every Monday in March at 8', 'tomorrow at 9 or 10'],
  ])('%j is refused', (said) => {
    expect(() => readWhen(said, 'UTC', NOW, timetable)).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    );
  });

  it.each([
    ['every day at 9 for 3 days', '0 9 * * *', '2026-11-30T09:00'],
    ['every day at 9 for a week', '0 9 * * *', '2026-12-04T09:00'],
    ['every hour for 3 hours', '0 * * * *', '2026-11-27T13:00'],
    ['every 30 minutes for 2 hours', '*/30 * * * *', '2026-11-27T12:00'],
    ['every 30 minutes for the next two hours', '*/30 * * * *', '2026-11-27T12:00'],
    ['every 8 hours for a week', '0 */8 * * *', '2026-12-04T08:00'],
    ['every 2 hours for 3 days', '0 */2 * * *', '2026-11-30T10:00'],
    ['for three days every day at 9', '0 9 * * *', '2026-11-30T09:00'],
    ['every Monday for 3 weeks', '0 9 * * 1', '2026-12-14T09:00'],
    ['every weekday for 5 days', '0 9 * * 1-5', '2026-12-04T09:00'],
    ['every month on the 15th at 9 for 3 months', '0 9 15 * *', '2027-02-15T09:00'],
    ['every day at 7 until Friday', '0 7 * * *', '2026-12-04T07:00'],
    ['every day until Friday at 9', '0 9 * * *', '2026-12-04T09:00'],
    ['every day at 9 until 29 February', '0 9 * * *', '2028-02-29T09:00'],
    ['every day at 9 until Friday at 8', '0 9 * * *', '2026-12-03T09:00'],
    ['every hour until Monday at 17:00', '0 * * * *', '2026-11-30T17:00'],
    ['every hour until 18:00', '0 * * * *', '2026-11-27T18:00'],
    ['every day at 9 until 2026-12-05T09:00:00Z', '0 9 * * *', '2026-12-05T09:00'],
    ['every day at 9 until 2026-12-05T11:00+03:00', '0 9 * * *', '2026-12-04T09:00'],
    ['every hour until 2026-11-28T12:30:00.000', '0 * * * *', '2026-11-28T12:00'],
    ['every day at 9 until 24 December', '0 9 * * *', '2026-12-24T09:00'],
    ['every day at 9, 5 times', '0 9 * * *', '2026-12-02T09:00'],
    ['every 2 hours for 3 times', '0 */2 * * *', '2026-11-27T16:00'],
    ['jeden Tag um 9 fünf Tage lang', '0 9 * * *', '2026-12-02T09:00'],
    ['jeden Tag um 9 bis Freitag', '0 9 * * *', '2026-12-04T09:00'],
    ['tous les jours à 9h pendant 3 jours', '0 9 * * *', '2026-11-30T09:00'],
    ["tous les jours à 9h jusqu'à vendredi", '0 9 * * *', '2026-12-04T09:00'],
    ['cada 2 horas durante 3 días', '0 */2 * * *', '2026-11-30T10:00'],
    ['todos os dias às 9 até sexta', '0 9 * * *', '2026-12-04T09:00'],
    ['kila siku saa tatu asubuhi kwa siku 3', '0 9 * * *', '2026-11-30T09:00'],
    ['kila dakika 30 kwa siku 2', '*/30 * * * *', '2026-11-29T10:00'],
    ['kila siku saa tatu asubuhi kwa wiki moja', '0 9 * * *', '2026-12-04T09:00'],
  ])('%s ends', (said, cron, until) => {
    expect(readWhen(said, 'UTC', NOW, timetable)).toEqual({
      cron,
      zone: 'UTC',
      until: Date.parse(`${until}Z`),
    });
  });

  it('an end is kept on the clock when the clock changes, and comes of no more times', () => {
    const before = Date.parse('2027-03-26T12:00Z');
    const schedule = readWhen('every day at 9 for 3 days', 'Europe/Berlin', before, timetable);
    expect(iso(timetable.next(schedule, before, 10))).toEqual([
      '2027-03-27T08:00:00.000Z',
      '2027-03-28T07:00:00.000Z',
      '2027-03-29T07:00:00.000Z',
    ]);
  });

  it.each([
    'in -5 hours',
    'in minus 5 hours',
    'in \u22125 Stunden',
    'in 0 minutes',
    'baada ya dakika 0',
    'in 1.5 hours',
    'in 1000 hours',
    'every 0 minutes',
    'every -2 hours',
  ])('%s is refused in words of its number', (said) => {
    expect(() => readWhen(said, 'UTC', NOW, timetable)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        detail: expect.stringContaining('whole, from 1 to 999'),
      }),
    );
  });

  it.each([
    ...[
      'every Monday at 8',
      'every 30 minutes',
      'every 2 hours',
      'every hour',
      'every weekday at 9',
      'every week',
    ],
    ...[
      'on the 15th of every month at 9',
      'on the last day of every month',
      'every last Friday at 9',
      'tomorrow at 9',
    ],
    ...['in 2 hours', '2026-12-01 at 9', 'every day at 9 for 3 days', 'every day at 9 until Friday'],
  ])('no word more is passed over behind or before %s', (said) => {
    for (const more of [
      'in',
      'from',
      'other',
      'except',
      'twice',
      'week',
      'hours',
      '2',
      'last',
      'second',
      'or',
    ])
      for (const text of [`${said} ${more}`, `${more} ${said}`]) {
        let read: unknown;
        try {
          read = readWhen(text, 'UTC', NOW, timetable);
        } catch {
          continue;
        }
        expect(read, text).not.toEqual(readWhen(said, 'UTC', NOW, timetable));
      }
  });

  it('an hour of Swahili that is one of the day or of the night is asked about, naming both', () => {
    expect(() => readWhen('kesho saa tatu na nusu', 'UTC', NOW, timetable)).toThrow(
      '"saa tatu na nusu" is 09:30 by day and 21:30 by night.',
    );
  });

  it('a zone keeps the name that it was given', () => {
    expect(['EST', 'africa/nairobi', 'Asia/Calcutta', 'Mars/Base'].map(zoneNamed)).toEqual([
      'EST',
      'Africa/Nairobi',
      'Asia/Calcutta',
      undefined,
    ]);
  });

  it('is told in words of their language', async () => {
    const schedule = { cron: '0 8 * * 1', zone: 'Africa/Nairobi' };
    expect(await scheduleInWords(schedule, undefined)).toBe('At 08:00, only on Monday (Africa/Nairobi)');
    const ended = { ...schedule, until: Date.parse('2026-12-14T05:00Z') };
    expect(await scheduleInWords(ended, 'en-GB')).toBe(
      'At 08:00, only on Monday, until Mon, 14 Dec 2026, 08:00 (Africa/Nairobi)',
    );
    const last = { cron: '0 9 * * 5#L', zone: 'UTC' };
    expect(await scheduleInWords(last, 'en')).toBe('At 09:00, on the last Friday of the month (UTC)');
    expect(await scheduleInWords({ cron: '0 9 L * *', zone: 'UTC' }, 'en')).toContain(
      'last day of the month',
    );
    expect(await scheduleInWords(schedule, 'de-DE')).toBe('Um 08:00, nur jeden Montag (Africa/Nairobi)');
  });
});

describe('instants that came', () => {
  const schedule = { cron: '0 * * * *', zone: 'UTC' };
  const due = Date.parse('2026-11-27T00:00Z');

  it('one that is hardly late is run whatever the rule says', () => {
    for (const rule of ['run_once', 'skip', 'all'] as const)
      expect(settle(timetable, { schedule, rule }, due, due + 5_000)).toEqual({
        run: [due],
        skipped: [],
        next: due + HOUR,
      });
  });

  it('those that were missed are settled by the rule', () => {
    const now = due + 12 * HOUR + 30 * 60_000;
    const settled = (rule: 'run_once' | 'skip' | 'all') => settle(timetable, { schedule, rule }, due, now);
    expect(settled('run_once')).toEqual({
      run: [due + 12 * HOUR],
      skipped: Array.from({ length: 12 }, (_, at) => due + at * HOUR),
      next: due + 13 * HOUR,
    });
    expect(settled('all').run).toHaveLength(10);
    expect(settled('all').skipped).toEqual([due, due + HOUR, due + 2 * HOUR]);
    expect(settled('skip')).toMatchObject({ run: [], skipped: { length: 13 } });
  });

  it('what was missed is not made up for beside one that is due', () => {
    const now = due + 3 * HOUR + 5_000;
    expect(settle(timetable, { schedule, rule: 'run_once' }, due, now).run).toEqual([due + 3 * HOUR]);
  });

  it('one that ends leaves nothing to come behind its last', () => {
    const ended = { ...schedule, until: due + HOUR };
    expect(settle(timetable, { schedule: ended, rule: 'all' }, due, due + 5 * HOUR)).toEqual({
      run: [due, due + HOUR],
      skipped: [],
      next: undefined,
    });
  });

  it('a time that is due once leaves nothing to come', () => {
    expect(settle(timetable, { schedule: { at: due, zone: 'UTC' }, rule: 'run_once' }, due, due + 1)).toEqual(
      {
        run: [due],
        skipped: [],
        next: undefined,
      },
    );
  });
});
