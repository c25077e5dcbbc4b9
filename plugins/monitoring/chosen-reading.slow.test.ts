import { describe, expect, it } from 'vitest';
import type { DrawnDesign } from './testing/drawn-design.js';
import { type GeneratedStove, longCsv } from './testing/generate-loggers.js';
import { BEGIN, DAY, MARCH, only, sealedInFebruary, stoves } from './testing/sealed-in-february.js';

const UNBOUND = /midnight|kind of stove|named in the place|digit for digit|rows of the list/;

const february = sealedInFebruary();
const { sealedDesign, toldOf } = february;

const analyse = (own: DrawnDesign, csv: string, more: object = {}) =>
  february.post('/v1/monitoring/stove-use', {
    csv,
    designId: own.designId,
    ...MARCH,
    ...more,
  });

async function analysed(own: DrawnDesign, csv: string, more: object = {}) {
  const answer = await analyse(own, csv, more);
  expect(answer.status, answer.text).toBe(201);
  return answer;
}

const noise = (i: number, home: number) => Math.abs(Math.sin(i * 12.9898 + home * 78.233) * 43_758.5453) % 1;

/** Loggers in UTC of homes of Nairobi, which cook at 6 and 19 of their clocks on every other day. */
function cookTwice(sensors: readonly string[], hot = 90): GeneratedStove[] {
  return sensors.map((sensor, home) => {
    const seconds = Array.from({ length: 12 * 72 }, (_, i) => BEGIN - DAY + i * 1200);
    const celsius = seconds.map((at, i) => {
      const local = at + 3 * 3600;
      const [day, hour] = [Math.floor(local / DAY), (local % DAY) / 3600];
      const isHot = (day + home) % 2 === 0 && (Math.floor(hour) === 6 || Math.floor(hour) === 19);
      return Math.round((isHot ? hot : 25) * 10 + 20 * noise(i, home)) / 10;
    });
    return { sensor, events: [], seconds, celsius };
  });
}

/** Loggers of homes that cook on three days of four, for 80 minutes from an hour between 6 and 18, over fires that flicker. */
function flickering(sensors: readonly string[]): GeneratedStove[] {
  return sensors.map((sensor, home) => {
    const seconds = Array.from({ length: 10 * 72 }, (_, i) => BEGIN + i * 1200);
    const celsius = seconds.map((_, i) => {
      const [day, at] = [Math.floor(i / 72), i % 72];
      const hour = 6 + Math.floor(13 * noise(day * 7 + 3, home));
      const isHot = noise(day * 11 + 5, home) < 0.75 && at >= hour * 3 && at < hour * 3 + 4;
      return Math.round((isHot ? 75 + 35 * noise(i, home) : 25 + 2 * noise(i, home)) * 10) / 10;
    });
    return { sensor, events: [], seconds, celsius };
  });
}

/** With instants in the place of times on a wall. */
const asCsv = (sensors: readonly GeneratedStove[], named = (sensor: string) => sensor) =>
  longCsv(sensors.map((each) => ({ ...each, sensor: named(each.sensor) }))).replaceAll(/(:\d\d),/g, '$1Z,');

/** Fires of 12 °C over the room: a use by the settings of some kinds of stove alone. */
const mild = (own: DrawnDesign) => cookTwice(own.drawn, 37);

