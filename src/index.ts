/** The public library: embed an oracle in your own process. */
export { createOracleApp } from './app.js';
export type { OracleApp, OracleAppOptions } from './app-types.js';
export { loadConfig } from './config.js';
export type { Config } from './config-types.js';
export type { Listening } from './http/listen.js';
export { createLogger, type LoggerOptions } from './logger.js';
export * from './plugin/index.js';
export { type StartOptions, startOracle } from './start-oracle.js';
export { VERSION } from './version.js';
