/**
 * Both libraries write to the console whatever logger they are given, the one below each step of each message: in the log
 * of an oracle that is noise, and content.
 */
export async function silenceConsole(): Promise<void> {
  const [{ logger }, crypto] = await Promise.all([
    import('matrix-js-sdk/lib/logger.js'),
    import('@matrix-org/matrix-sdk-crypto-wasm'),
  ]);
  if ('setLevel' in logger && typeof logger.setLevel === 'function') logger.setLevel('silent', false);
  crypto.Tracing.prototype.turnOn = crypto.Tracing.prototype.turnOff;
}
