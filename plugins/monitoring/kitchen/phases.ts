import { readWholeTable, TableFault, type TableSource, type WholeTable } from 'oracle-runtime/kit';
import { kindOf } from '../detection/detector-settings.js';

const MOST_ROWS = 200_000;

/** The sheet that holds the table; of a workbook with a sheet for each phase, all of one heading. */
export async function wholeOf(source: TableSource, sheet: string | undefined): Promise<WholeTable> {
  if (sheet !== undefined) return readWholeTable(source, { most: MOST_ROWS, sheet });
  try {
    return await readWholeTable(source, { most: MOST_ROWS });
  } catch (error) {
    if (!(error instanceof TableFault)) throw error;
    const all = await readWholeTable(source, { most: MOST_ROWS, sheet: '*', mayJoin: true }).catch(
      () => undefined,
    );
    if (all?.joined === undefined || all.joined.length < 2) throw error;
    return all;
  }
}

/** Which sheet a line is of, where several were read as one. */
export function sheetsOf({ joined = [] }: WholeTable): ((line: number) => string) | undefined {
  if (joined.length < 2) return undefined;
  return (line) => joined.findLast((each) => each.line <= line)?.name ?? '';
}

/** Whose stove it is, as a cell or the name of a sheet says it; undefined where that is neither or both. */
export function phaseOf(words: string): 'baseline' | 'project' | undefined {
  const said = words.toLowerCase();
  if (/base|trad|before|three|open|tsf|old|control|reference|alt\b|ancien/.test(said)) return 'baseline';
  const isProject = /proj|improv|after|new|ics|interven|rocket|neu\b|nouveau/.test(said);
  return isProject || kindOf(said) === 'gas' ? 'project' : undefined;
}
