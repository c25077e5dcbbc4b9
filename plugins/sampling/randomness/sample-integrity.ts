import type { SelectionRecord } from '../selection/selection-record.js';
import type { RandomnessReport } from './randomness-report.js';
import type { DrawnList } from './sample-in-question.js';

/** Whether the sample can be one of this frame at all: no unit twice, none from elsewhere, as many as planned. */
export function integrityOf(
  drawn: readonly DrawnList[],
  found: ReadonlySet<string>,
  record: SelectionRecord | undefined,
  faults: number,
): RandomnessReport['integrity'] {
  const ids = drawn.flatMap((each) => each.ids);
  const distinct = new Set(ids);
  const outside = [...distinct].filter((id) => !found.has(id));
  const checks = [
    {
      check: 'no unit twice',
      passed: distinct.size === ids.length,
      detail: `${ids.length} drawn, ${distinct.size} different`,
    },
    {
      check: 'every unit in the frame, in its stratum',
      passed: outside.length === 0,
      detail:
        outside.length === 0
          ? 'all found'
          : `not found: ${outside.slice(0, 20).join(', ')}${outside.length > 20 ? ', …' : ''}`,
    },
    {
      check: 'registry without faulty rows',
      passed: faults === 0,
      detail: faults === 0 ? 'none' : `${faults} kinds of fault; inspect the registry`,
    },
  ];
  for (const planned of record?.plan.strata ?? []) {
    const got = drawn.find((each) => each.name === planned.name)?.ids.length ?? 0;
    checks.push({
      check: planned.name === null ? 'size as planned' : `size of ${planned.name} as planned`,
      passed: got === planned.size,
      detail: `${got} of ${planned.size}`,
    });
  }
  return checks;
}
