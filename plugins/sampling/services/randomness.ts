import { OracleError, type Principal } from 'oracle-runtime/plugin';
import { openKeptFile } from '../files/open-kept-file.js';
import { readKeptRecord } from '../files/read-kept-record.js';
import type { RandomnessReport } from '../randomness/randomness-report.js';
import { validateRandomness } from '../randomness/validate-randomness.js';
import type { FrameColumns } from '../registry/frame-columns.js';
import { inspectRegistry } from '../registry/inspect-registry.js';
import type { RegistrySource } from '../registry/registry-source.js';
import type { ReadOptions } from '../registry/registry-table.js';
import type { Witness } from '../selection/rests-on.js';
import { selectionRecordSchema } from '../selection/selection-record.js';
import { witnessesOf } from './commitments.js';
import { type DrawInTrail, drawInTrail } from './draw-in-trail.js';
import { openStored } from './registries.js';
import type { SamplingService } from './sampling-service.js';

export interface ValidationRequest {
  /** A stored draw. */
  readonly selectionId?: string | undefined;
  /** A record from elsewhere, or a kept one. */
  readonly record?: unknown;
  readonly recordPath?: string | undefined;
  /** Ids, when there is no record. */
  readonly selected?: readonly string[] | undefined;
  /** The registry; default that of the stored draw. */
  readonly registryId?: string | undefined;
  readonly registryPath?: string | undefined;
  readonly confidence: number;
}

/** Judges a stored or foreign draw. @throws OracleError as `validateRandomness`, and what reading files throws */
export async function validateSelection(
  service: SamplingService,
  principal: Principal,
  request: ValidationRequest,
): Promise<RandomnessReport & DrawInTrail> {
  const { selectionId, recordPath, selected, confidence } = request;
  refuseTwo({ selectionId, record: request.record, recordPath, selected });
  const stored =
    selectionId === undefined
      ? undefined
      : (await service.selections.get(principal.id, selectionId)).document;
  const registry = await registryOf(service, principal, request, stored?.registryId);
  const record =
    recordPath === undefined
      ? (request.record ?? stored?.record)
      : await readKeptRecord(service.files, principal, recordPath);
  const { fault, ...held } = await drawInTrail(service, principal, record);
  const report = await validateRandomness(registry.source, {
    ...(record === undefined
      ? { columns: await registry.columns() }
      : { record, witnesses: await witnessesOfRecord(service, record), ...(fault && { fault }) }),
    ...(selected !== undefined && { selected }),
    read: registry.read,
    confidence,
  });
  return { ...report, ...held };
}

/** What this oracle itself saw of the commitment of a record, whoever brings it. */
async function witnessesOfRecord(service: SamplingService, record: unknown): Promise<Witness[]> {
  const parsed = selectionRecordSchema.safeParse(record);
  return parsed.success ? witnessesOf(service, parsed.data) : [];
}

interface OpenedRegistry {
  readonly source: RegistrySource;
  readonly read: ReadOptions;
  /** What the registry is understood to have; only a list without a record needs it. */
  columns(): Promise<FrameColumns>;
}

async function registryOf(
  service: SamplingService,
  principal: Principal,
  { registryId, registryPath }: ValidationRequest,
  drawnFrom: string | undefined,
): Promise<OpenedRegistry> {
  refuseTwo({ registryId, registryPath });
  if (registryPath !== undefined) {
    const { entry, open } = await openKeptFile(service.files, principal, registryPath, 'registryPath');
    const source = { name: entry.name, open };
    return { source, read: {}, columns: async () => (await inspectRegistry(source)).used };
  }
  const id = registryId ?? drawnFrom;
  if (id === undefined)
    throw new OracleError('invalid_request', {
      detail:
        'There is nothing to validate: give a selectionId, or a registryId or registryPath with a record or selected ids.',
      errors: [{ field: 'selectionId', message: 'is required without registryId and registryPath' }],
    });
  const { source, document } = await openStored(service, principal.id, id);
  return { source, read: document.read, columns: async () => document.inspection.used };
}

/** @throws OracleError `invalid_request` when more than one of these is given */
function refuseTwo(fields: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(fields).filter((field) => fields[field] !== undefined);
  if (given.length < 2) return;
  throw new OracleError('invalid_request', {
    detail: `Give only one of ${given.join(' and ')}.`,
    errors: given.slice(1).map((field) => ({ field, message: `cannot go with ${given[0]}` })),
  });
}
