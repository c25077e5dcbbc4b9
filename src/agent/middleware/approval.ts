import { oneLine } from '../../kit/index.js';
import type { PendingApproval, ToolInvocation } from '../../plugin/index.js';
import { toolError } from '../tool-outcome.js';
import type { ToolLayer } from '../tool-scope.js';

const SUMMARY_LENGTH = 300;

/** Thrown, not returned, so that no layer can take a held call for a result. The loop catches it. */
export class ApprovalRequired {
  readonly pending: PendingApproval;

  constructor(pending: PendingApproval) {
    this.pending = pending;
  }
}

/** Holds a call until a person has decided. */
export const approval: ToolLayer = {
  name: 'approval',
  async wrap(invocation, next, { decisions, results }) {
    const { call } = invocation;
    // A client has only the results of calls that were approved before.
    if (!needsApproval(invocation) || results.has(call.id)) return next(invocation);
    const decision = decisions.get(call.id);
    if (decision === undefined) {
      throw new ApprovalRequired({
        id: call.id,
        tool: call.name,
        args: call.args,
        summary: summarize(invocation),
      });
    }
    if (decision.approved) return next(invocation);
    const reason =
      decision.reason === undefined || decision.reason === '' ? '' : ` Their reason: ${decision.reason}`;
    return toolError(
      `The person declined this call of '${call.name}'.${reason} Do not try it again; ask how to go on.`,
    );
  },
};

function needsApproval({ tool, call }: ToolInvocation): boolean {
  const rule = tool.approval ?? 'never';
  return typeof rule === 'function' ? rule(call.args) : rule === 'always';
}

/** What the person is asked: what happens to what, else the tool's first sentence. The arguments stand beside it. */
function summarize({ tool, plugin, call }: ToolInvocation): string {
  const words =
    tool.describe?.(call.args) ?? tool.description.split(/(?<=[.!?])\s/, 1)[0] ?? tool.description;
  // The model chose the arguments: they must not draw on the terminal of the person who is asked.
  return oneLine(`${plugin}: ${words}`, SUMMARY_LENGTH);
}
