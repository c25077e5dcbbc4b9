/**
 * What `read` gives, or undefined when it throws; `onThrow` hears why. For what is said about work that is done, and
 * must not undo it.
 */
export function attempt<T>(read: () => T, onThrow: (error: unknown) => void): T | undefined {
  try {
    return read();
  } catch (error) {
    onThrow(error);
    return undefined;
  }
}
