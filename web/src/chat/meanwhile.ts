import { note } from '../app/faults.js';
import { read } from '../app/oracle.js';
import { t } from '../words/index.js';

/** Says what was decided elsewhere about calls that somebody has answered here in vain. */
export async function noteMeanwhile(sessionId: string, calls: readonly string[]): Promise<void> {
  const decided = await decisionsOf(sessionId, calls).catch(() => []);
  const all = (decision: string) => decided.length > 0 && decided.every((each) => each === decision);
  note(
    t(
      all('approved')
        ? 'approval.meanwhileAllowed'
        : all('declined')
          ? 'approval.meanwhileDenied'
          : 'approval.meanwhile',
    ),
    'bad',
  );
}

async function decisionsOf(sessionId: string, calls: readonly string[]): Promise<string[]> {
  const query = new URLSearchParams({ session: sessionId });
  const { decisions } = await read<{
    readonly decisions: readonly { readonly record: string; readonly decision: string }[];
  }>(`/approvals/decisions?${query}`);
  return decisions.flatMap(({ record, decision }) => {
    const { approvalId } = JSON.parse(record) as { readonly approvalId?: string };
    return approvalId !== undefined && calls.includes(approvalId) ? [decision] : [];
  });
}
