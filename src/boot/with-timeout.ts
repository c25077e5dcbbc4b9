/**
 * Waits for `work` at most `ms` milliseconds; `describe` words the failure. The work itself goes on: what comes of
 * it later is for the caller to take care of.
 */
export async function withTimeout<T>(work: PromiseLike<T> | T, ms: number, describe: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${describe} took longer than ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
