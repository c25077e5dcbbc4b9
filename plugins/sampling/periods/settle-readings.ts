import { addTo } from 'oracle-runtime/kit';
import { asMeant, hasNote } from '../registry/alike-ids.js';
import { normalizeId } from '../registry/id-rule.js';
import { isMissingMark } from '../registry/no-unit.js';
import { type DropReason, type Reading, readStatus } from './reading.js';
import { type ValuesOf, valueRule } from './value-codes.js';

/** What a cell of values says, before it is held against the rest of its row. */
export type RawValue = number | 'none' | { readonly reason: DropReason } | { readonly fault: string };

/** One row of readings whose number, day and words were read each for itself. */
export interface RawReading {
  /** Where it stands: line of a file, place in a request. */
  readonly line: number;
  readonly unitId: string;
  readonly date: string;
  readonly value: RawValue;
  /** The value as it stands. */
  readonly text: string;
  readonly stratum: string | undefined;
  readonly status: string;
  /** Whether somebody changed it after it came in; whether it came in before its own day. */
  readonly isEdited?: boolean;
  readonly isSentBefore?: boolean;
}

export type FaultyField = 'unitId' | 'date' | 'value' | 'status';

/** A cell that cannot be read, or that a person must decide about. */
export interface ReadingFault {
  readonly line: number;
  readonly field: FaultyField;
  readonly text: string;
  readonly why: string;
  /** The field of the request that would settle it, such as `decimal`. */
  readonly asks?: string;
}

export interface SettledReadings {
  readonly readings: readonly Reading[];
  readonly faults: readonly ReadingFault[];
  /** What a person should know: words that a value overruled, units without a value. */
  readonly remarks: readonly string[];
  /** Lines with neither a value nor a reason. */
  readonly silent: readonly number[];
}

const REASONS = 'refused, not found, demolished, moved away, device lost, device failed or other';

/**
 * Holds value and status of each row against each other. A value that is there counts, whatever the words beside it: a
 * stove that is broken was used for zero hours. Words decide where there is no value, and then they must be understood.
 * @param of what the values are held against
 */
export function settleReadings(rows: readonly RawReading[], of: ValuesOf = {}): SettledReadings {
  const faults: ReadingFault[] = [];
  const overruled = new Map<string, number[]>();
  const silent: number[] = [];
  const outOfUse: number[] = [];
  const rule = valueRule(
    rows.flatMap(({ value }) => (typeof value === 'number' ? [value] : [])),
    of,
  );
  const readings = rows.map((row): Reading => {
    const { line, date, stratum, value } = row;
    const fault = (field: FaultyField, text: string, why: string) => faults.push({ line, field, text, why });
    const unit = normalizeId(row.unitId);
    if ('fault' in unit && row.unitId.trim() !== '')
      fault('unitId', row.unitId, 'holds a character that is not seen, or is too long: type it anew');
    else if (isMissingMark(row.unitId.trim())) fault('unitId', row.unitId, 'marks a missing id');
    const unitId = 'id' in unit ? unit.id : row.unitId.trim();
    const said = readStatus(row.status);
    if (typeof value === 'number') {
      const why = rule.fault(value);
      if (why !== undefined) fault('value', row.text, why);
      else if (said === 'invalid value')
        fault('status', row.status, `speaks against the value ${row.text}: clear the one that is wrong`);
      else if (said !== 'valid') addTo(overruled, row.status.trim(), line);
      const despite = said !== 'valid' && said !== undefined ? said : undefined;
      return {
        unitId,
        date,
        value,
        stratum,
        ...(despite !== undefined && { despite }),
        ...(row.isEdited === true && { edited: true }),
        ...(row.isSentBefore === true && { sentBefore: true }),
      };
    }
    if (value !== 'none' && 'fault' in value) {
      fault('value', row.text, value.fault);
      return { unitId, date, value: null, stratum, reason: 'invalid value' };
    }
    if (said === undefined) fault('status', row.status, `is not understood: write ${REASONS}`);
    const ownReason = value === 'none' ? undefined : value.reason;
    const reason = said === undefined || said === 'valid' ? ownReason : said;
    if (reason === undefined) silent.push(line);
    if (reason === 'device failed' && of.byDevice !== true) outOfUse.push(line);
    return { unitId, date, value: null, stratum, reason: reason ?? 'invalid value' };
  });
  return {
    readings,
    silent,
    faults: [...faults, ...missingAnswers(rows, readings, silent, of), ...twins(readings, rows)],
    remarks: [
      ...rule.remarks,
      ...[...overruled].map(
        ([words, lines]) => `the values of ${places(lines)} count, although the status says "${words}"`,
      ),
      ...(outOfUse.length === 0
        ? []
        : [
            `${places(outOfUse)} ${outOfUse.length === 1 ? 'says' : 'say'} that the device is broken or out of use, without a value: write 0 where the value is use, for leaving them out raises the mean`,
          ]),
      ...(silent.length === 0
        ? []
        : [`${places(silent)} ${silent.length === 1 ? 'has' : 'have'} neither a value nor a reason`]),
    ],
  };
}

/** `line 7`, `30 lines (2, 3, 4, …)`. */
function places(lines: readonly number[]): string {
  if (lines.length === 1) return `line ${lines[0]}`;
  return `${lines.length} lines (${lines.slice(0, 5).join(', ')}${lines.length > 5 ? ', …' : ''})`;
}

/** Where every answer is yes, what is left empty may be the no: who drops it makes of any share the whole. */
function missingAnswers(
  rows: readonly RawReading[],
  readings: readonly Reading[],
  silent: readonly number[],
  { parameterType }: ValuesOf,
): ReadingFault[] {
  const answers = [...new Set(readings.flatMap(({ value }) => (value === null ? [] : [value])))];
  const [answer] = answers;
  if (parameterType !== 'proportion' || answers.length !== 1 || (answer !== 0 && answer !== 1)) return [];
  const open = new Set(silent);
  const [all, other] = answer === 1 ? ['yes', 'no'] : ['no', 'yes'];
  return rows
    .filter(({ line }) => open.has(line))
    .map(({ line, text }) => ({
      line,
      field: 'value' as const,
      text,
      why: `is neither yes nor no, and all answers are ${all}: write ${other} if that is meant, or say in a status why there is no answer`,
    }));
}

/** Units whose ids can be read as one would count as two. */
function twins(readings: readonly Reading[], rows: readonly RawReading[]): ReadingFault[] {
  const met = new Set<string>();
  const first = new Map<string, { readonly id: string; readonly line: number }>();
  const faults: ReadingFault[] = [];
  for (const [at, { unitId }] of readings.entries()) {
    if (met.has(unitId)) continue;
    const line = rows[at]?.line ?? 0;
    const meant = asMeant(unitId);
    const known = first.get(meant);
    if (known === undefined || (hasNote(unitId) && hasNote(known.id))) {
      met.add(unitId);
      if (known === undefined) first.set(meant, { id: unitId, line });
    } else
      faults.push({
        line,
        field: 'unitId',
        text: unitId,
        why: `is "${known.id}" above (${known.line}): spell it alike`,
      });
  }
  return faults;
}
