/** The runtime's own tools, which model calls carry; no plugin may name a tool like one of them. */
export const RESERVED_TOOL_NAMES: ReadonlySet<string> = new Set([
  'list_capabilities',
  'load_capability',
  'read_result',
  'undo_last_change',
]);

/** Scopes of the runtime itself: name -> what it allows. Plugins declare theirs. */
export const CORE_SCOPES: Readonly<Record<string, string>> = Object.freeze({
  chat: 'sessions and messages',
  admin: 'whatever changes the oracle itself',
  keys: 'API keys: make, list, renew and end those that give no more than it holds',
});

/** The owner that events give for the runtime's own tools. */
export const RESERVED_PLUGIN_NAME = 'oracle';
