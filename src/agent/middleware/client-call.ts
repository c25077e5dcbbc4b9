import type { PendingCall } from '../../plugin/index.js';
import type { ToolLayer } from '../tool-scope.js';

/** Thrown like `ApprovalRequired`, so that no layer can take a call that waits for a result. The loop catches it. */
export class ClientCallRequired {
  readonly pending: PendingCall;

  constructor(pending: PendingCall) {
    this.pending = pending;
  }
}

/** Holds a call of a client tool until the client has sent what came of it. */
export const clientCall: ToolLayer = {
  name: 'client-call',
  async wrap(invocation, next, { results }) {
    const { tool, call } = invocation;
    if (tool.runs !== 'client' || results.has(call.id)) return next(invocation);
    throw new ClientCallRequired({ id: call.id, name: call.name, args: call.args });
  },
};
