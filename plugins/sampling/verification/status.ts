/** Where a design stands. `superseded`: a recalculation of an approved design took its place. */
export type VerificationStatus = 'draft' | 'submitted' | 'approved' | 'rejected' | 'superseded';

export type VerificationAction = 'create' | 'submit' | 'approve' | 'reject' | 'supersede';

/** Which action leads where; anything absent is not allowed. */
const TRANSITIONS: Readonly<
  Record<
    VerificationAction,
    { readonly from: readonly VerificationStatus[]; readonly to: VerificationStatus }
  >
> = {
  create: { from: [], to: 'draft' },
  submit: { from: ['draft'], to: 'submitted' },
  approve: { from: ['submitted'], to: 'approved' },
  reject: { from: ['submitted'], to: 'rejected' },
  supersede: { from: ['approved'], to: 'superseded' },
};

/** The status after `action`, or undefined when a design of status `from` does not allow it. */
export function nextStatus(
  from: VerificationStatus,
  action: VerificationAction,
): VerificationStatus | undefined {
  const transition = TRANSITIONS[action];
  return transition.from.includes(from) ? transition.to : undefined;
}
