import { type CallResult, OracleError, type Principal } from '../plugin/index.js';
import type { KeptRequest } from '../store/types.js';
import { isLeftOpen } from './answers.js';
import type { StartRun } from './run-manager-types.js';

/** What must not be lost while a run waits. */
export function requestOf(input: StartRun): KeptRequest {
  if (input.goesOnFor !== undefined) return input.goesOnFor;
  const { principal, message, attachments, tools, metadata } = input;
  const { delegation, id: asker } = principal;
  return {
    message,
    attachments: attachments ?? [],
    tools: tools ?? [],
    metadata: metadata ?? {},
    asker,
    ...(delegation === undefined ? {} : { delegation }),
  };
}

/**
 * A run that goes on with what the waiting one had. A delegation that came with the answer is the newer one. Who answers
 * what somebody else asked has neither their delegation nor what their client sent beside the message.
 */
export function goingOn(principal: Principal, sessionId: string, request: KeptRequest | undefined): StartRun {
  if (request === undefined) return { principal, sessionId, message: '' };
  const { delegation, asker, metadata, ...rest } = request;
  if (isAnother(asker, principal)) return { principal, sessionId, ...rest, goesOnFor: request };
  return {
    principal: delegation === undefined ? principal : { delegation, ...principal },
    sessionId,
    metadata,
    ...rest,
  };
}

/**
 * The results of a client's tools are the words of whoever runs that client, and what follows them is done with the rights
 * of who sends them: nobody sends them for somebody else.
 * @throws OracleError `forbidden`
 */
export function refuseForeignResults(
  { asker }: Pick<KeptRequest, 'asker'>,
  principal: Principal,
  results: readonly CallResult[],
): void {
  if (!isAnother(asker, principal) || results.every(isLeftOpen)) return;
  throw new OracleError('forbidden', {
    detail:
      'The client of whoever asked is to send these results: what follows them is done with their rights.',
    hint: 'Write a message of your own: what is left open is then not done.',
  });
}

function isAnother(asker: string | undefined, principal: Principal): boolean {
  return asker !== undefined && asker !== principal.id;
}
