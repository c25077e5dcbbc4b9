import { describe, expect, it } from 'vitest';
import type { DrawnDesign } from './testing/drawn-design.js';
import { type GeneratedStove, longCsv } from './testing/generate-loggers.js';
import { BEGIN, MARCH, make, only, sealedInFebruary, stoves } from './testing/sealed-in-february.js';

const february = sealedInFebruary();
const { analysed, sealedDesign } = february;

const MARKS_OF_LISTS =
  /list of devices is|were sealed after|could know what each|are not in seal|named after other/;

/** Loggers that are named after nothing, each with what a home's logged. */
const loggers = (count: number) =>
  stoves.slice(0, count).map((each, at) => ({ ...each, sensor: `SN-${at}` }));

/** Homes of a draw in two halves, of which each logger visits one of each. */
function halvesOf({ drawn }: DrawnDesign) {
  const count = Math.floor(drawn.length / 2);
  return { count, first: drawn.slice(0, count), second: drawn.slice(count, 2 * count) };
}

/** @param to last day of the first places; undefined leaves it open @param from first day of the second ones; undefined leaves these out */
function rotation(own: DrawnDesign, to: string | undefined, from: string | undefined): string {
  const { first, second } = halvesOf(own);
  return [
    'sensor,household,stove,from,to',
    ...first.map((home, at) => `SN-${at},${home},stove,,${to ?? ''}`),
    ...(from === undefined ? [] : second.map((home, at) => `SN-${at},${home},stove,${from},`)),
  ].join('\n');
}

describe('loggers that go from one half of the homes to the other', () => {
  it('count at each home on the days that the sealed list says, and bear no mark', async () => {
    const own = await sealedDesign((drawn) => ({ sensors: rotation(drawn, '2024-03-05', '2024-03-06') }));
    const { count, first, second } = halvesOf(own);
    const csv = longCsv(loggers(count));
    const report = await analysed({ csv, designId: own.designId, ...MARCH });
    const use = (home = '') =>
      report.households
        .find(({ household }) => household === home)
        ?.stoves.map((each) => ({
          days: each.expectedDays,
          used: each.useDays,
          observed: each.observedDays,
        }));
    // The same logger by itself, of either half of the days.
    const of = async (home: string, days: object) => {
      const alone = await analysed({ csv, ...MARCH, ...days });
      const [stove] = alone.households.find(({ household }) => household === home)?.stoves ?? [];
      return [{ days: 5, used: stove?.useDays, observed: stove?.observedDays }];
    };
    expect(use(first[0])).toEqual(await of('SN-0', { to: '2024-03-05' }));
    expect(use(second[0])).toEqual(await of('SN-0', { from: '2024-03-06' }));
    expect(report.period).toMatchObject({ n: count * 2 });
    const { marks, notes } = await february.toldOf(own);
    expect(marks).not.toMatch(MARKS_OF_LISTS);
    expect(notes).toContain(`; ${count * 2} devices at ${count * 2} units, by a list`);
  });

  it('by a second list, sealed on the day before they go on: the first places are as old as they were', async () => {
    const own = await sealedDesign((drawn) => ({ sensors: rotation(drawn, undefined, undefined) }));
    const { count } = halvesOf(own);
    february.setClock(Date.UTC(2024, 2, 5, 17));
    const sensors = rotation(own, '2024-03-05', '2024-03-06');
    const anew = { designId: own.designId, sensors, reason: 'The loggers go to the second half.' };
    expect((await february.post('/v1/monitoring/seals', anew)).status).toBe(201);
    february.setClock(Date.UTC(2024, 3, 10));
    await analysed({ csv: longCsv(loggers(count)), designId: own.designId, ...MARCH });
    expect((await february.toldOf(own)).marks).not.toMatch(MARKS_OF_LISTS);
  });

  it('cannot have left in silence before the list says so', async () => {
    const own = await sealedDesign((drawn) => ({ sensors: rotation(drawn, undefined, undefined) }));
    const { count } = halvesOf(own);
    february.setClock(Date.UTC(2024, 2, 8, 17));
    const sensors = rotation(own, '2024-03-04', '2024-03-05');
    const anew = { designId: own.designId, sensors, reason: 'They went last week.' };
    expect((await february.post('/v1/monitoring/seals', anew)).status).toBe(201);
    february.setClock(Date.UTC(2024, 3, 10));
    await analysed({ csv: longCsv(loggers(count)), designId: own.designId, ...MARCH });
    expect((await february.toldOf(own)).marks).toContain(
      `${count * 2} rows of it were sealed after the first reading of their devices`,
    );
  });

  it('are asked for their days where a list has them at two places', async () => {
    const own = await sealedDesign();
    const [first, second] = own.drawn;
    const sealing = async (rows: string) => {
      const sensors = `sensor,household,from,to\n${rows}`;
      const answer = await february.post('/v1/monitoring/seals', { designId: own.designId, sensors });
      return `${answer.status} ${answer.text}`;
    };
    expect(await sealing(`SN,${first},,\nSN,${second},,`)).toMatch(/^409 .*the columns from and to/s);
    expect(await sealing(`SN,${first},,2024-03-05\nSN,${second},2024-03-05,`)).toMatch(/^409/);
    expect(await sealing(`SN,${first},,5 March\nSN,${second},2024-03-06,`)).toMatch(
      /^400 .*'5 March' is no day/s,
    );
    expect(await sealing(`SN,${first},2024-03-06,2024-03-05`)).toMatch(/^400 .*is before 2024-03-06/s);
  });
});

