import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { parseConfigFile } from './config/config-file.js';
import { parseCoreEnv } from './config/core-env.js';
import { type EnvFile, readEnvFile } from './config/env-file.js';
import { modelFaults, modelsOf } from './config/model-env.js';
import type { Config } from './config-types.js';
import { errorCode } from './kit/index.js';
import { type FieldError, OracleError } from './plugin/index.js';

export interface LoadConfigOptions {
  /** Where `.env` and `oracle.config.json` are looked for; default the working directory. */
  readonly cwd?: string;
  /** Default the process's environment. It wins over `.env`, also where it is blank (blank means unset). */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Reads `.env` and `oracle.config.json` (or the file that `ORACLE_CONFIG` names) into one validated, deeply
 * frozen value. Both files are optional; relative paths are resolved against `cwd`.
 * @throws OracleError `config_invalid` with every fault in `errors`; `field` is `<file>:<line> <field>`.
 */
export function loadConfig(options: LoadConfigOptions = {}): Config {
  const cwd = options.cwd ?? process.cwd();
  const faults: FieldError[] = [];

  const envPath = resolve(cwd, '.env');
  const envText = readOptional(envPath, '.env', faults);
  const envFile: EnvFile | undefined = envText === undefined ? undefined : readEnvFile(envText);
  for (const { line, message } of envFile?.faults ?? []) faults.push({ field: `.env:${line}`, message });

  const process_ = options.env ?? process.env;
  const env = mergeEnv(envFile?.values ?? {}, process_);
  const placeOf = (name: string) => {
    const line = process_[name] === undefined ? envFile?.lines.get(name) : undefined;
    return line === undefined ? `environment ${name}` : `.env:${line} ${name}`;
  };

  const configPath = resolve(cwd, env.ORACLE_CONFIG ?? 'oracle.config.json');
  const configName = relative(cwd, configPath) || configPath;
  const configText = readOptional(configPath, configName, faults);
  if (
    configText === undefined &&
    env.ORACLE_CONFIG !== undefined &&
    faults.every((f) => f.field !== configName)
  ) {
    faults.push({ field: placeOf('ORACLE_CONFIG'), message: `there is no file '${configName}'` });
  }
  const file = parseConfigFile(configText ?? '{}', configName);
  faults.push(...file.faults);

  const core = parseCoreEnv(env, placeOf);
  faults.push(...core.faults, ...modelFaults(core.values, placeOf));
  const signingMnemonic = mnemonicOf(core.values, cwd, (message) =>
    faults.push({ field: placeOf('SIGNING_MNEMONIC_FILE'), message }),
  );
  if (faults.length > 0 || file.value === undefined) throw invalid(faults);

  const values = core.values;
  const json = file.value;
  return deepFreeze({
    name: json.name,
    description: json.description,
    ...optional('price', json.price),
    ...optional('prompt', json.prompt),
    ...optional('entityDid', json.entityDid),
    network: values.NETWORK ?? json.network ?? 'devnet',
    features: json.features,
    plugins: json.plugins,
    mcpServers: json.mcpServers,
    externalScopes: json.externalScopes,
    host: values.HOST,
    port: values.PORT,
    dataDir: resolve(cwd, values.DATA_DIR),
    ...optional('databaseUrl', values.DATABASE_URL),
    ...optional('signingMnemonic', signingMnemonic),
    logLevel: values.LOG_LEVEL,
    ...optional('publicUrl', values.PUBLIC_URL),
    ucanSkewSeconds: values.UCAN_CLOCK_SKEW_SECONDS,
    didWebLocal: values.DID_WEB_LOCAL,
    ucanUsers: values.UCAN_USERS ?? (servesThisMachineAlone(values) ? ['*'] : []),
    corsOrigins: values.CORS_ORIGINS,
    allowedHosts: values.ALLOWED_HOSTS,
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    trustProxy: values.TRUST_PROXY,
    retentionDays: values.RETENTION_DAYS,
    shutdownGraceMs: values.SHUTDOWN_GRACE_MS,
    heartbeatMs: values.SSE_HEARTBEAT_MS,
    runLimits: {
      seconds: values.RUN_MAX_SECONDS,
      outputChars: values.RUN_MAX_OUTPUT_CHARS,
      argumentBytes: values.RUN_MAX_ARGUMENT_BYTES,
      storedBytes: values.RUN_MAX_STORED_BYTES,
      perPrincipal: values.RUNS_PER_PRINCIPAL,
    },
    models: modelsOf(values, json.model),
    sources: { configFile: configPath, ...optional('envFile', envFile && envPath) },
    env,
  });
}

/** From its variable, or from the file that a secret is mounted as. */
function mnemonicOf(
  { SIGNING_MNEMONIC: words, SIGNING_MNEMONIC_FILE: path }: ReturnType<typeof parseCoreEnv>['values'],
  cwd: string,
  fault: (message: string) => void,
): string | undefined {
  if (path === undefined) return words;
  if (words !== undefined) fault('SIGNING_MNEMONIC is set as well: leave one of them out');
  try {
    const text = readFileSync(resolve(cwd, path), 'utf8').trim();
    if (text === '') fault('the file is empty');
    return text;
  } catch (error) {
    fault(`the file cannot be read (${errorCode(error) ?? 'unknown'})`);
    return undefined;
  }
}

/** As far as can be told: nothing says that others reach it. */
function servesThisMachineAlone(values: ReturnType<typeof parseCoreEnv>['values']): boolean {
  const isLoopback = /^(?:localhost|::1|127(?:\.\d{1,3}){3})$/.test(values.HOST);
  return isLoopback && values.PUBLIC_URL === undefined && !values.TRUST_PROXY;
}

/** A variable that the process sets hides the file's, also when it is blank; what is blank is then left out. */
function mergeEnv(
  file: Readonly<Record<string, string>>,
  process_: NodeJS.ProcessEnv,
): Record<string, string | undefined> {
  const merged: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries({ ...file, ...process_ })) {
    if (value !== undefined && value.trim() !== '') merged[name] = value;
  }
  return merged;
}

function readOptional(path: string, name: string, faults: FieldError[]): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = errorCode(error) ?? 'unknown';
    if (code !== 'ENOENT') faults.push({ field: name, message: `cannot be read (${code})` });
    return undefined;
  }
}

function invalid(faults: readonly FieldError[]): OracleError {
  const lines = faults.map(({ field, message }) => `${field}: ${message}`);
  return new OracleError('config_invalid', {
    detail:
      lines.length === 1
        ? `The configuration is not valid. ${lines[0]}`
        : `The configuration has ${lines.length} faults:\n${lines.map((line) => `  ${line}`).join('\n')}`,
    hint: 'Mend each place that is named; `.env.example` documents every variable',
    errors: faults,
  });
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]?: V });
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const child of Object.values(value)) deepFreeze(child);
  }
  return value;
}
