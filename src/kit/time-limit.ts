/**
 * Aborts with a `TimeoutError` after so many milliseconds, as `AbortSignal.timeout` does, but surely: in the company of
 * `AbortSignal.any` Node 20 may forget a signal of that before its time (https://github.com/nodejs/node/issues/57736), and who
 * waits for it waits for ever. Keeps no process alive.
 */
export function timeLimit(ms: number): AbortSignal {
  const limit = new AbortController();
  const timer: unknown = setTimeout(
    () => limit.abort(new DOMException(`Not done within ${ms} ms.`, 'TimeoutError')),
    ms,
  );
  // A browser's timer is a number.
  if (typeof timer === 'object' && timer !== null && 'unref' in timer) (timer as NodeJS.Timeout).unref();
  return limit.signal;
}