describe('what of the reading of loggers no seal binds', () => {
  it('is not marked of an honest analysis, by a seal with the zone or without', async () => {
    for (const seal of [{}, { timeZone: 'UTC', stove: 'wood' }]) {
      const own = await sealedDesign(() => seal);
      await analysed(own, longCsv(only(own)));
      const { marks, notes } = await toldOf(own);
      expect(marks).not.toMatch(UNBOUND);
      expect(notes).toContain('; read by time "timestamp", device "device"');
    }
  });

  it('is which of two stoves counts, unless a seal or its name says so', async () => {
    const list = ({ drawn }: DrawnDesign, which: string) =>
      `sensor,household,stove\n${drawn.map((home, i) => `${home},${home},${which}\nx${i},${home},lpg`).join('\n')}\n`;
    const taken = async (seal: object, which: string) => {
      const own = await sealedDesign((each) => ({ timeZone: 'UTC', sensors: list(each, which), ...seal }));
      const second = own.drawn.map((_, i) => `x${i}`);
      const cold = cookTwice(second, 26);
      const csv = longCsv([...only(own), ...cold]);
      await analysed(own, csv, { stove: which });
      return (await toldOf(own)).marks;
    };
    expect(await taken({}, 'electric')).toContain(
      'Which stove counts is fixed by no seal, and others of these units were monitored ("lpg" with the rate 0.',
    );
    expect(await taken({ stove: 'electric' }, 'electric')).not.toContain('Which stove counts');
    // The lower one of two pleases nobody.
    const own = await sealedDesign((each) => ({ timeZone: 'UTC', sensors: list(each, 'electric') }));
    const cold = cookTwice(
      own.drawn.map((_, i) => `x${i}`),
      26,
    );
    await analysed(own, longCsv([...only(own), ...cold]), { stove: 'lpg' });
    const { marks, notes } = await toldOf(own);
    expect(marks).not.toContain('Which stove counts');
    expect(notes).toMatch(
      /which stove counts is fixed by no seal, and others of these units have higher rates \("electric" with the rate 0\.\d+\)/,
    );
    expect(await taken({}, 'improved')).not.toContain('Which stove counts');
  });

  it('is which of two stoves counts where the other is in a report beside the design, and not one device by another name', async () => {
    const own = await sealedDesign(() => ({ timeZone: 'UTC' }));
    const cold = cookTwice(own.drawn, 26).map((each) => ({ ...each, sensor: `${each.sensor} lpg` }));
    const look = (csv: string, more: object = {}) =>
      february.post('/v1/monitoring/stove-use', { csv, ...MARCH, ...more });
    expect((await look(longCsv(cold))).status).toBe(201);
    await analysed(own, longCsv(only(own).map((each) => ({ ...each, sensor: `${each.sensor} wood` }))));
    expect((await toldOf(own)).marks).toContain(
      'Which stove counts is fixed by no seal, and others of these units were monitored ("lpg" with the rate 0.',
    );
    february.nextPerson();
    const same = await sealedDesign(() => ({ timeZone: 'UTC' }));
    const sensors = `sensor,household,stove\n${same.drawn.map((home) => `${home},${home},electric\n`).join('')}`;
    expect((await look(longCsv(only(same)), { sensors })).status).toBe(201);
    await analysed(same, longCsv(only(same)));
    expect((await toldOf(same)).marks).not.toMatch(/Which stove counts|other values|report/);
  });

  it('is the midnight, which is marked where it makes two days of one, and which a seal binds', async () => {
    const own = await sealedDesign();
    const csv = asCsv(cookTwice(own.drawn));
    await analysed(own, csv, { timeZone: 'Asia/Tokyo' });
    expect((await toldOf(own)).marks).toMatch(
      /Days begin at a midnight that no seal fixes: by one \d+ hours later the rate were 0\.[45]/,
    );
    const honest = await sealedDesign();
    await analysed(honest, asCsv(cookTwice(honest.drawn)), { timeZone: 'Africa/Nairobi' });
    expect((await toldOf(honest)).marks).not.toMatch(UNBOUND);

    const bound = await sealedDesign(() => ({ timeZone: 'Africa/Nairobi' }));
    const sealed = asCsv(cookTwice(bound.drawn));
    const other = await analyse(bound, sealed, { timeZone: 'Asia/Tokyo' });
    expect([other.status, other.at('errors')]).toEqual([
      409,
      [{ field: 'timeZone', message: 'is sealed: Africa/Nairobi' }],
    ]);
    // Left out, the sealed one applies by itself.
    const left = await analysed(bound, sealed, { timeZone: undefined });
    expect(left.at('timeZone')).toBe('Africa/Nairobi');
    const { marks, notes } = await toldOf(bound);
    expect(marks).not.toMatch(/midnight|not those of seal|not sealed/);
    expect(notes).toContain('days by the clock of Africa/Nairobi, as sealed');
  });

  it('is the kind of stove, which is marked where the rate hangs on it, and which a seal binds', async () => {
    const own = await sealedDesign();
    const electric = asCsv(mild(own), (sensor) => `${sensor} electric`);
    await analysed(own, electric);
    expect((await toldOf(own)).marks).toMatch(
      /The kind of stove, .* is fixed by no seal: as other kinds \(wood, charcoal, gas, other\) the rate were between 0\.\d+ and 0\.\d+/,
    );
    const bound = await sealedDesign(() => ({ stove: 'Wood' }));
    expect((await analyse(bound, electric)).status).toBe(400);
    expect((await analyse(bound, electric, { stove: 'electric' })).at('errors')).toEqual([
      { field: 'stove', message: 'is sealed: wood' },
    ]);
    // Devices that are named after homes alone are of the sealed stove.
    const plain = await analysed(bound, asCsv(mild(bound)));
    expect(plain.at('stoves')).toMatchObject([{ stove: 'wood' }]);
    expect((await toldOf(bound)).marks).not.toMatch(UNBOUND);
  });

  it('is a column that is named in the place of the one that the file says', async () => {
    const own = await sealedDesign();
    const strangers = stoves.filter(({ sensor }) => !own.drawn.includes(sensor));
    const [, ...lines] = longCsv(strangers).trim().split('\n');
    const rows = lines.map((line) => {
      const at = strangers.findIndex(({ sensor }) => line.startsWith(sensor));
      return `${line},${own.drawn[at % own.drawn.length]}`;
    });
    const csv = `device,timestamp,temperature,installed at\n${rows.join('\n')}\n`;
    await analysed(own, csv, { columns: { sensor: 'installed at' } });
    expect((await toldOf(own)).marks).toContain(
      'The device is read from the column "installed at", which was named in the place of "device".',
    );
    const plain = await sealedDesign();
    await analysed(plain, longCsv(only(plain)), { columns: { time: 'timestamp', sensor: 'device' } });
    expect((await toldOf(plain)).marks).not.toMatch(UNBOUND);
  });

  it('is a row of the list that a later seal takes away from a device that has recorded', async () => {
    const own = await sealedDesign((drawn) => ({ sensors: listOf(drawn.drawn) }));
    const [gone, ...rest] = own.drawn;
    const list = `${listOf(rest)}NEW-1,${gone},stove\n`;
    const sealed = await february.post('/v1/monitoring/seals', {
      designId: own.designId,
      sensors: list,
      reason: 'changed',
    });
    expect(sealed.status, sealed.text).toBe(201);
    await analysed(own, longCsv(only(own)));
    expect((await toldOf(own)).marks).toMatch(
      new RegExp(
        `1 rows of the list of devices are not in seal 2, and their devices had recorded by then \\(${gone} at ${gone}\\): of what they recorded the rate is [01]\\.\\d+, of the others 0\\.\\d+`,
      ),
    );
    // A row that is added takes nothing away.
    const added = await sealedDesign((drawn) => ({ sensors: listOf(drawn.drawn) }));
    await february.post('/v1/monitoring/seals', {
      designId: added.designId,
      sensors: `${listOf(added.drawn)}NEW-1,${added.drawn[0]},stove\n`,
      reason: 'changed',
    });
    await analysed(added, longCsv(only(added)));
    expect((await toldOf(added)).marks).not.toMatch(UNBOUND);
  });
});

