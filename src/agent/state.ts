import type { ThreadMessage } from '../plugin/index.js';

/** The graph's state: all that a thread is. */
export interface AgentState {
  readonly messages: readonly ThreadMessage[];
  /** Names of loaded capabilities in load order; only grows. */
  readonly loadedPlugins: readonly string[];
}

/** Appends; a message whose id is already there is replaced in place, so that feeding a message twice is harmless. */
export function mergeMessages(
  current: readonly ThreadMessage[],
  update: readonly ThreadMessage[],
): readonly ThreadMessage[] {
  if (update.length === 0) return current;
  const merged = [...current];
  let places: Map<string, number> | undefined;
  for (const message of update) {
    places ??= new Map(merged.map((m, i) => [m.id, i]));
    const place = places.get(message.id);
    if (place === undefined) places.set(message.id, merged.push(message) - 1);
    else merged[place] = message;
  }
  return merged;
}

/** Ordered set union: keeps the order of loading, which is the order of the tool list. */
export function mergeLoaded(current: readonly string[], update: readonly string[]): readonly string[] {
  const fresh = update.filter((name, i) => !current.includes(name) && update.indexOf(name) === i);
  return fresh.length === 0 ? current : [...current, ...fresh];
}
