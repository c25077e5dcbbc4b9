/**
 * Both libraries write to the console whatever logger they are given, the one below each step of each message: in the log
 * of an oracle that is noise, and content.
 */
export async function silenceConsole(): Promise<void> {
  const { logger } = await import('matrix-js-sdk/lib/logger.js');
  // Loggers of single parts take after this one, which is asked before there are any.
  if ('rebuild' in logger && typeof logger.rebuild === 'function') {
    Object.assign(logger, { methodFactory: () => () => undefined });
    logger.rebuild();
  }
  const crypto = await import('@matrix-org/matrix-sdk-crypto-wasm');
  crypto.Tracing.prototype.turnOn = crypto.Tracing.prototype.turnOff;
}
