import { messageOf } from '../kit/index.js';
import { type ErrorCode, OracleError, type Plugin } from '../plugin/index.js';

/** One reason why the oracle must not start. `line` is what the person reads, without its prefix. */
export interface Fault {
  readonly code: ErrorCode;
  /** The plugin, or the place in the configuration, that is at fault. */
  readonly field: string;
  readonly line: string;
}

/** What is wrong with a plugin, from words that follow its name. */
export function pluginFaults(plugin: Plugin, words: readonly string[]): readonly Fault[] {
  return words.map((line) => ({
    code: 'plugin_invalid',
    field: plugin.name,
    line: `Plugin '${plugin.name}' ${line}`,
  }));
}

/** A plugin that is left out, and why: `REDIS_URL`, `features`, `needs tasks`. */
export interface Exclusion<P> {
  readonly plugin: P;
  readonly reason: string;
}

/**
 * Ends the boot when a stage found faults, with all of them.
 * @throws OracleError with the first fault's code; `detail` holds one `[boot-error] …` line a fault.
 */
export function throwFaults(faults: readonly Fault[]): void {
  const [first] = faults;
  if (first === undefined) return;
  throw new OracleError(first.code, {
    detail: faults.map((fault) => `[boot-error] ${fault.line}`).join('\n'),
    errors: faults.map(({ field, line }) => ({ field, message: line })),
  });
}

/** `features: { weather: false }`, with quotes where the name needs them. */
export function featureSwitch(name: string, value: 'true' | 'false' | "'auto'"): string {
  return `features: { ${/^[a-z]\w*$/i.test(name) ? name : `"${name}"`}: ${value} }`;
}

/** The words of whatever was thrown, on one line. */
export function reasonOf(error: unknown): string {
  const words = messageOf(error);
  return words.replace(/\s*\n\s*/g, ' ').trim() || 'no reason given';
}
