import { describe, expect, it } from 'vitest';
import { readText } from '../testing/read-text.js';

const lines = (...rows: readonly string[]) => `${rows.join('\r\n')}\r\n`;

describe('files of common loggers', () => {
  it('reads one sensor a row', async () => {
    const { read, rows } = await readText(
      lines(
        'device,timestamp,temperature',
        'A,2024-03-01 00:00:00,21.5',
        'B,2024-03-01 00:00:00,20',
        'A,2024-03-01 00:10:00,35.25',
      ),
    );
    expect(rows).toEqual([
      'A 2024-03-01T00:00:00Z 21.5',
      'A 2024-03-01T00:10:00Z 35.25',
      'B 2024-03-01T00:00:00Z 20',
    ]);
    expect(read).toMatchObject({ shape: 'long', rows: 3, readings: 3, times: 'wall clock', unread: [] });
  });

  it('reads one sensor a column, with empty cells and a decimal comma', async () => {
    const { read, rows, logs } = await readText(
      lines('Zeit;HH-01;HH-02;Luftfeuchte', '01.03.2024 00:00;21,5;;40', '01.03.2024 00:10;22,25;19,0;41'),
    );
    expect(rows).toEqual([
      'HH-01 2024-03-01T00:00:00Z 21.5',
      'HH-01 2024-03-01T00:10:00Z 22.25',
      'HH-02 2024-03-01T00:10:00Z 19',
    ]);
    expect(read).toMatchObject({ shape: 'wide', delimiter: ';', unread: ['Luftfeuchte'], days: 'day first' });
    expect(logs.named('HH-02').empty).toBe(1);
  });

  it('reads a file a sensor with lines about the logger above it', async () => {
    const { read, rows } = await readText(
      lines(
        '1-Wire/iButton Part Number: DS1922L-F5',
        '1-Wire/iButton Registration Number: 21000000372DF641',
        'Is Mission Active?  true',
        'Mission Start:  Fri Mar 01 13:05:00 EAT 2024',
        'Sample Rate:  Every 10 minute(s)',
        '',
        'Date/Time,Unit,Value',
        '3/1/24 11:50:00 PM,C,23.5',
        '3/2/24 12:00:00 AM,C,24.0',
        '3/13/24 12:05:00 PM,C,61.5',
      ),
    );
    expect(rows).toEqual([
      '21000000372DF641 2024-03-01T23:50:00Z 23.5',
      '21000000372DF641 2024-03-02T00:00:00Z 24',
      '21000000372DF641 2024-03-13T12:05:00Z 61.5',
    ]);
    expect(read).toMatchObject({ shape: 'one sensor', firstLine: 8, days: 'month first' });
  });

  it('reads an export whose header says label, serial number, degrees Fahrenheit and the offset of the clock', async () => {
    const { read, rows, logs } = await readText(
      lines(
        '"Plot Title: HH-012"',
        '"#","Date Time, GMT+03:00","Temp, °F (LGR S/N: 10234567, SEN S/N: 10234567, LBL: HH-012)","Coupler Detached (LGR S/N: 10234567)"',
        '1,03/14/24 12:00:00 AM,68.0,',
        '2,03/14/24 12:10:00 AM,212,Logged',
      ),
    );
    expect(rows).toEqual(['10234567 2024-03-13T21:00:00Z 20', '10234567 2024-03-13T21:10:00Z 100']);
    expect(read).toMatchObject({ unit: 'fahrenheit', times: 'instants', offset: '+03:00' });
    expect(logs.named('10234567').household).toBe('HH-012');
  });

  it('takes a unit off the names of sensors in a header of Latin-1', async () => {
    const text = lines(
      'Messreihe;Dorf',
      '',
      'Datum/Uhrzeit;HH-01 [°C];HH-02 [°C];Batterie [V]',
      '13.03.2024 00:00;21,5;19;3,1',
    );
    const { rows, read } = await readText(Buffer.from(text, 'latin1'));
    expect(rows).toEqual(['HH-01 2024-03-13T00:00:00Z 21.5', 'HH-02 2024-03-13T00:00:00Z 19']);
    expect(read).toMatchObject({ shape: 'wide', unread: [] });
  });

  it('reads a logger that counts its rows, adds dew points, and says its serial number once', async () => {
    const { rows, read } = await readText(
      lines(
        'EL-USB-2,Time,Celsius(°C),Humidity(%rh),Dew Point(°C),Serial Number',
        '1,2024-03-01 13:00:00,21.5,40,7.5,10070001',
        '2,2024-03-01 13:05:00,22,40,7.5,',
        '3,2024-03-01 13:10:00,22.5,40,7.5,',
      ),
    );
    expect(rows).toEqual([
      '10070001 2024-03-01T13:00:00Z 21.5',
      '10070001 2024-03-01T13:05:00Z 22',
      '10070001 2024-03-01T13:10:00Z 22.5',
    ]);
    expect(read).toMatchObject({ shape: 'one sensor', columns: { temperature: ['Celsius(°C)'] } });
  });

  it('reads hours of the two halves of a day in the words of several programs', async () => {
    for (const half of ['PM', 'pm', 'p.m.', 'p. m.', '\u202fPM'])
      expect((await readText(lines('sensor,time,temp', `A,13/3/2024 1:05:00 ${half},21`))).rows).toEqual([
        'A 2024-03-13T13:05:00Z 21',
      ]);
  });

  it('begins where the first readings are missing', async () => {
    const { rows } = await readText(
      lines('sensor,time,temp', 'A,2024-03-01 00:00,NaN', 'A,2024-03-01 00:10,21'),
    );
    expect(rows).toEqual(['A 2024-03-01T00:10:00Z 21']);
  });

  it('takes the name of the file for that of its only sensor', async () => {
    const { rows } = await readText(lines('time,temp', '2024-03-01T00:00:00Z,21'), {
      name: '/loggers/HH-77.csv',
    });
    expect(rows).toEqual(['HH-77 2024-03-01T00:00:00Z 21']);
  });

  it.each([
    ['seconds', '1709251200', '2024-03-01T00:00:00Z'],
    ['milliseconds', '1709251200000', '2024-03-01T00:00:00Z'],
    ['an offset', '2024-03-01T03:00:00+03:00', '2024-03-01T00:00:00Z'],
    ['UTC', '2024-03-01 00:00:00 UTC', '2024-03-01T00:00:00Z'],
    ['the name of a month', '01-Mar-2024 00:00', '2024-03-01T00:00:00Z'],
    ['digits alone', '20240301T000000', '2024-03-01T00:00:00Z'],
  ])('reads times with %s', async (_, time, instant) => {
    const { rows } = await readText(lines('sensor,time,temp', `A,${time},21.5`));
    expect(rows).toEqual([`A ${instant} 21.5`]);
  });

  it('reads the date and the time in two columns, UTF-16, and a file without a header', async () => {
    const two = await readText(lines('Date,Time,Sensor,Temp', '2024-03-01,13:05:10,A,21'));
    expect(two.rows).toEqual(['A 2024-03-01T13:05:10Z 21']);
    const wide = Buffer.from(`\ufeff${lines('sensor\ttime\ttemp', 'Ä1\t2024-03-01 00:00\t21')}`, 'utf16le');
    expect((await readText(wide)).rows).toEqual(['Ä1 2024-03-01T00:00:00Z 21']);
    const bare = await readText(lines('A,2024-03-01 00:00,21', 'B,2024-03-01 00:00,22'));
    expect(bare.rows).toEqual(['A 2024-03-01T00:00:00Z 21', 'B 2024-03-01T00:00:00Z 22']);
  });

  it('gives the same whatever the pieces are in which a file comes', async () => {
    const text = lines(
      'household,sensor,time,temp',
      ...Array.from(
        { length: 50 },
        (_, i) => `HH-${i % 3},"s,${i % 3}",2024-03-01 00:${String(i).padStart(2, '0')}:00,${20 + i}.5`,
      ),
    );
    const whole = (await readText(text)).rows;
    expect(whole).toHaveLength(50);
    for (const piece of [3, 7, 64]) expect((await readText(text, { piece })).rows).toEqual(whole);
  });
});

