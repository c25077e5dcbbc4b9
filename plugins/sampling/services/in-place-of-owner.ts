import type { AnyOperation, Principal, ShareAccess, Shareable } from 'oracle-runtime/plugin';
import type { SamplingService } from './sampling-service.js';

const KIND = 'design';

/**
 * What may be called on a design by whom it was shared with. Approving and rejecting are no matter of a share: a verifier
 * does that in their own name.
 */
const ALLOWED: Readonly<Record<string, ShareAccess>> = {
  get_design: 'read',
  get_design_history: 'read',
  get_trail: 'read',
  get_commitment: 'read',
  list_commitments: 'read',
  get_selection: 'read',
  list_selections: 'read',
  validate_randomness: 'read',
  get_period: 'read',
  list_periods: 'read',
  recompute_period: 'read',
  submit_design: 'write',
  commit_to_draw: 'write',
  select_households: 'write',
  replace_units: 'write',
  analyse_period: 'write',
  declare_final: 'write',
};

/** Designs, with the draws and analyses that belong to them, as things that their owners share. */
export function shareableDesigns({ designs }: SamplingService): Shareable {
  return {
    kind: KIND,
    allows: {
      read: 'see the design, its history, trail, draws and analyses',
      write: 'see it, submit it, draw for it and analyse its periods',
    },
    async find({ id: owner }, id) {
      const titles = await designs.titleOf(owner, id);
      return titles === undefined ? undefined : { id, title: titles };
    },
  };
}

/** The operations, for those too with whom a design was shared: in the place of its owner, as far as the share goes. */
export function alsoForShared(
  service: SamplingService,
  operations: readonly AnyOperation[],
): readonly AnyOperation[] {
  return operations.map((operation) => {
    const access = ALLOWED[operation.name];
    if (access === undefined) return operation;
    return {
      ...operation,
      async run(input, caller) {
        const principal = await inPlaceOfOwner(service, caller.principal, input, access);
        return operation.run(input, { ...caller, principal });
      },
    };
  });
}

/** The principal in the place of who owns the design that these fields are about; itself when it was not shared. */
export async function inPlaceOfOwner(
  service: SamplingService,
  principal: Principal,
  fields: Readonly<Record<string, unknown>>,
  access: ShareAccess,
): Promise<Principal> {
  const id = await designOf(service, fields);
  return id === undefined ? principal : service.shares.inPlaceOf(principal, { kind: KIND, id }, access);
}

/** Named, or that of what is named. */
async function designOf(
  { selections, periods, commitments }: SamplingService,
  { designId, selectionId, periodId, commitmentId }: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  if (typeof designId === 'string') return designId;
  if (typeof periodId === 'string') return (await periods.ofAnybody(periodId))?.document.designId;
  if (typeof selectionId === 'string')
    return (await selections.ofAnybody(selectionId))?.document.record.designId ?? undefined;
  if (typeof commitmentId === 'string') return (await commitments.ofAnybody(commitmentId))?.document.designId;
  return undefined;
}
