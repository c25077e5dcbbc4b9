/** Scopes of the runtime itself: name -> what it allows. Plugins declare theirs. */
export const CORE_SCOPES: Readonly<Record<string, string>> = Object.freeze({
  chat: 'sessions and messages',
  admin: 'whatever changes the oracle itself',
});