const listOf = (drawn: readonly string[]) =>
  `${['sensor,household,stove', ...drawn.map((home) => `${home},${home},stove`)].join('\n')}\n`;

describe('temperatures that come again', () => {
  it('are marked between homes, digit for digit, also where all are warmer by one amount', async () => {
    for (const warmer of [0, 0.1]) {
      const own = await sealedDesign();
      const good = only(own);
      const copies = good.map((stove, at) => ({
        ...stove,
        celsius:
          at < 4
            ? (good[at + 4]?.celsius ?? []).map((each) => Math.round(each * 10 + warmer * 10) / 10)
            : stove.celsius,
      }));
      await analysed(own, longCsv(copies));
      expect((await toldOf(own)).marks).toMatch(
        /The devices of 8 units recorded, from reading to reading, the same rises and falls, digit for digit, as those of another unit/,
      );
    }
  });

  it('are marked as fires of another home where every second reading is left, with noise, or the days are turned round', async () => {
    const half = (stove: GeneratedStove) => ({
      seconds: stove.seconds.filter((_, i) => i % 2 === 0),
      celsius: stove.celsius.filter((_, i) => i % 2 === 0).map((each, i) => each + noise(i, 3) * 2 - 1),
    });
    const turned = (stove: GeneratedStove) => ({
      seconds: stove.seconds,
      celsius: stove.celsius.map(
        (_, i) => (stove.celsius[(9 - Math.floor(i / 72)) * 72 + (i % 72)] ?? 0) + noise(i, 5) - 0.5,
      ),
    });
    for (const [change, words] of [
      [
        half,
        /The devices of (\d+) units saw the fires of another unit's: of \1 nearly all begin and end at the same times/,
      ],
      [
        turned,
        /The devices of (\d+) units saw the fires of another unit's: of \1 nearly all have the same temperatures, to within a degree or two, on whatever days/,
      ],
    ] as const) {
      const own = await sealedDesign();
      const good = flickering(own.drawn);
      const copies = good.map((stove, at) => ({ ...stove, ...(at < 10 && change(good[at + 10] ?? stove)) }));
      await analysed(own, longCsv(copies));
      const told = words.exec((await toldOf(own)).marks);
      expect(Number(told?.[1])).toBeGreaterThanOrEqual(14);
      expect(Number(told?.[1])).toBeLessThanOrEqual(20);
      february.nextPerson();
    }
  });

  it('are not marked of loggers of whole degrees, whose stoves cool alike', async () => {
    const own = await sealedDesign();
    const coarse = only(own).map((stove) => ({ ...stove, celsius: stove.celsius.map(Math.round) }));
    await analysed(own, longCsv(coarse));
    expect((await toldOf(own)).marks).not.toContain('digit for digit');
  });

  it('are marked of other days, and not where two reports have days in common', async () => {
    const own = await sealedDesign();
    await analysed(own, longCsv(only(own)));
    await analysed(own, longCsv(only(own)), { to: '2024-03-09' });
    expect((await toldOf(own)).marks).not.toContain('digit for digit');
    const april = only(own).map((stove) => ({
      ...stove,
      seconds: stove.seconds.map((at) => at + 20 * DAY + 4 * 3600),
      celsius: stove.celsius.map((each) => Math.round(each * 10 + 1) / 10),
    }));
    await analysed(own, longCsv(april), { from: '2024-03-21', to: '2024-03-30' });
    expect((await toldOf(own)).marks).toMatch(
      /(\d+) of \1 devices recorded, from reading to reading, the same rises and falls, digit for digit, as devices of these units did from 2024-03-01 to 2024-03-(09|10)/,
    );
  });
});
