import { readdirSync, readFileSync } from 'node:fs';
import { OracleError } from 'oracle-runtime/plugin';
import { describe, expect, it } from 'vitest';
import { readReadings } from './periods/read-readings.js';
import { assertSoundFrame } from './registry/frame-faults.js';
import { inspectRegistry } from './registry/inspect-registry.js';
import { hashOfList } from './registry/list-hash.js';
import { fileSource } from './registry/registry-source.js';

/** Files as people send them, each with how it must be read: right, or refused with the line. */
const folder = (kind: string) => new URL(`./fixtures/messy/${kind}/`, import.meta.url);

/** The hash of HH-001 to HH-012, which is the frame of every registry that is read right. */
const FRAME = hashOfList(Array.from({ length: 12 }, (_, at) => `HH-${String(at + 1).padStart(3, '0')}`));

interface Right {
  /** What is said of it, as the inspection has it. */
  readonly said?: Record<string, unknown>;
  readonly leftOut?: readonly string[];
}

const right = (used: string, leftOut: readonly string[] = [], said: Record<string, unknown> = {}): Right => ({
  leftOut,
  said: { used: expect.objectContaining({ id: used }), ...said },
});

const REGISTRIES: Readonly<Record<string, Right | RegExp>> = {
  'plain.csv': right('hh_id', [], { headerLine: 1, firstUnits: ['HH-001', 'HH-002', 'HH-003'] }),
  'excel-semicolon.csv': right('hh_id', [], { delimiter: ';' }),
  'excel-unicode.txt': right('hh_id', [], { delimiter: '\t' }),
  'utf-16-big-endian.csv': right('hh_id', [], { delimiter: ';' }),
  'sep-line.csv': right('hh_id', ['1 separator'], { delimiter: ';', headerLine: 2 }),
  'titles.csv': right('hh_id', ['1 title', '2 title'], { headerLine: 4 }),
  'groups.csv': right('hh_id', ['1 title'], { headerLine: 2 }),
  'labels.csv': right('hh_id', ['2 second header']),
  'joined.csv': right('hh_id', ['8 repeated header']),
  'two-tables.csv': /the header of another table in the place of the id \(line 15: stove_id\)/,
  'total.csv': right('hh_id', ['14 total'], { lastUnits: ['HH-010', 'HH-011', 'HH-012'] }),
  'total-with-count.csv': right('hh_id', ['14 total']),
  'total-in-another-column.csv': right('hh_id', ['14 total']),
  'sub-totals.csv': right('hh_id', ['8 total', '15 total', '16 total']),
  'summe.csv': right('Haushalt', ['14 total']),
  'total-elsewhere.csv': right('hh_id', ['14 total']),
  'blank-trailers.csv': right('hh_id'),
  'footnote.csv': /a note in the place of the id \(line 14: Source: census of 2020\)/,
  'not-available.csv': /a mark for a missing value in the place of the id \(line 14: #N\/A\)/,
  'null-id.csv': /missing value in the place of the id \(line 14: NULL\)/,
  'no-id.csv': /no id \(line 14\)/,
  'zero-width.csv': /not seen, such as a zero-width space: type it anew \(line 14: HH-003/,
  'no-break-space.csv': /not seen, such as a zero-width space: type it anew \(line 14: HH/,
  'capitals.csv': /differs from another in capital letters alone \(line 14: hh-003, like HH-003 of line 4\)/,
  'other-dash.csv':
    /looks like another and is written with other characters \(line 14: HH\u2011003, like HH-003 of line 4\)/,
  'cyrillic.csv': /written with other characters \(line 14: \u041d\u041d-003, like HH-003 of line 4\)/,
  'full-width.csv': /written with other characters \(line 14: \uff28.*, like HH-003 of line 4\)/,
  'lost-zeros.csv': /in zeros before a number or in what parts.* \(line 14: HH-3, like HH-003 of line 4\)/,
  'other-separator.csv': /in what parts its letters alone \(line 14: HH 003, like HH-003 of line 4\)/,
  'noted.csv': /in a note in brackets alone \(line 14: HH-003 \(new\), like HH-003 of line 4\)/,
  'strata-with-gaps.csv': {
    said: {
      size: 12,
      sha256: FRAME,
      used: { id: 'hh_id', size: 'members' },
      warnings: [
        'the column "setting" could name strata, but is not used: 2 rows with no stratum (lines 4: HH-003, 8: HH-007). Fill these in, or name the column to draw by it',
      ],
    },
  },
  'duplicates.csv': /an id that occurs before \(line 14: HH-003\)/,
  'padded-duplicates.csv': /an id that occurs before \(line 14: HH-003\)/,
  'ragged.csv': /more cells than the header has columns \(line 14: surplus\)/,
  'latin-1.csv': /not valid UTF-8/,
  'old-mac.csv': right('hh_id'),
  'line-breaks.csv': right('hh_id'),
  'list.txt': right('column 1', [], { header: false }),
  'odd-id.csv': {
    said: { size: 13, warnings: [expect.stringContaining('unlike the others: line 14 "TEST"')] },
  },
  'points.csv': /a size that may be thousands or thousandths.* \(line 2: 1\.100\)/,
  'decimals.csv': right('village_id'),
  'rounded.csv': /a number that a spreadsheet rounded .* \(line 14: 2\.54712E\+11\)/,
  'thousands.csv': /a size that is not a positive number.*\(lines 2: HH-001 = 1,100/,
  'pandas.csv': right('hh_id'),
  'array-on-one-line.json': right('hh_id', [], { format: 'json' }),
  'array.json': right('hh_id', [], { format: 'json' }),
  'ids-only.json': /an element of the list is no object/,
  'lines.ndjson': right('hh_id', [], { format: 'ndjson' }),
  'broken-line.ndjson': /Line 12: the line is not JSON/,
  'layer.geojson': right('hh_id', [], { format: 'geojson' }),
  'cut-layer.geojson': /no whole GeoJSON FeatureCollection/,
  'kobo.json': right('household/hh_id', [], { program: 'KoboToolbox' }),
  'kobo-page.json': /one page of several: its "next" names another/,
  'kobo.csv': right('household/hh_id', [], { program: 'KoboToolbox', delimiter: ';' }),
  'kobo-without-household.csv': /No question of this export of KoboToolbox is called the id of a household/,
  'odk.json': right('household/hh_id', [], { program: 'ODK Central' }),
  'odk-rejected.json': /a submission that a review turned down.* \(line 5: HH-005\)/,
  'kobo-not-approved.csv': /a submission that a review turned down.* \(line 8: HH-007\)/,
  'kobo-repeat.json': {
    said: {
      size: 24,
      used: { id: 'stoves/stove_id' },
      firstUnits: ['S00-0', 'S01-0', 'S01-1'],
      warnings: ['each answer of the repeat group "stoves" is read as a unit'],
    },
  },
  'odk-page.json': /one page of several: its "@odata.nextLink" names another/,
  'odk.csv': right('household-hh_id', [], { program: 'ODK Central' }),
  'openpyxl.xlsx': right('hh_id', [], { sheet: 'Households' }),
  'openpyxl-read-me.xlsx': right('hh_id', [], { sheet: 'Households' }),
  'openpyxl-codes.xlsx': right('hh_id', [], { sheet: 'Households' }),
  'openpyxl-shown-codes.xlsx': right('hh_id', [], { warnings: [] }),
  'openpyxl-two-lists.xlsx': /2 sheets that could be meant: "North", "South"/,
  'openpyxl-titles.xlsx': right('hh_id', ['1 title', '16 total'], { headerLine: 3 }),
  'openpyxl-no-header.xlsx': right('column 1', [], { header: false }),
  'pandas.xlsx': right('hh_id'),
  'excel-blank-rows.xlsx': right('hh_id'),
  'excel-numbers.xlsx': { said: { size: 12, warnings: [expect.stringContaining('holds numbers')] } },
  'excel-error.xlsx': /Line 14: a cell holds the Excel error #N\/A/,
  'libreoffice.xlsx': right('hh_id'),
  'libreoffice.csv': right('hh_id', [], { delimiter: ';' }),
  'old-excel.xls': /old Excel workbook/,
};

/** What a person says of a file. */
const CHOSEN: Readonly<Record<string, Parameters<typeof inspectRegistry>[1]>> = {
  'thousands.csv': { columns: { size: 'households' } },
  'points.csv': { columns: { size: 'households' } },
  'decimals.csv': { columns: { size: 'hectares' } },
  'kobo-repeat.json': { columns: { id: 'stoves/stove_id', stratum: null, adopter: null, size: null } },
};

async function complaint(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
  } catch (error) {
    if (OracleError.isInstance(error)) return error.detail;
    throw error;
  }
  return 'nothing was refused';
}

describe('messy registries', () => {
  it('are all in the table', () => {
    expect(readdirSync(folder('registries')).sort()).toEqual(Object.keys(REGISTRIES).sort());
  });

  it.each(Object.entries(REGISTRIES))('%s', async (name, expected) => {
    const source = fileSource(new URL(name, folder('registries')).pathname);
    const sound = async () => {
      const inspection = await inspectRegistry(source, CHOSEN[name]);
      assertSoundFrame(inspection.faults, { name, id: inspection.used.id });
      return inspection;
    };
    if (expected instanceof RegExp) {
      expect(await complaint(sound())).toMatch(expected);
      return;
    }
    const inspection = await sound();
    expect(inspection).toMatchObject(expected.said ?? {});
    if (expected.leftOut === undefined) return;
    expect(inspection.leftOut.map(({ line, why }) => `${line} ${why}`)).toEqual(expected.leftOut);
    expect(inspection).toMatchObject({ size: 12, sha256: FRAME });
    const { warnings } = inspection;
    expect(warnings.some((each) => each.startsWith('left out'))).toBe(expected.leftOut.length > 0);
  });
});

interface RightReadings {
  readonly values: readonly (number | string)[];
  readonly read?: Record<string, unknown>;
}

const values = (of: readonly (number | string)[], read: Record<string, unknown> = {}): RightReadings => ({
  values: of,
  read,
});
const twelve = Array.from({ length: 12 }, () => 1.201);

const READINGS: Readonly<Record<string, RightReadings | RegExp>> = {
  'broken-stoves.csv': values(
    Array.from({ length: 100 }, (_, at) => (at % 10 < 3 ? 0 : 1)),
    {
      remarks: [
        expect.stringMatching(/the values of 30 lines .* count, although the status says "stove broken"/),
      ],
    },
  ),
  'remarks.csv': values(
    Array.from({ length: 40 }, (_, at) => 2 + (at % 3)),
    { unread: ['remark'] },
  ),
  'unknown-status.csv': /line 3, column "status": "see page 4" is not understood: write refused, not found/,
  'known-status.csv': values([2, 'not found', 'refused', 3], {
    remarks: ['the values of line 5 count, although the status says "checked by Anna"'],
  }),
  'invalid-beside-value.csv': /line 3, column "status": "invalid reading" speaks against the value 3/,
  'tab-thousands.tsv': /line 2, column "value": "1,234" may be 1234 or 1.234/,
  'tab-thousands-clear.tsv': values([1234, 2345.5, 950], {
    numbers: { decimal: '.', percent: false, grouped: true },
  }),
  'quoted-decimal-comma.csv': values([3.5, 2.25, 4], { numbers: expect.objectContaining({ decimal: ',' }) }),
  'german.csv': values([1201, 900.5, 12], { numbers: { decimal: ',', percent: false, grouped: true } }),
  'swiss.csv': values([1201.5, 900.5, 12]),
  'french.csv': values([1201.5, 900.5, 12]),
  'both-decimals.csv':
    /line 2, column "value": "3\.5" has a decimal point; line 3, column "value": "3,5" has a decimal comma/,
  'yes-in-spanish.csv': values([1, 0, 1], { columns: { unitId: 'hogar', date: 'fecha', value: 'uso' } }),
  'percent.csv': values([0.85, 0.9, 0.775], { numbers: expect.objectContaining({ percent: true }) }),
  'percent-beside-share.csv':
    /line 2, column "value": "85%" has a percent sign; line 3, column "value": "0\.9" has none/,
  'minus-99.csv': /line 3, column "value": "-99" looks like a code for a missing value/,
  'code-99-beside-yes.csv': /line 4, column "value": "99" looks like a code for a missing value/,
  'negative-values.csv': values([3.5, -9, -1.5]),
  'second-header.csv': values(
    Array.from({ length: 12 }, () => 2),
    { leftOut: [expect.objectContaining({ line: 2, why: 'second header' })] },
  ),
  'titles-and-total.csv': values([3.5, 2.5, 4], {
    headerLine: 2,
    leftOut: [expect.objectContaining({ line: 1 }), expect.objectContaining({ line: 6, why: 'total' })],
    remarks: ['left out as no readings: line 1 (title "Kitchen test"), line 6 (total "Total 10")'],
  }),
  'with-unit.csv': /line 2, column "value": "3\.5 kg" is no number: write the number alone/,
  'not-available.csv': /line 3, column "value": "#N\/A" is an error of a spreadsheet/,
  'no-value.csv': values([3.5, 'invalid value', 'invalid value'], {
    remarks: ['2 lines (3, 4) have neither a value nor a reason'],
  }),
  'german-days.csv': values([3.5, 4], { days: 'day first' }),
  'unclear-days.csv': /line 2, column "date": "03\/04\/2024" may have the day or the month first/,
  'american-days.csv': values([3, 4], { days: 'month first' }),
  'capitals.csv': /line 3, column "unit_id": "hh-001" is "HH-001" above/,
  'spelled-otherwise.csv': /line 3, column "unit_id": "HH 1" is "HH-001" above \(2\): spell it alike/,
  'two-values.csv': /Several columns could hold the value: "hours", "kg"/,
  'no-header.csv': /no line that names the columns/,
  'array.json': values(twelve, { format: 'json' }),
  'kobo.json': values([...twelve, 'refused'], { program: 'KoboToolbox' }),
  'kobo-repeat.json': values([0.5, 1.5, 2.5, 0.5, 1.5, 2.5, 'refused'], {
    program: 'KoboToolbox',
    columns: expect.objectContaining({ unitId: 'visit/hh_id', value: 'weighing/usage' }),
    remarks: ['each answer of the repeat group "weighing" is read as a reading'],
  }),
  'odk-repeat.json': values([1, 1, 2, 2, 3, 3], {
    columns: { unitId: 'visit/hh_id', date: '__system/submissionDate', value: 'days/value' },
    remarks: ['each answer of the repeat group "days" is read as a reading'],
  }),
  'key-twice.json': /Line 1: the object has a key twice/,
  'two-measures.csv':
    /line 3, column "value": "2500" is in g, the value of line 2 is in kg: bring all to one/,
  'one-measure.csv': values([3.5, 2.5], { unread: ['unit'] }),
  'kobo.csv': values([...twelve, 'refused'], {
    program: 'KoboToolbox',
    columns: { unitId: 'visit/hh_id', date: 'start', value: 'visit/usage', status: 'visit/status' },
  }),
  'odk.json': values(twelve, { program: 'ODK Central' }),
  'odk-rejected.json': /line 5, column "visit\/hh_id": "HH-005" was turned down in a review/,
  'odk.csv': values(twelve, {
    program: 'ODK Central',
    columns: expect.objectContaining({ unitId: 'visit-hh_id' }),
  }),
  'openpyxl.xlsx': values(twelve, { sheet: 'Data', leftOut: [] }),
  'openpyxl-formulas.xlsx': /line 2, column "value": is a formula without its value/,
  'openpyxl-text-numbers.xlsx': /line 2, column "value": "1,201" may be 1201 or 1.201/,
  'pandas.xlsx': values(twelve),
  'libreoffice.xlsx': values([3.5, 2.5, 4]),
};

describe('messy readings', () => {
  it('are all in the table', () => {
    expect(readdirSync(folder('readings')).sort()).toEqual(Object.keys(READINGS).sort());
  });

  it.each(Object.entries(READINGS))('%s', async (name, expected) => {
    const read = () => readReadings(readFileSync(new URL(name, folder('readings'))));
    if (expected instanceof RegExp) {
      expect(await complaint(read())).toMatch(expected);
      return;
    }
    const { readings, read: understood } = await read();
    expect(readings.map(({ value, reason }) => value ?? reason)).toEqual(expected.values);
    expect(readings.every(({ unitId, date }) => unitId.startsWith('HH-') && date.startsWith('2024-0'))).toBe(
      true,
    );
    expect(understood).toMatchObject(expected.read ?? {});
  });

  it('are read when a person says which sign is the decimal one', async () => {
    const file = readFileSync(new URL('tab-thousands.tsv', folder('readings')));
    const said = async (decimal: '.' | ',') =>
      (await readReadings(file, { decimal })).readings.map(({ value }) => value);
    expect(await said('.')).toEqual([1234, 2345, 950]);
    expect(await said(',')).toEqual([1.234, 2.345, 950]);
  });
});
