import { OracleError } from 'oracle-runtime/plugin';
import { openRegistry } from '../registry/open-registry.js';
import { readFrame } from '../registry/read-frame.js';
import type { RegistrySource } from '../registry/registry-source.js';
import { type Verification, verifySelectionRecord } from '../selection/verify-record.js';
import { type FrameGroup, tally } from './frame-group.js';
import { diagnose, judge } from './judge-groups.js';
import type { RandomnessReport } from './randomness-report.js';
import { statementOf } from './randomness-statement.js';
import { RankCounter } from './rank-counter.js';
import { chooseColumns, drawnLists, parseRecord, type RandomnessRequest } from './sample-in-question.js';
import { integrityOf } from './sample-integrity.js';

/**
 * Judges whether a sample is random. First the recomputation, which proves or refutes it; then diagnostics, which can only
 * fail to find a fault: two-sided, adjusted by Holm for their number, each within its stratum. A variable that the design
 * fixes is not tested. A small p-value is a reason to look for a cause, never to draw again: redrawing until the tests
 * like the sample makes it non-random.
 *
 * @throws OracleError `invalid_request` when there is neither a record nor a list, or the confidence is not in 0.5..1.
 */
export async function validateRandomness(
  source: RegistrySource,
  request: RandomnessRequest,
): Promise<RandomnessReport> {
  const confidence = request.confidence ?? 0.95;
  if (!(confidence >= 0.5 && confidence < 1)) {
    throw new OracleError('invalid_request', {
      detail: `The confidence ${confidence} is not a fraction from 0.5 up to, but not, 1.`,
      errors: [{ field: 'confidence', message: 'must be at least 0.5 and below 1' }],
    });
  }
  const record = parseRecord(request);
  const verification =
    request.record === undefined
      ? undefined
      : withFault(
          await verifySelectionRecord(request.record, source, request.read, request.witnesses),
          request.fault,
        );
  const drawn = drawnLists(record, request.selected);
  const stratified = record !== undefined && drawn.some((each) => each.name !== null);
  const columns = chooseColumns(record, request.columns);

  const groups = new Map<string | null, FrameGroup>();
  for (const { name, ids } of drawn)
    groups.set(name, { name, ids, ranks: new RankCounter(ids), classes: new Map() });
  const chosen = new Map<string | null, Set<string>>(drawn.map(({ name, ids }) => [name, new Set(ids)]));
  const found = new Set<string>();
  const strata: (string | undefined)[] = [];

  const table = await openRegistry(source, { ...request.read, properties: Object.values(columns) });
  const frame = await readFrame(table, columns, {
    onStratum: (name) => strata.push(name),
    onUnit: ({ id, stratum, adopter }) => {
      const key = stratified ? (strata[stratum] ?? null) : null;
      const group = groups.get(key);
      if (group === undefined) return;
      group.ranks.add(id);
      const inSample = chosen.get(key)?.has(id) === true;
      if (inSample) found.add(id);
      if (!stratified && columns.stratum !== undefined)
        tally(group, columns.stratum, strata[stratum] ?? '', inSample);
      if (columns.adopter !== undefined)
        tally(group, columns.adopter, adopter === undefined ? 'unclear' : adopter ? 'yes' : 'no', inSample);
    },
  });

  const notTested: { what: string; why: string }[] = [];
  if (record?.algorithm === 'sha256-pps-systematic-v1') {
    notTested.push({
      what: 'composition and places',
      why: 'units were drawn with unequal probabilities on purpose',
    });
  } else if (stratified) {
    notTested.push({
      what: columns.stratum ?? 'stratum',
      why: 'the design fixes how many come from each stratum',
    });
  }
  const diagnostics =
    record?.algorithm === 'sha256-pps-systematic-v1' ? [] : await diagnose([...groups.values()], notTested);
  const judged = judge(diagnostics, 1 - confidence);
  const recomputed = verification?.verdict ?? 'unknown';
  return {
    recomputed,
    ...(verification && { verification }),
    integrity: integrityOf(drawn, found, record, frame.faults.length),
    diagnostics: judged,
    notTested,
    confidence,
    statement: statementOf(recomputed, judged, verification),
  };
}

/** A draw that repeats, of a record that the trail of its design does not know, was not made there. */
function withFault(found: Verification, fault: string | undefined): Verification {
  if (fault === undefined || found.verdict === 'fail') return found;
  const { checks } = found;
  return { verdict: 'fail', checks: [...checks, { name: 'trail', passed: false, detail: fault }] };
}
