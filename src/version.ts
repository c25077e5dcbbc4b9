/** Runtime version, replaced at build time from package.json. */
declare const __ORACLE_VERSION__: string | undefined;
export const VERSION: string = typeof __ORACLE_VERSION__ === 'string' ? __ORACLE_VERSION__ : '0.1.0';
