import { OracleError, type Principal } from 'oracle-runtime/plugin';
import { drandRoundTime } from '../selection/drand.js';
import type { Algorithm } from '../selection/selection-record.js';
import type { Draw, OpenCommitment } from '../service.js';
import { viewCommitment } from './commitments.js';
import type { SamplingService } from './sampling-service.js';
import { selectUnits, storedDraw } from './selections.js';

/** The commitment of a design that waits for its value. One is open at a time, and it is the newest. */
export async function openCommitment(
  service: SamplingService,
  principal: Principal,
  designId: string,
): Promise<OpenCommitment | undefined> {
  const { items } = await service.commitments.list(principal.id, { limit: 1 }, { design_id: designId });
  const [newest] = items;
  if (newest === undefined || (await viewCommitment(service, newest)).status !== 'open') return undefined;
  const { source } = newest.document;
  return {
    commitmentId: newest.id,
    registryId: await registryOf(service, newest.id),
    ...(source.kind === 'drand' && {
      drand: {
        chainHash: source.chainHash,
        round: source.round,
        publicAt: drandRoundTime(source.round),
      },
    }),
  };
}

/** @throws OracleError as `DesignService.drawCommitted` */
export async function drawCommitted(
  service: SamplingService,
  principal: Principal,
  commitmentId: string,
  signature: string,
  signal: AbortSignal,
): Promise<Draw> {
  const stored = await service.commitments.get(principal.id, commitmentId);
  const { status, by, designId } = await viewCommitment(service, stored);
  if (status === 'used' && by !== null) return storedDraw(await service.selections.get(principal.id, by));
  if (status === 'superseded')
    throw new OracleError('conflict', {
      detail: `${commitmentId} was superseded by ${by}: what it committed to is not drawn any more.`,
      errors: [{ field: 'commitmentId', message: 'is superseded' }],
    });
  const algorithm = stored.document.algorithm as Algorithm;
  const registryId = await registryOf(service, commitmentId);
  const terms = { registryId, designId, algorithm, commitmentId, beacon: { signature } };
  return selectUnits(service, principal, terms, signal);
}

async function registryOf({ db }: SamplingService, commitmentId: string): Promise<string> {
  const { registry_id } = await db
    .selectFrom('sampling_commitments')
    .select('registry_id')
    .where('id', '=', commitmentId)
    .executeTakeFirstOrThrow();
  return registry_id;
}
