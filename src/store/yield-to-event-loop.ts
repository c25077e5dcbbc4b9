/** Lets others have their turn: the embedded database answers without ever leaving the thread. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