describe('days and months', () => {
  const file = (...dates: readonly string[]) =>
    lines('sensor,time,temp', ...dates.map((date) => `A,${date} 00:00,21`));

  it('are decided on the whole file, by its last line too', async () => {
    const first = Array.from({ length: 12 }, (_, i) => `0${(i % 9) + 1}/03/2024`);
    expect((await readText(file(...first, '13/03/2024'))).read.days).toBe('day first');
    expect((await readText(file(...first, '03/13/2024'))).read.days).toBe('month first');
  });

  it('are asked for when nothing decides, with what either would give', async () => {
    await expect(readText(file('01/03/2024', '02/03/2024'))).rejects.toMatchObject({
      code: 'invalid_request',
      hint: expect.stringContaining(
        '"day first" (2024-03-01 to 2024-03-02) or "month first" (2024-01-03 to 2024-02-03)',
      ),
    });
    const said = await readText(file('01/03/2024', '02/03/2024'), { days: 'month first' });
    expect(said.rows).toEqual(['A 2024-01-03T00:00:00Z 21', 'A 2024-02-03T00:00:00Z 21']);
  });

  it('of two exports in one file are refused with the line', async () => {
    await expect(readText(file('13/03/2024', '03/14/2024'))).rejects.toMatchObject({
      detail: expect.stringContaining('line 3 has the month first'),
    });
  });
});

