import type { Principal } from '../plugin/index.js';
import type { KeptRequest } from '../store/types.js';
import type { StartRun } from './run-manager-types.js';

/** What must not be lost while a run waits. */
export function requestOf({ principal, message, attachments, tools, metadata }: StartRun): KeptRequest {
  const { delegation } = principal;
  return {
    message,
    attachments: attachments ?? [],
    tools: tools ?? [],
    metadata: metadata ?? {},
    ...(delegation === undefined ? {} : { delegation }),
  };
}

/** A run that goes on with what the waiting one had. A delegation that came with the answer is the newer one. */
export function goingOn(principal: Principal, sessionId: string, request: KeptRequest | undefined): StartRun {
  if (request === undefined) return { principal, sessionId, message: '' };
  const { delegation, ...rest } = request;
  return {
    principal: delegation === undefined ? principal : { delegation, ...principal },
    sessionId,
    ...rest,
  };
}
