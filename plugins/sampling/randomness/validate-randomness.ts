import { OracleError } from 'oracle-runtime/plugin';
import { loadDistributions } from '../distributions/load-distributions.js';
import type { FrameColumns } from '../registry/frame-columns.js';
import { normalizeId } from '../registry/id-rule.js';
import { openRegistry } from '../registry/open-registry.js';
import { readFrame } from '../registry/read-frame.js';
import type { RegistrySource } from '../registry/registry-source.js';
import type { ReadOptions } from '../registry/registry-table.js';
import { type SelectionRecord, selectionRecordSchema } from '../selection/selection-record.js';
import { type Verification, verifySelectionRecord } from '../selection/verify-record.js';
import { composition, type Diagnostic, placement } from './diagnose-sample.js';
import { holm } from './holm.js';
import { RankCounter } from './rank-counter.js';

export interface RandomnessRequest {
  /** The record of the draw; with it the draw is repeated, which settles the question. Untrusted JSON. */
  readonly record?: unknown;
  /** Without a record: the selected ids in the order of the draw, taken as one simple random sample. */
  readonly selected?: readonly string[];
  /** Columns of the registry; with a record, those of the draw unless given. A stratum column adds a composition test. */
  readonly columns?: Partial<FrameColumns>;
  readonly read?: ReadOptions;
  /** Default 0.95. */
  readonly confidence?: number;
}

export interface JudgedDiagnostic extends Diagnostic {
  /** The stratum it is about; `null` for the whole frame. */
  readonly stratum: string | null;
  /** p after Holm's adjustment over all diagnostics of this answer. */
  readonly pAdjusted: number;
  readonly finding: string;
}

export interface RandomnessReport {
  /** `pass`: the record's seed gives exactly this sample from this frame. `unknown`: there is no record to repeat. */
  readonly recomputed: 'pass' | 'fail' | 'unknown';
  readonly verification?: Verification;
  readonly integrity: readonly {
    readonly check: string;
    readonly passed: boolean;
    readonly detail: string;
  }[];
  readonly diagnostics: readonly JudgedDiagnostic[];
  /** Variables that the design fixes, or of which there is too little to test. */
  readonly notTested: readonly { readonly what: string; readonly why: string }[];
  readonly confidence: number;
  readonly statement: string;
}

interface Group {
  readonly name: string | null;
  readonly ids: readonly string[];
  readonly ranks: RankCounter;
  readonly classes: Map<string, Map<string, { sample: number; frame: number }>>;
}

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
      : await verifySelectionRecord(request.record, source, request.read);
  const drawn = drawnLists(record, request.selected);
  const stratified = record !== undefined && drawn.some((each) => each.name !== null);
  const columns = chooseColumns(record, request.columns);

  const groups = new Map<string | null, Group>();
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

function parseRecord(request: RandomnessRequest): SelectionRecord | undefined {
  if (request.record !== undefined) {
    const parsed = selectionRecordSchema.safeParse(request.record);
    if (parsed.success) return parsed.data;
    throw new OracleError('invalid_request', {
      detail: 'The record is no selection record of version 1.',
      errors: parsed.error.issues
        .slice(0, 20)
        .map((issue) => ({ field: ['record', ...issue.path].join('.'), message: issue.message })),
    });
  }
  if (request.selected === undefined || request.selected.length === 0) {
    throw new OracleError('invalid_request', {
      detail: 'There is neither a selection record nor a list of selected ids to validate.',
      hint: 'Send the record of the draw: only with it can the draw be repeated.',
      errors: [{ field: 'selected', message: 'must list at least one id when there is no record' }],
    });
  }
  return undefined;
}

function drawnLists(
  record: SelectionRecord | undefined,
  selected: readonly string[] | undefined,
): { name: string | null; ids: string[] }[] {
  if (record !== undefined)
    return record.strata.map(({ name, selected: units }) => ({ name, ids: units.map((unit) => unit.id) }));
  const ids = (selected ?? []).map((cell) => {
    const normal = normalizeId(cell);
    return 'id' in normal ? normal.id : cell;
  });
  return [{ name: null, ids }];
}

