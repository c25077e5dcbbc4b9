import { describe, expect, it } from 'vitest';
import type { UseReport } from './service.js';
import type { DrawnDesign } from './testing/drawn-design.js';
import { longCsv } from './testing/generate-loggers.js';
import { homes, MARCH, only, sealedInFebruary, stoves } from './testing/sealed-in-february.js';

const february = sealedInFebruary();
const { analysed, sealedDesign } = february;

const toldOf = async (own: DrawnDesign): Promise<string> =>
  Object.values(await february.toldOf(own)).join('\n');

/** A list that lays the sensor of its own to each drawn home, and to so many of them one of a home that was not drawn. */
function listOf({ drawn }: DrawnDesign, strangers = 0): string {
  const others = homes.filter((home) => !drawn.includes(home));
  const own = drawn.map((home) => `${home},${home},stove`);
  const laid = others.slice(0, strangers).map((other, at) => `${other},${drawn[at]},stove`);
  return `${['sensor,household,stove', ...own, ...laid].join('\n')}\n`;
}

describe('whoever lays sensors to homes', () => {
  it('is not marked where sensors and files say it themselves, and the note counts them', async () => {
    const own = await sealedDesign();
    const csv = longCsv(only(own));
    await analysed({ csv, designId: own.designId, ...MARCH });
    const told = await toldOf(own);
    expect(told).toMatch(
      new RegExp(
        `; ${own.drawn.length} devices at ${own.drawn.length} units, as they or their files are named, hash [0-9a-f]{64}`,
      ),
    );
    expect(told).not.toMatch(/list of devices|other devices|named after other units/);
  });

  it('cannot lay those of homes that were not drawn to drawn ones in silence', async () => {
    const own = await sealedDesign();
    const csv = longCsv(stoves);
    const honest = await analysed({ csv, sensors: listOf(own), ...MARCH });
    expect(honest.designId).toBeNull();
    const report = await analysed({ csv, sensors: listOf(own, 5), designId: own.designId, ...MARCH });
    const told = await toldOf(own);
    const [first] = own.drawn;
    expect(told).toContain(
      '5 devices that are named after other units of the registry are laid to 5 units (',
    );
    expect(told).toContain(` at ${first}`);
    expect(told).toContain('5 units had other devices in 1 analysis or analyses of these days before (');
    expect(told).toContain('The list of devices, which says whose each is, was not sealed before the data');
    expect(told).toMatch(
      new RegExp(
        `; ${own.drawn.length + 5} devices at ${own.drawn.length} units, up to 2 at one, several at 5, by a list of the hash [0-9a-f]{64}, which no seal before it fixes`,
      ),
    );
    expect(report.period?.warnings.join('\n')).toContain('named after other units of the registry');
  });

  it('is bound by a list that was sealed before the data', async () => {
    const own = await sealedDesign((drawn) => ({ sensors: listOf(drawn) }));
    const csv = longCsv(only(own));
    const body = { csv, designId: own.designId, ...MARCH };
    const other = await february.post('/v1/monitoring/stove-use', { ...body, sensors: listOf(own, 5) });
    expect([other.status, other.at('errors')]).toEqual([409, [{ field: 'sensors', message: 'is sealed' }]]);
    // The same in another order and form is the same list; left out, it applies by itself.
    const [head, ...rows] = listOf(own).trim().split('\n');
    const again = [head, ...rows.reverse()].join('\r\n').replaceAll(',', ';');
    await analysed({ ...body, sensors: again });
    const report = await analysed(body);
    expect(report.households).toHaveLength(own.drawn.length);
    const told = await toldOf(own);
    expect(told).toMatch(/by a list of the hash [0-9a-f]{64}, sealed on 2024-02-10/);
    expect(told).not.toMatch(/was not sealed|could know what each|other devices|named after other units/);
    const shown = await february.get(`/v1/monitoring/detection?designId=${own.designId}`);
    expect(shown.at('sensors')).toMatchObject({ seal: 1, sensors: own.drawn.length });
  });

  it('seals another list with a reason alone, and after the data that is marked', async () => {
    const own = await sealedDesign((drawn) => ({ settings: { threshold: 12 }, sensors: listOf(drawn) }));
    const anew = { designId: own.designId, sensors: listOf(own, 1) };
    expect((await february.post('/v1/monitoring/seals', anew)).status).toBe(409);
    const sealed = await february.post('/v1/monitoring/seals', { ...anew, reason: 'a logger was changed' });
    expect(sealed.status, sealed.text).toBe(201);
    // The settings that were sealed stay as they are.
    expect(sealed.at('')).toMatchObject({
      seal: 1,
      settings: { wood: { threshold: 12 } },
      sensors: { seal: 2 },
    });
    await analysed({ csv: longCsv(stoves), designId: own.designId, ...MARCH });
    const told = await toldOf(own);
    expect(told).toContain('Seal 2 of the list of devices takes the place of the one before it');
    expect(told).toMatch(
      /Seal 2 of the list of devices is of 2024-04-\S+; 1 rows of it were sealed after the first reading of their devices/,
    );
  });
});

describe('what loggers recorded', () => {
  const typed = (own: DrawnDesign, value: (home: string, at: number) => number) => ({
    designId: own.designId,
    from: MARCH.from,
    to: MARCH.to,
    reason: 'typed in from lists',
    readings: own.drawn.map((unitId, at) => ({ unitId, date: MARCH.to, value: value(unitId, at) })),
  });
  const shareIn = (report: UseReport) => (home: string) => {
    const [stove] = report.households.find(({ household }) => household === home)?.stoves ?? [];
    return stove === undefined ? 0 : Math.round((stove.useDays / stove.observedDays) * 100) / 100;
  };

  it('cannot be typed in otherwise in silence, nor without its settings', async () => {
    const own = await sealedDesign();
    const csv = longCsv(only(own));
    // Beside the design, by settings of one's own.
    const share = shareIn(await analysed({ csv, ...MARCH, settings: { threshold: 5, slope: 0 } }));
    const same = await february.post('/v1/sampling/periods', typed(own, share));
    expect(same.status, same.text).toBe(201);
    const told = `1 report(s) of loggers on this oracle have ${own.drawn.length} of these units on these days, and readings were handed in beside them`;
    expect(same.at('warnings')).toContain(
      `${told} that say the same: by which settings they were found, no entry says.`,
    );
    expect(same.at('warnings')).toContainEqual(
      expect.stringMatching(
        /^How values of this design are found .* is sealed \(entry \d+, stove use\), and these readings came from no device/,
      ),
    );
    const other = await february.post(
      '/v1/sampling/periods',
      typed(own, (home, at) => (at < 4 ? 1 : share(home))),
    );
    expect(other.at('warnings')).toContain(`${told}: those of 4 units are in none of them.`);
    expect(await toldOf(own)).toContain('those of 4 units are in none of them');
  });

  it('is nothing to hold kilograms against', async () => {
    const own = await sealedDesign();
    const csv = longCsv(only(own));
    await analysed({ csv, ...MARCH });
    const fuel = await february.post(
      '/v1/sampling/periods',
      typed(own, (_, at) => 2.37 + at / 13),
    );
    expect(fuel.status, fuel.text).toBe(201);
    expect(JSON.stringify(fuel.at('warnings'))).not.toContain('of loggers');
  });
});
