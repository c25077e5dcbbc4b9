import { describe, expect, it } from 'vitest';
import type { DrawnDesign } from './testing/drawn-design.js';
import { type GeneratedStove, longCsv, stampOf } from './testing/generate-loggers.js';
import { BEGIN, DAY, MARCH, make, only, sealedInFebruary, stoves } from './testing/sealed-in-february.js';

const february = sealedInFebruary();
const { analysed, sealedDesign, toldOf } = february;

/** What is left of a stove's readings. */
const where = (stove: GeneratedStove, keeps: (seconds: number, day: number) => boolean): GeneratedStove => {
  const kept = stove.seconds.map((at) => keeps(at, Math.floor((at - BEGIN) / DAY)));
  return {
    ...stove,
    seconds: stove.seconds.filter((_, i) => kept[i]),
    celsius: stove.celsius.filter((_, i) => kept[i]),
  };
};
const usedOn = ({ events }: GeneratedStove, day: number) =>
  events.some(({ start }) => Math.floor((start - BEGIN) / DAY) === day);

describe('what loggers recorded and an analysis leaves out', () => {
  it('marks nothing of whole files that were looked at before, and tells of the days', async () => {
    const own = await sealedDesign();
    const csv = longCsv(only(own));
    await analysed({ csv, ...MARCH });
    await analysed({ csv, designId: own.designId, ...MARCH });
    const { marks, notes } = await toldOf(own);
    expect(marks).not.toMatch(/days of units|report|column|two temperatures|stopped/);
    expect(notes).toMatch(
      /; \d+ of \d+ days of units were observed; temperatures of "temperature"; 1 report/,
    );
  });

  it('days without use that were made unobserved', async () => {
    const own = await sealedDesign();
    const noon = (at: number) => Math.floor((at % DAY) / 3600) >= 12 && (at % DAY) / 3600 < 15;
    const doctored = only(own).map((stove) => where(stove, (at, day) => usedOn(stove, day) || !noon(at)));
    const report = await analysed({ csv: longCsv(doctored), designId: own.designId, ...MARCH });
    const { marks } = await toldOf(own);
    expect(marks).toMatch(/\d+ of \d+ days of units were observed: were the others all without use/);
    expect(report.warnings.join('\n')).toContain('were the others all without use or all with it');
  });

  it('the best days of a longer file, and reports of the others', async () => {
    const own = await sealedDesign();
    const csv = longCsv(only(own, make(40, 9)));
    await analysed({ csv, from: '2024-03-21', to: '2024-03-30', timeZone: 'UTC' });
    await analysed({ csv, designId: own.designId, ...MARCH });
    const { marks, notes } = await toldOf(own);
    expect(marks).toMatch(/\d+ days of units that the files have lie outside 2024-03-01 to 2024-03-10/);
    expect(marks).toMatch(
      /days that no analysis of it has: 2024-03-21 to 2024-03-30 \(\d+ units, mean 0\.\d+\)/,
    );
    expect(notes).toMatch(/; \d+ that the files have are of other days/);
    // Once those are analysed as well, none was left out.
    await analysed({ csv, designId: own.designId, from: '2024-03-21', to: '2024-03-30', timeZone: 'UTC' });
    expect((await toldOf(own)).marks).not.toContain('that no analysis of it has');
  });

  it('rows of the lowest homes that end early, with the report that has them whole', async () => {
    const own = await sealedDesign();
    const drawn = only(own);
    const share = (stove: GeneratedStove) =>
      Array.from({ length: 10 }, (_, day) => day).filter((day) => usedOn(stove, day)).length;
    const lowest = new Set([...drawn].sort((a, b) => share(a) - share(b)).slice(0, 8));
    await analysed({ csv: longCsv(drawn), ...MARCH });
    const cut = drawn.map((stove) => where(stove, (_, day) => !lowest.has(stove) || day < 3));
    await analysed({ csv: longCsv(cut), designId: own.designId, ...MARCH });
    const { marks } = await toldOf(own);
    expect(marks).toMatch(
      /8 of \d+ units with devices .* have no value, .*the devices of 8 stopped early, from 2024-03-04 on: more than the design plans to lose/,
    );
    expect(marks).toMatch(/8 units have values in a report beside this design of these days, and none here/);
  });

  it('no suspicion of two loggers that died', async () => {
    const own = await sealedDesign();
    const cut = only(own).map((stove, at) => where(stove, (_, day) => at > 1 || day < 3));
    await analysed({ csv: longCsv(cut), designId: own.designId, ...MARCH });
    const { marks, notes } = await toldOf(own);
    expect(marks).not.toMatch(/stopped early|days of units were observed/);
    expect(notes).toMatch(/2 of \d+ units with devices have no value, 2 of them stopped/);
  });

  it('another file of the same devices and days', async () => {
    const own = await sealedDesign();
    await analysed({ csv: longCsv(only(own)), ...MARCH });
    await analysed({ csv: longCsv(only(own, make(10, 8))), designId: own.designId, ...MARCH });
    expect((await toldOf(own)).marks).toMatch(
      /a report beside this design was made before, of other readings: \d+ units have other values there, and the mean is 0\.\d+ there and 0\.\d+ here/,
    );
  });

  it.each([
    ['in small letters', (sensor: string) => sensor.toLowerCase()],
    ['with a word before them', (sensor: string) => `HH ${sensor}`],
    ['by their numbers alone', (sensor: string) => sensor.slice(3)],
    ['parted otherwise', (sensor: string) => sensor.replace('-', '_')],
    ['with a letter behind', (sensor: string) => `${sensor}a`],
    ['with two words before them', (sensor: string) => `kitchen of ${sensor}`],
  ])('another file than that of a report that has the homes %s', async (_how, nameOf) => {
    const own = await sealedDesign();
    const renamed = only(own).map((stove) => ({ ...stove, sensor: nameOf(stove.sensor) }));
    await analysed({ csv: longCsv(renamed), ...MARCH });
    await analysed({ csv: longCsv(only(own, make(10, 8))), designId: own.designId, ...MARCH });
    expect((await toldOf(own)).marks).toMatch(/made before, of other readings: \d+ units have other values/);

    february.nextPerson();
    const other = await sealedDesign();
    const same = only(other).map((stove) => ({ ...stove, sensor: nameOf(stove.sensor) }));
    await analysed({ csv: longCsv(same), ...MARCH });
    await analysed({ csv: longCsv(only(other)), designId: other.designId, ...MARCH });
    expect((await toldOf(other)).marks).not.toMatch(/of other readings|no analysis of it has/);
  });

  it.each([
    ['wood', 'wood'],
    ['jiko', 'stove'],
  ])('another file than that of a report that calls the stove %s behind each home', async (word, called) => {
    const own = await sealedDesign();
    const calling = (all: readonly GeneratedStove[], behind = word) =>
      all.map((stove) => ({ ...stove, sensor: `${stove.sensor} ${behind}` }));
    await analysed({ csv: longCsv(calling(only(own))), ...MARCH });
    await analysed({ csv: longCsv(only(own, make(10, 8))), designId: own.designId, ...MARCH });
    expect((await toldOf(own)).marks).toMatch(
      called === 'stove'
        ? /made before, of other readings: \d+ units have other values there, and the mean is 0\.\d+ there and 0\.\d+ here/
        : /of a stove "wood" of these homes that no file has beside this one: its mean is 0\.\d+, that of these readings by the settings of it 0\.\d+, and \d+ units have other values\. Were both one stove/,
    );

    // The same readings, and a stove that a file has beside this one at these homes.
    february.nextPerson();
    const same = await sealedDesign();
    await analysed({ csv: longCsv(calling(only(same))), ...MARCH });
    await analysed({ csv: longCsv(only(same)), designId: same.designId, ...MARCH });
    expect((await toldOf(same)).marks).not.toMatch(
      /of other readings|units have other values|no analysis of it has/,
    );
    february.nextPerson();
    const two = await sealedDesign(() => ({ stove: 'lpg' }));
    const both = [...calling(only(two), 'lpg'), ...calling(only(two, make(10, 8)), 'wood')];
    await analysed({ csv: longCsv(both), ...MARCH });
    await analysed({ csv: longCsv(both.filter(({ sensor }) => sensor.endsWith('wood'))), ...MARCH });
    const lpg = both.filter(({ sensor }) => sensor.endsWith('lpg'));
    await analysed({ csv: longCsv(lpg), designId: two.designId, ...MARCH });
    expect((await toldOf(two)).marks).not.toMatch(/of other readings|units have other values/);
  });

  it.each([
    ['of nine of the ten days', { ...MARCH, to: '2024-03-09' }, 8, true],
    ['of nine of the ten days, when it is the same file', { ...MARCH, to: '2024-03-09' }, 7, false],
  ])('another file than that of a report %s', async (_what, days, seed, isOther) => {
    const own = await sealedDesign();
    await analysed({ csv: longCsv(only(own)), ...days });
    await analysed({ csv: longCsv(only(own, make(10, seed))), designId: own.designId, ...MARCH });
    const { marks } = await toldOf(own);
    if (isOther) expect(marks).toMatch(/made before, of other readings: \d+ units have other values there/);
    else expect(marks).not.toMatch(/other readings|no analysis of it has/);
  });

  const serial = (i: number) => `SN${10_000_000 + ((i * 7_919_831) % 89_999_999)}`;
  it.each([
    ['that have some of the same temperatures', (i: number) => `SN${i}`, 8],
    ['that are serial numbers', serial, 0],
  ])('another file than that of a report by the names of devices %s', async (_which, nameOf, kept) => {
    const list = ({ drawn }: DrawnDesign) =>
      `sensor,household,stove\n${drawn.map((home, i) => `${nameOf(i)},${home},stove`).join('\n')}\n`;
    const own = await sealedDesign((each) => ({ sensors: list(each) }));
    const named = (from: typeof stoves) =>
      only(own, from).map((stove) => ({ ...stove, sensor: nameOf(own.drawn.indexOf(stove.sensor)) }));
    const honest = named(stoves);
    await analysed({ csv: longCsv(honest), ...MARCH });
    const doctored = named(make(10, 8)).map((stove, at) => (at < kept ? (honest[at] ?? stove) : stove));
    await analysed({ csv: longCsv(doctored), designId: own.designId, ...MARCH });
    expect((await toldOf(own)).marks).toMatch(
      /made before, of other readings: \d+ units have other values there/,
    );
  });

  it('nothing of a report of the loggers of another project that bear the same numbers', async () => {
    const list = ({ drawn }: DrawnDesign) =>
      `sensor,household,stove\n${drawn.map((home, i) => `${i + 1},${home},stove`).join('\n')}\n`;
    const own = await sealedDesign((each) => ({ sensors: list(each) }));
    const numbered = (from: typeof stoves) =>
      only(own, from).map((stove, i) => ({ ...stove, sensor: String(i + 1) }));
    // Those of the other project, looked at without its list, in March and in days that nobody analyses here.
    await analysed({ csv: longCsv(numbered(make(10, 8))), ...MARCH });
    const april = { from: '2024-03-21', to: '2024-03-30', timeZone: 'UTC' };
    await analysed({ csv: longCsv(numbered(make(10, 9, BEGIN + 20 * DAY))), ...april });
    await analysed({ csv: longCsv(numbered(stoves)), designId: own.designId, ...MARCH });
    const { marks, notes } = await toldOf(own);
    expect(marks).not.toMatch(/report beside this design|other devices|Reports beside/);
    expect(notes).not.toMatch(/report\(s\) of these units/);
  });

  it.each([{ threshold: 20 }, { ambient: 24 }, { minimumMinutes: 30 }])(
    'another file than that of a report by other settings, %o, and not the same file',
    async (settings) => {
      const own = await sealedDesign();
      await analysed({ csv: longCsv(only(own)), settings, ...MARCH });
      await analysed({ csv: longCsv(only(own)), designId: own.designId, ...MARCH });
      expect((await toldOf(own)).marks).not.toContain('of other readings');

      february.nextPerson();
      const other = await sealedDesign();
      await analysed({ csv: longCsv(only(other)), settings, ...MARCH });
      await analysed({ csv: longCsv(only(other, make(10, 8))), designId: other.designId, ...MARCH });
      expect((await toldOf(other)).marks).toMatch(
        /made before by other settings, of other readings: the mean is 0\.\d+ there, that of these readings by its settings 0\.\d+, and \d+ units have other values/,
      );
    },
  );

  it('another file than that of a report by settings that find nothing', async () => {
    for (const seed of [7, 8]) {
      const own = await sealedDesign();
      await analysed({ csv: longCsv(only(own)), settings: { threshold: 500 }, ...MARCH });
      await analysed({ csv: longCsv(only(own, make(10, seed))), designId: own.designId, ...MARCH });
      const { marks } = await toldOf(own);
      if (seed === 7) expect(marks).not.toContain('of other readings');
      else
        expect(marks).toMatch(
          /made before by other settings, which find all days alike \(the mean is 0\.000 there\), of other readings: the devices of \d+ units recorded other temperatures/,
        );
      february.nextPerson();
    }
  });

  it('not the same file by another clock', async () => {
    const own = await sealedDesign();
    await analysed({ csv: longCsv(only(own)), ...MARCH, timeZone: 'UTC' });
    const csv = longCsv(only(own)).replaceAll(/(:\d\d),/g, '$1Z,');
    await analysed({ csv, ...MARCH, timeZone: 'Pacific/Auckland' });
    await analysed({ csv, designId: own.designId, ...MARCH });
    expect((await toldOf(own)).marks).not.toContain('of other readings');
  });

  it('the column of temperatures that pleases', async () => {
    const own = await sealedDesign();
    const lines = only(own).flatMap(({ sensor, seconds, celsius }) =>
      seconds.map((at, i) => `${sensor},${stampOf(at)},${celsius[i]},${(celsius[i] ?? 0) + (i % 7)}`),
    );
    const csv = `device,timestamp,temperature,temperature flue\n${lines.join('\n')}\n`;
    const columns = { temperature: 'temperature flue' };
    await analysed({ csv, columns, designId: own.designId, ...MARCH });
    expect((await toldOf(own)).marks).toContain(
      'Temperatures are read from "temperature flue", and the files have another column of temperatures: "temperature".',
    );
  });

  it('rows of other temperatures, laid before those of the same instant', async () => {
    const own = await sealedDesign();
    const [head, ...rows] = longCsv(only(own)).trim().split('\n');
    const twice = rows.flatMap((row, i) => (i % 50 === 0 ? [row.replace(/,[^,]+$/, ',25.5'), row] : [row]));
    await analysed({ csv: [head, ...twice].join('\n'), designId: own.designId, ...MARCH });
    expect((await toldOf(own)).marks).toMatch(/\d+ devices have two temperatures of one instant, \d+ times/);
  });

  it('a logger that was changed in the field leaves the other rows as early as they were', async () => {
    const own = await sealedDesign(({ drawn }) => ({
      sensors: `sensor,household\n${drawn.map((home) => `${home},${home}`).join('\n')}\n`,
    }));
    february.setClock(Date.UTC(2024, 2, 5, 16));
    const [first] = own.drawn as [string];
    const sealed = await february.post('/v1/monitoring/seals', {
      designId: own.designId,
      sensors: `sensor,household\nSN9999,${first}\n${own.drawn.map((home) => `${home},${home}`).join('\n')}\n`,
      reason: 'the logger of the first home died',
    });
    expect(sealed.status, sealed.text).toBe(201);
    february.setClock(Date.UTC(2024, 3, 10, 12));
    const begun = only(own).flatMap((stove) => [
      stove,
      ...(stove.sensor === first ? [{ ...where(stove, (_, day) => day > 4), sensor: 'SN9999' }] : []),
    ]);
    // Loggers are started in the office, long before the days that count.
    await analysed({ csv: longCsv(begun), designId: own.designId, ...MARCH });
    const { marks } = await toldOf(own);
    expect(marks).not.toContain('could know what each recorded');
    expect(marks).not.toContain('whoever sealed them could know data');
  });

  it('rows before the days that count make no seal late', async () => {
    const own = await sealedDesign();
    const early = make(10, 7, BEGIN - 25 * DAY);
    const csv = longCsv(only(own, early).concat(only(own)));
    await analysed({ csv, designId: own.designId, ...MARCH });
    expect((await toldOf(own)).marks).not.toContain('after the first reading');
  });

  it('marks shares that are typed beside a report of days that no analysis has', async () => {
    const own = await february.unsealedDesign();
    await analysed({ csv: longCsv(only(own)), ...MARCH });
    const readings = own.drawn.map((unitId, i) => ({
      unitId,
      date: '2024-03-20',
      value: 0.7 + (i % 4) / 20,
    }));
    const typed = { designId: own.designId, from: '2024-03-15', to: '2024-03-25', readings };
    const answer = await february.post('/v1/sampling/periods', typed);
    expect(answer.status, answer.text).toBe(201);
    const { marks } = await toldOf(own);
    expect(marks).toMatch(
      /report of loggers use-\S+ \(\d+ of these units, 2024-03-01 to 2024-03-10\) is of days that no analysis of this design has: its mean is 0\.\d+, and that of this analysis 0\.7/,
    );
  });

  it('marks typed values of a design whose first year was found by sealed settings', async () => {
    const own = await sealedDesign();
    const again = await february.post(`/v1/sampling/${own.designId}/recalculation`, {
      mean: 0.5,
      sd: 0.2,
      dropoutRate: 0.1,
    });
    expect(again.status, again.text).toBe(201);
    const designId = String(again.at('design.designId'));
    const readings = own.drawn.map((unitId, i) => ({
      unitId,
      date: '2024-03-20',
      value: 0.7 + (i % 4) / 20,
    }));
    const typed = { designId, from: '2024-03-15', to: '2024-03-25', readings };
    const answer = await february.post('/v1/sampling/periods', typed);
    expect(answer.status, answer.text).toBe(201);
    expect((await toldOf({ ...own, designId })).marks).toContain(
      `How values of ${own.designId}, which this design recalculates, are found in what devices record is sealed there`,
    );
  });
});
