/** Other tabs of the page hear when something of the oracle's was changed here. */
const tabs = new BroadcastChannel('oracle-changes');
const listeners = new Set<() => void>();
tabs.onmessage = tell;

/** What other doors change is looked for so often, in a tab that somebody sees. */
const LOOK_MS = 20_000;
setInterval(lookAgain, LOOK_MS);
document.addEventListener('visibilitychange', lookAgain);

function lookAgain(): void {
  if (document.visibilityState === 'visible') tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** Calls whenever something may have changed: here, in another tab, or at another door. @returns what ends it */
export function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Something was changed by this tab. */
export function tellChange(): void {
  tabs.postMessage('');
  tell();
}
