import { setTimeout as sleep } from 'node:timers/promises';
import { OracleError } from '../plugin/index.js';

/** One thing that the oracle needs to take requests. */
export interface ReadyCheck {
  readonly name: string;
  /** What is wrong, in words for the public; undefined when nothing is. May throw, which says that it is. */
  fault(): Promise<string | undefined>;
}

/** A probe must not wait longer for what does not answer. */
const ANSWER_WITHIN_MS = 2_000;

/** @throws OracleError `unavailable` that names each check which fails */
export async function checkReady(checks: readonly ReadyCheck[]): Promise<void> {
  const faults = await Promise.all(checks.map(faultOf));
  const errors = checks.flatMap(({ name }, index) => {
    const message = faults[index];
    return message === undefined ? [] : [{ field: name, message }];
  });
  if (errors.length === 0) return;
  throw new OracleError('unavailable', {
    detail: `The oracle cannot take requests: ${errors.map(({ message }) => message).join(', ')}.`,
    errors,
    headers: { 'Retry-After': '5' },
  });
}

async function faultOf({ name, fault }: ReadyCheck): Promise<string | undefined> {
  const silent = new AbortController();
  const late = sleep(ANSWER_WITHIN_MS, `the ${name} does not answer`, { ref: false, signal: silent.signal });
  try {
    return await Promise.race([fault(), late]);
  } catch {
    return `the ${name} does not answer`;
  } finally {
    silent.abort();
    late.catch(() => undefined);
  }
}
