import { canonicalJson, sha256Hex } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import type { RegistrySource } from '../registry/registry-source.js';
import type { ReadOptions } from '../registry/registry-table.js';
import { isBefore } from '../trail/trail-state.js';
import { type Commitment, commitmentText } from './commitment.js';
import { drandRoundTime } from './drand.js';
import { drawSelection } from './draw-selection.js';
import { membersLeftOut, namesOfMembers } from './members-left-out.js';
import { foundationOf, type Witness } from './rests-on.js';
import { authoritySeed, drandSeed, type SourcedSeed, typedSeed } from './seed-source.js';
import { recordHash, type SelectionRecord, selectionRecordSchema } from './selection-record.js';

/** Where a record and its recomputation part. */
export interface Difference {
  /** A dotted path into the record. */
  readonly field: string;
  readonly recorded: unknown;
  readonly recomputed: unknown;
}

export interface Verification {
  /** `unproven`: the draw repeats, but nobody is known who saw its commitment before the value was public. */
  readonly verdict: 'pass' | 'unproven' | 'fail';
  /** What was checked, in order; after a failure the rest is not reached. */
  readonly checks: readonly {
    readonly name: string;
    readonly passed: boolean;
    /** Neither passed nor failed: it is not shown. */
    readonly open?: boolean;
    /** It is so, and is for a reader to judge. */
    readonly note?: boolean;
    readonly detail: string;
  }[];
  readonly firstDifference?: Difference;
  readonly trust?: 'reproducible' | 'verifiable';
  /** What the randomness rests on; absent after a failure. */
  readonly restsOn?: string;
}

/** Fields in the order in which a person wants to hear of them. */
const ORDER = ['frame.size', 'frame.sha256', 'frame.strata', 'plan', 'strata', 'selectedSha256'] as const;

/**
 * Repeats the draw of a record from a registry, offline, and compares all of it: the record's own hash, how the seed came
 * about (commitment, beacon, signature), the frame, the plan, every unit in its place with its ticket.
 *
 * A record alone cannot show that its commitment is older than its value, for both are text: that needs a witness.
 *
 * @param record untrusted JSON.
 * @param witnesses who saw the hash of the commitment, and when
 */
