import { useCallback, useEffect, useState } from 'preact/hooks';
import { wordsOf } from '../app/faults.js';
import { read } from '../app/oracle.js';
import { noticeSignOut } from '../app/sign-in.js';

export interface Reading<T> {
  readonly value?: T;
  /** Why there is none. */
  readonly fault?: string;
  again(): void;
}

/**
 * What the oracle answers at a path; what was read before stays until the new is there, and what was read there stays where
 * it cannot be read again. Nothing without a path.
 */
export function useRead<T>(path: string | undefined): Reading<T> {
  const [state, setState] = useState<{ readonly of?: string; readonly value?: T; readonly fault?: string }>(
    {},
  );
  const [count, setCount] = useState(0);
  const again = useCallback(() => setCount((before) => before + 1), []);
  useEffect(() => {
    if (path === undefined) return;
    const leaving = new AbortController();
    read<T>(path, leaving.signal).then(
      (value) => setState({ of: path, value }),
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        noticeSignOut(error);
        setState((before) => (before.of === path ? before : { fault: wordsOf(error) }));
      },
    );
    return () => leaving.abort();
  }, [path, count]);
  const { value, fault } = state;
  return { ...(value === undefined ? {} : { value }), ...(fault === undefined ? {} : { fault }), again };
}