describe('what is not right', () => {
  it('leaves out local times that clocks show twice or never, and tells them', async () => {
    const { read, rows } = await readText(
      lines(
        'sensor,time,temp',
        'A,2024-03-31 01:50,20',
        'A,2024-03-31 02:30,21',
        'A,2024-03-31 03:10,22',
        'A,2024-10-27 02:30,23',
        'A,2024-10-27 03:00,24',
      ),
      { zone: 'Europe/Berlin' },
    );
    expect(read.never).toEqual({ count: 1, examples: [{ line: 3, text: 'A,2024-03-31 02:30,21' }] });
    expect(read.twice).toMatchObject({ count: 1, examples: [{ line: 5 }] });
    expect(rows).toEqual([
      'A 2024-03-31T00:50:00Z 20',
      'A 2024-03-31T01:10:00Z 22',
      'A 2024-10-27T02:00:00Z 24',
    ]);
  });

  it('leaves out times that cannot be, and cells that are none, and counts them', async () => {
    const { read, rows, logs } = await readText(
      lines(
        'sensor,time,temp',
        'A,1970-01-01 00:00,20',
        'A,2080-01-01 00:00,20',
        'A,2024-02-30 00:00,20',
        'A,2024-00-10 00:00,20',
        'A,2024-03-01 00:00,=1+1',
        'A,2024-03-01 00:10,NaN',
        'A,2024-03-01 00:20,20',
        'A,2024-03-01 00:30,20',
        'A,2024-03-01 00:40,20',
      ),
    );
    expect(read).toMatchObject({ impossible: { count: 2 }, unreadable: { count: 3 }, readings: 3 });
    expect(logs.named('A').empty).toBe(1);
    expect(rows).toHaveLength(3);
  });

  it('puts readings in order, and tells doubles from contradictions', async () => {
    const { logs } = await readText(lines('sensor,time,temp', 'A,2024-03-01 00:00,20'));
    const log = logs.named('B');
    for (const [at, celsius] of [
      [30, 3],
      [10, 1],
      [20, 2],
      [20, 2],
      [10, 9],
    ] as const)
      log.add(at, celsius);
    expect(log.settle()).toEqual({
      seconds: Uint32Array.of(10, 20, 30),
      celsius: Float32Array.of(1, 2, 3),
      disordered: 4,
      duplicates: 1,
      conflicts: 1,
    });
  });

  it.each([
    ['nothing', '', /is empty/],
    ['blanks', ' \r\n \n', /is empty/],
    ['a workbook', 'PK\u0003\u0004rest', /workbook/],
    ['bytes', 'a\u0000b,c', /is no text/],
    ['prose', 'Dear all,\nplease find the data attached.\n', /no row with a time and a temperature/],
    ['a header alone', 'sensor,time,temp\n', /no row with a time and a temperature/],
    ['two temperatures of one sensor', 'sensor,time,temp a,temp b\nA,2024-03-01 00:00,1,2\n', /Which column/],
    [
      'an endless line',
      `sensor,time,temp\nA,2024-03-01 00:00,1\n${'x'.repeat(3_000_000)}`,
      /more than 1048576 bytes/,
    ],
    [
      'a thousand cells too many',
      `sensor,time,temp\nA,2024-03-01 00:00,1\n${','.repeat(20_000)}\n`,
      /more than 16384 cells/,
    ],
  ])('refuses %s in words', async (_, text, words) => {
    await expect(readText(text)).rejects.toMatchObject({
      code: 'invalid_request',
      detail: expect.stringMatching(words),
    });
  });

  it('refuses more readings than are allowed, and a column that there is not', async () => {
    const text = lines(
      'sensor,time,temp',
      'A,2024-03-01 00:00,1',
      'A,2024-03-01 00:01,1',
      'A,2024-03-01 00:02,1',
    );
    await expect(readText(text, { most: 2 })).rejects.toMatchObject({ code: 'payload_too_large' });
    await expect(readText(text, { columns: { temperature: 'heat' } })).rejects.toMatchObject({
      errors: [{ field: 'columns.temperature', message: "there is no column 'heat'" }],
    });
  });
});