function chooseColumns(record: SelectionRecord | undefined, given: Partial<FrameColumns> = {}): FrameColumns {
  const recorded = record?.frame.columns;
  const id = given.id ?? recorded?.id;
  if (id === undefined) {
    throw new OracleError('invalid_request', {
      detail: 'The id column of the registry is not named.',
      errors: [{ field: 'columns.id', message: 'is needed when there is no record' }],
    });
  }
  const stratum = given.stratum ?? recorded?.stratum;
  const adopter = given.adopter ?? recorded?.adopter;
  return { id, ...(stratum !== undefined && { stratum }), ...(adopter !== undefined && { adopter }) };
}

function tally(group: Group, variable: string, value: string, inSample: boolean): void {
  const classes = group.classes.get(variable) ?? new Map<string, { sample: number; frame: number }>();
  group.classes.set(variable, classes);
  const counts = classes.get(value) ?? { sample: 0, frame: 0 };
  classes.set(value, counts);
  counts.frame++;
  if (inSample) counts.sample++;
}

async function diagnose(
  groups: readonly Group[],
  notTested: { what: string; why: string }[],
): Promise<(Diagnostic & { stratum: string | null })[]> {
  const distributions = await loadDistributions();
  const diagnostics: (Diagnostic & { stratum: string | null })[] = [];
  for (const group of groups) {
    for (const [variable, classes] of group.classes) {
      const one = composition(
        variable,
        [...classes].map(([name, counts]) => ({ name, ...counts })),
        distributions,
      );
      if (one === undefined)
        notTested.push({
          what: variable,
          why: 'it has one value only, or the sample is empty or the whole frame',
        });
      else diagnostics.push({ ...one, stratum: group.name });
    }
    const ranks = group.ranks.ranks();
    const places = group.ids.map((id) => ranks.get(id) ?? 0);
    const some = placement(places, group.ranks.size, distributions);
    if (some.length === 0)
      notTested.push({
        what: `places${group.name === null ? '' : ` in ${group.name}`}`,
        why: 'fewer than 10 units, or the whole frame',
      });
    diagnostics.push(...some.map((one) => ({ ...one, stratum: group.name })));
  }
  return diagnostics;
}

function judge(
  diagnostics: readonly (Diagnostic & { stratum: string | null })[],
  alpha: number,
): JudgedDiagnostic[] {
  const adjusted = holm(diagnostics.map((each) => each.p));
  return diagnostics.map((each, at) => {
    const pAdjusted = adjusted[at] ?? 1;
    const finding =
      pAdjusted >= alpha
        ? 'no evidence against a random draw'
        : `unusual for a random draw (adjusted p below ${Number(alpha.toPrecision(3))}): look for a cause in the registry or in how the list was made`;
    return { ...each, pAdjusted, finding };
  });
}

function integrityOf(
  drawn: readonly { name: string | null; ids: readonly string[] }[],
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

function statementOf(
  recomputed: RandomnessReport['recomputed'],
  judged: readonly JudgedDiagnostic[],
  verification: Verification | undefined,
): string {
  const unusual = judged.filter((each) => each.finding !== 'no evidence against a random draw').length;
  const diagnosed =
    judged.length === 0
      ? 'No diagnostic applies.'
      : unusual === 0
        ? `None of ${judged.length} diagnostics gives evidence against a random draw.`
        : `${unusual} of ${judged.length} diagnostics ${unusual === 1 ? 'is' : 'are'} unusual; that alone refutes nothing, and the sample stands.`;
  if (recomputed === 'pass') {
    const trust =
      verification?.trust === 'verifiable'
        ? 'The seed came from a value that was unknown when frame and plan were fixed.'
        : 'The seed was typed by a person: the draw can be repeated, but nothing shows that it was the only one tried.';
    return `The draw was repeated from its seed and gives exactly this sample. ${trust} ${diagnosed}`;
  }
  if (recomputed === 'fail') {
    const last = verification?.checks.at(-1);
    return `The draw could not be repeated: ${last?.name ?? 'record'}: ${last?.detail ?? ''}. The sample is not what the record says, whatever the diagnostics show. ${diagnosed}`;
  }
  return `There is no record of the draw, so it cannot be repeated: randomness is not shown. ${diagnosed}`;
}