export async function verifySelectionRecord(
  record: unknown,
  source: RegistrySource,
  read: ReadOptions = {},
  witnesses: readonly Witness[] = [],
): Promise<Verification> {
  const checks: Verification['checks'][number][] = [];
  const pass = (name: string, detail: string) => checks.push({ name, passed: true, detail });
  const fail = (name: string, detail: string, firstDifference?: Difference): Verification => {
    checks.push({ name, passed: false, detail });
    return { verdict: 'fail', checks, ...(firstDifference && { firstDifference }) };
  };

  const parsed = selectionRecordSchema.safeParse(record);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return fail(
      'record',
      `it is no selection record of version 1: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
    );
  }
  const { data } = parsed;
  const ownHash = recordHash(record as SelectionRecord);
  if (ownHash !== data.sha256) {
    return fail('record', 'its content does not have the hash that it carries', {
      field: 'sha256',
      recorded: data.sha256,
      recomputed: ownHash,
    });
  }
  const strange = membersLeftOut(record, data);
  if (strange.length > 0)
    return fail('record', `it has ${namesOfMembers(strange)}, which no record of version 1 has`);
  pass('record', `well-formed, hash ${ownHash}`);

  const seed = await rebuildSeed(data);
  if ('problem' in seed) return fail('seed', seed.problem);
  if (seed.seed.text !== data.seed.text) {
    return fail('seed', 'it is not what its origin gives', {
      field: 'seed.text',
      recorded: data.seed.text,
      recomputed: seed.seed.text,
    });
  }
  pass(
    'seed',
    data.seed.origin.trust === 'verifiable'
      ? `made of the commitment and the value (${data.seed.origin.kind})`
      : 'reproducible: a person chose it',
  );

  let again: SelectionRecord;
  try {
    again = await drawSelection(source, {
      designId: data.designId,
      projectId: data.projectId,
      algorithm: data.algorithm,
      plan: data.plan,
      seed: seed.seed,
      columns: columnsOf(data),
      read,
      acknowledgeAdoptersOnly: data.frame.adoptersOnlyAcknowledged,
      drawnAt: data.drawnAt,
    });
  } catch (error) {
    if (!OracleError.isInstance(error)) throw error;
    return fail('draw', `it cannot be repeated from this registry: ${error.detail}`);
  }
  const difference = compare(data, again);
  if (difference !== undefined) {
    return fail('draw', `${difference.field} differs`, difference);
  }
  pass('frame', `${data.frame.size} units, hash ${data.frame.sha256}`);
  pass(
    'draw',
    `${again.strata.reduce((sum, each) => sum + each.selected.length, 0)} selected units, list hash ${again.selectedSha256}`,
  );
  const { origin } = data.seed;
  const early = origin.trust === 'verifiable' && seenTooEarly(origin.commitment, witnesses);
  if (early)
    return fail(
      'published',
      `${origin.commitment.sha256}, seen at ${early.at}, was committed at ${origin.commitment.committedAt}: nobody can have seen it before`,
    );
  const { proven, restsOn } = foundationOf(origin, witnesses);
  if (origin.trust === 'reproducible') return { verdict: 'pass', checks, trust: 'reproducible', restsOn };
  checks.push({ name: 'commitment', passed: proven, ...(!proven && { open: true }), detail: restsOn });
  return proven
    ? { verdict: 'pass', checks, trust: 'verifiable', restsOn }
    : { verdict: 'unproven', checks, trust: 'reproducible', restsOn };
}

/** Who says to have seen a commitment before it was made. */
function seenTooEarly({ committedAt }: Commitment, witnesses: readonly Witness[]): Witness | undefined {
  return witnesses.find(({ by, at }) => by === 'auditor' && isBefore(at, committedAt));
}

function columnsOf({ frame: { columns } }: SelectionRecord) {
  const { id, stratum, adopter, size } = columns;
  return {
    id,
    ...(stratum !== undefined && { stratum }),
    ...(adopter !== undefined && { adopter }),
    ...(size !== undefined && { size }),
  };
}

/** Makes the seed again from its origin: the commitment's hash, its time, the beacon's signature. */
async function rebuildSeed({
  seed: { text, origin },
  drawnAt,
}: SelectionRecord): Promise<{ seed: SourcedSeed } | { problem: string }> {
  try {
    if (origin.kind === 'typed') {
      const { origin: again, ...rest } = typedSeed(text);
      return {
        seed: {
          ...rest,
          origin: again.kind === 'typed' ? { ...again, given: origin.given, rule: origin.rule } : again,
        },
      };
    }
    const commitment: Commitment = origin.commitment;
    const expected = commitmentText(commitment);
    if (expected !== commitment.text) return { problem: `the text of the commitment should be ${expected}` };
    if (sha256Hex(expected) !== commitment.sha256) {
      return { problem: 'the hash of the commitment is not that of its text' };
    }
    if (isBefore(drawnAt, commitment.committedAt))
      return {
        problem: `the draw of ${drawnAt} came before its commitment of ${commitment.committedAt}`,
      };
    if (origin.kind === 'authority') {
      const { receivedAt } = origin.authority;
      return isBefore(drawnAt, receivedAt)
        ? { problem: `the draw of ${drawnAt} came before its value was received, at ${receivedAt}` }
        : { seed: authoritySeed(commitment, origin.authority) };
    }
    if (!(Date.parse(commitment.committedAt) < drandRoundTime(origin.beacon.round))) {
      return {
        problem: `the commitment of ${commitment.committedAt} came after round ${origin.beacon.round} was public`,
      };
    }
    return { seed: await drandSeed(commitment, origin.beacon, Date.parse(drawnAt)) };
  } catch (error) {
    if (OracleError.isInstance(error)) return { problem: error.detail };
    throw error;
  }
}

function compare(recorded: SelectionRecord, recomputed: SelectionRecord): Difference | undefined {
  for (const field of ORDER) {
    const found = firstDifference(at(recorded, field), at(recomputed, field), field);
    if (found !== undefined) return found;
  }
  // The name of the file, its warnings and other rows, and the text of the commands may differ from format to format.
  const rest = ({
    frame: { name: _n, warnings: _w, leftOut: _l, ...frame },
    check: { ids: _i, ...check },
    sha256: _s,
    // Where the trail stood is for the trail to say.
    trail: _t,
    ...others
  }: SelectionRecord) => ({
    ...others,
    frame,
    check,
  });
  return firstDifference(rest(recorded), rest(recomputed), '');
}

function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
}

/** The first path at which two JSON values differ. */
function firstDifference(recorded: unknown, recomputed: unknown, field: string): Difference | undefined {
  if (isObject(recorded) && isObject(recomputed) && Array.isArray(recorded) === Array.isArray(recomputed)) {
    for (const key of new Set([...Object.keys(recorded), ...Object.keys(recomputed)])) {
      const found = firstDifference(recorded[key], recomputed[key], field === '' ? key : `${field}.${key}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (recorded === recomputed) return undefined;
  const same =
    recorded !== undefined &&
    recomputed !== undefined &&
    canonicalJson(recorded) === canonicalJson(recomputed);
  return same ? undefined : { field, recorded, recomputed };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