describe('second loggers', () => {
  // A fire every day.
  const hot = make(10, 11, BEGIN).map((each, at) => ({ ...(stoves[at] ?? each), ...each }));
  const listOf = ({ drawn }: DrawnDesign, more: number) =>
    [
      'sensor,household,stove',
      ...drawn.map((home) => `${home},${home},stove`),
      ...drawn.slice(0, more).map((home, at) => `B-${at},${home},stove`),
    ].join('\n');
  const files = (own: DrawnDesign, more: number) =>
    longCsv([...only(own), ...hot.slice(0, more).map((each, at) => ({ ...each, sensor: `B-${at}` }))]);

  it('at some of the homes are told with the rate of one each, and marked where they move it', async () => {
    const some = 14;
    const own = await sealedDesign((drawn) => ({ sensors: listOf(drawn, some) }));
    const report = await analysed({ csv: files(own, some), designId: own.designId, ...MARCH });
    const { marks, notes } = await february.toldOf(own);
    const words = new RegExp(
      `${some} of ${own.drawn.length} units have several devices, and use is what any of them saw: by the one of each that saw least the rate were (0\\.\\d{3}), and it is (0\\.\\d{3})`,
    );
    const [, least, rate] = words.exec(marks) ?? [];
    expect(Number(rate)).toBeCloseTo(report.period?.mean ?? 0, 2);
    expect(Number(rate) - Number(least)).toBeGreaterThan(0.05);
    expect(notes).toContain(`; ${some} of ${own.drawn.length} units with several devices at a time`);
  });

  it('at all of the homes are marked where they move the rate, and no seal says that each has several', async () => {
    const own = await sealedDesign((drawn) => ({ sensors: listOf(drawn, 60) }));
    await analysed({ csv: files(own, own.drawn.length), designId: own.designId, ...MARCH });
    expect((await february.toldOf(own)).marks).toContain(
      `${own.drawn.length} of ${own.drawn.length} units have several devices, and use is what any of them saw`,
    );
  });

  it('at one home, or at all of them by a seal, are told and bear no mark', async () => {
    for (const more of [1, 60]) {
      const own = await sealedDesign((drawn) => ({
        sensors: listOf(drawn, more),
        ...(more > 1 && { severalDevices: true }),
      }));
      await analysed({ csv: files(own, more), designId: own.designId, ...MARCH });
      const { marks, notes } = await february.toldOf(own);
      expect(notes).toMatch(/\d+ of \d+ units with several devices at a time/);
      expect(marks).not.toContain('units have several devices');
      february.nextPerson();
    }
  });
});

describe('loggers that are changed within the days', () => {
  const hot = make(10, 11, BEGIN).map((each, at) => ({ ...each, sensor: `B-${at}` }));
  const always = hot.map((each) => ({
    ...each,
    celsius: each.seconds.map((at, i) =>
      (at % 86_400) / 3600 - 11.5 < 1.5 && (at % 86_400) / 3600 > 11.5 ? 90 + (i % 7) : 25 + (i % 3) / 10,
    ),
  }));
  const CHANGED = 12;
  /** Own loggers to 4 March at some homes, and others from the day after. */
  const listOf = ({ drawn }: DrawnDesign) =>
    [
      'sensor,household,stove,from,to',
      ...drawn.map((home, at) => `${home},${home},stove,,${at < CHANGED ? '2024-03-04' : ''}`),
      ...drawn.slice(0, CHANGED).map((home, at) => `B-${at},${home},stove,2024-03-05,`),
    ].join('\n');
  const toldOf = async (others: readonly GeneratedStove[], until = BEGIN + 10 * 86_400) => {
    february.nextPerson();
    const own = await sealedDesign((drawn) => ({ sensors: listOf(drawn) }));
    const kept = only(own).map((each) => {
      const isChanged = own.drawn.indexOf(each.sensor) < CHANGED;
      const n = isChanged ? each.seconds.filter((at) => at < until).length : each.seconds.length;
      return { ...each, seconds: each.seconds.slice(0, n) };
    });
    await analysed({
      csv: longCsv([...kept, ...others.slice(0, CHANGED)]),
      designId: own.designId,
      ...MARCH,
    });
    return february.toldOf(own);
  };

  it('are told with the rates before and after, and marked where the new ones are at other fires', async () => {
    const { marks, notes } = await toldOf(always, BEGIN + 4 * 86_400);
    expect(marks).toMatch(
      /The devices of 12 of \d+ units were changed within these days: their rate is 0\.[45]\d\d by those before and 1\.000 by those after, that of the units that kept theirs 0\.[45]\d\d and 0\.[45]\d\d/,
    );
    expect(notes).toMatch(/; the devices of 12 of \d+ units were changed within the days/);
    expect(marks).not.toContain('went on after');
  });

  it('are told by what the old ones recorded after their last day', async () => {
    const { marks } = await toldOf(always);
    expect(marks).toMatch(
      /1[012] devices went on after their last day by the list \(.+ at .+, .+\) and saw fires: of what they recorded then the rate is 0\.[456]\d\d, and what counts of these units on the same days is 1\.000/,
    );
  });

  it('are told and bear no mark where the fires are those of the home', async () => {
    const { marks, notes } = await toldOf(hot);
    expect(marks).not.toMatch(/were changed within|went on after/);
    expect(notes).toContain('were changed within the days');
  });
});
