import { expect, it } from 'vitest';
import { selectionCsv } from './selection-files.js';

it('writes a list of which a spreadsheet runs nothing', () => {
  const unit = (id: string) => ({ order: 1, id });
  const selected = ["=cmd|'/c calc'!A0", '+1+1', '@SUM(A1)', '-2+3', 'HH-1'].map(unit);
  const csv = selectionCsv({ strata: [{ name: '=1', selected, replacements: [] }] });
  expect(csv.split('\r\n').slice(1, -1)).toEqual([
    "'=1,selected,1,'=cmd|'/c calc'!A0,",
    "'=1,selected,1,'+1+1,",
    "'=1,selected,1,'@SUM(A1),",
    "'=1,selected,1,'-2+3,",
    "'=1,selected,1,HH-1,",
  ]);
});
