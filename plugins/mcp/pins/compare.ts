import { type Face, faceText } from './face.js';

/** A tool that is not what the operator has accepted, and waits. */
export interface Waiting {
  /** Undefined for a tool that was not there before. */
  readonly accepted: Face | undefined;
  readonly listed: Face;
}

/**
 * What of a list differs from what was accepted. A tool that is gone is none: when it comes back it must be as it was.
 *
 * @param accepted by the server's own name of the tool
 */
export function waitingOf(accepted: ReadonlyMap<string, Face>, listed: readonly Face[]): readonly Waiting[] {
  return listed.flatMap((face) => {
    const before = accepted.get(face.original);
    return before !== undefined && faceText(before) === faceText(face)
      ? []
      : [{ accepted: before, listed: face }];
  });
}
