import { beforeAll, describe, expect, it } from 'vitest';
import { scheduleInWords } from './in-words.js';
import { settle } from './missed.js';
import { readWhen } from './read-when.js';
import { openTimetable, type Timetable } from './timetable.js';

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
  ])('%s, in Nairobi', (said, at) => {
    expect(readWhen(said, 'Africa/Nairobi', NOW, timetable)).toEqual({
      at: Date.parse(at),
      zone: 'Africa/Nairobi',
    });
  });

  it.each([
    ...['', 'soon', 'every 7 hours', '99 * * * *', 'every', '2026-13-45 09:00'],
    ...['every other week on Monday', 'every two weeks on Monday at 9', 'every day at 7 until Friday'],
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
    ...[
      'every day at 9 for 3 days',
      'every day at 9 for a week',
      'every hour for 3 hours',
      'every day at 9 in 3 days',
    ],
    ...[
      'kila siku saa tatu asubuhi kwa siku 3',
      'every 2 hours at 9',
      'every hour at 9',
      'every morning and evening',
    ],
    ...[
      'next month',
      'next Friday week at 9',
      'Monday the 5th at 9',
      'every day on the 15th',
      'every Monday for 3 weeks',
    ],
    ...['every 30 minutes for 2 hours', 'every 2 hours for 3 days', 'kila dakika 30 kwa siku 2'],
    ...['every month on the 15th and the last at 9', 'every weekday for 5 days', '@reboot'],
    ...['every day at 13 pm', 'from Monday at 8', 'every Monday in March at 8', 'tomorrow at 9 or 10'],
  ])('%j is refused', (said) => {
    expect(() => readWhen(said, 'UTC', NOW, timetable)).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    );
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

  it('is told in words of their language', async () => {
    const schedule = { cron: '0 8 * * 1', zone: 'Africa/Nairobi' };
    expect(await scheduleInWords(schedule, undefined)).toBe('At 08:00, only on Monday (Africa/Nairobi)');
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
        skipped: undefined,
        next: due + HOUR,
      });
  });

  it('those that were missed are settled by the rule', () => {
    const now = due + 12 * HOUR + 30 * 60_000;
    const settled = (rule: 'run_once' | 'skip' | 'all') => settle(timetable, { schedule, rule }, due, now);
    expect(settled('run_once')).toEqual({
      run: [due + 12 * HOUR],
      skipped: { count: 12, first: due },
      next: due + 13 * HOUR,
    });
    expect(settled('all').run).toHaveLength(10);
    expect(settled('all').skipped).toEqual({ count: 3, first: due });
    expect(settled('skip')).toMatchObject({ run: [], skipped: { count: 13 } });
  });

  it('what was missed is not made up for beside one that is due', () => {
    const now = due + 3 * HOUR + 5_000;
    expect(settle(timetable, { schedule, rule: 'run_once' }, due, now).run).toEqual([due + 3 * HOUR]);
  });

  it('a time that is due once leaves nothing to come', () => {
    expect(settle(timetable, { schedule: { at: due, zone: 'UTC' }, rule: 'run_once' }, due, due + 1)).toEqual(
      {
        run: [due],
        skipped: undefined,
        next: undefined,
      },
    );
  });
});
