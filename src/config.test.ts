import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from './config.js';
import { OracleError } from './plugin/index.js';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'oracle-config-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFileSync(join(cwd, name), text);
const load = (env: NodeJS.ProcessEnv = {}) => loadConfig({ cwd, env });
function faultsOf(env: NodeJS.ProcessEnv = {}): OracleError {
  try {
    load(env);
  } catch (error) {
    if (OracleError.isInstance(error)) return error;
    throw error;
  }
  throw new Error('expected the configuration to be refused');
}

describe('loadConfig', () => {
  it('takes the words of the identity from a file too, and says what is wrong with it', () => {
    write('words', ' legal winner thank \n');
    expect(load({ SIGNING_MNEMONIC_FILE: 'words' })).toMatchObject({ signingMnemonic: 'legal winner thank' });
    const faults = (env: NodeJS.ProcessEnv) => faultsOf(env).errors;
    const field = 'environment SIGNING_MNEMONIC_FILE';
    expect(faults({ SIGNING_MNEMONIC_FILE: 'absent' })).toEqual([
      { field, message: 'the file cannot be read (ENOENT)' },
    ]);
    write('empty', '\n');
    expect(faults({ SIGNING_MNEMONIC_FILE: 'empty' })).toEqual([{ field, message: 'the file is empty' }]);
    expect(faults({ SIGNING_MNEMONIC_FILE: 'words', SIGNING_MNEMONIC: 'legal' })).toEqual([
      { field, message: 'SIGNING_MNEMONIC is set as well: leave one of them out' },
    ]);
  });

  it('needs no file and no variable', () => {
    expect(load()).toMatchObject({
      name: 'oracle',
      network: 'devnet',
      host: '127.0.0.1',
      port: 3000,
      dataDir: join(cwd, 'data'),
      logLevel: 'info',
      corsOrigins: [],
      rateLimitPerMinute: 600,
      trustProxy: false,
      retentionDays: 0,
      shutdownGraceMs: 10_000,
      heartbeatMs: 15_000,
      models: { provider: 'offline', maxSteps: 30, timeoutMs: 60_000, maxHistoryChars: 400_000 },
      sources: { configFile: join(cwd, 'oracle.config.json') },
    });
  });

  it('joins the file, .env and the environment; the environment wins', () => {
    write(
      'oracle.config.json',
      '{"name":"survey","model":"m-file","network":"testnet","features":{"weather":"auto"}}',
    );
    write(
      '.env',
      'PORT=4000\nHOST=0.0.0.0\nLLM_API_KEY=k\nCORS_ORIGINS=https://a.org, http://localhost:5173\n',
    );
    const config = load({
      PORT: '5000',
      TRUST_PROXY: 'yes',
      ALLOWED_HOSTS: 'Oracle.example, o2',
      LLM_PROVIDER: 'anthropic',
    });
    expect(config).toMatchObject({
      name: 'survey',
      network: 'testnet',
      port: 5000,
      host: '0.0.0.0',
      trustProxy: true,
      corsOrigins: ['https://a.org', 'http://localhost:5173'],
      allowedHosts: ['oracle.example', 'o2'],
      models: { provider: 'anthropic', apiKey: 'k', model: 'm-file' },
    });
    expect(config.sources.envFile).toBe(join(cwd, '.env'));
    expect(config.env).toMatchObject({ PORT: '5000', HOST: '0.0.0.0' });
  });

  it('takes a public origin, and nothing longer', () => {
    expect(load()).toMatchObject({ ucanSkewSeconds: 5, didWebLocal: false });
    expect(load().publicUrl).toBeUndefined();
    for (const url of ['https://oracle.example', 'https://oracle.example/', 'http://localhost:3000'])
      expect(load({ PUBLIC_URL: url }).publicUrl).toBe(new URL(url).origin);
    for (const url of [
      'oracle.example',
      'https://oracle.example/path',
      'ftp://oracle.example',
      'https://u:p@oracle.example',
    ])
      expect(faultsOf({ PUBLIC_URL: url }).errors).toMatchObject([{ field: 'environment PUBLIC_URL' }]);
    expect(faultsOf({ UCAN_CLOCK_SKEW_SECONDS: '61' }).errors).toHaveLength(1);
  });

  it('serves users of their own authority as told, and else only where nobody else comes by', () => {
    const usersOf = (env: Record<string, string>) => load(env).ucanUsers;
    expect(usersOf({})).toEqual(['*']);
    for (const HOST of ['localhost', '::1', '127.0.0.5']) expect(usersOf({ HOST })).toEqual(['*']);
    for (const env of [
      { HOST: '0.0.0.0' },
      { HOST: '::' },
      { HOST: '10.0.0.1' },
      { HOST: '127.0.0.1.example.org' },
      { PUBLIC_URL: 'https://oracle.example' },
      { TRUST_PROXY: 'true' },
      { UCAN_USERS: 'owner' },
    ])
      expect(usersOf(env), JSON.stringify(env)).toEqual([]);
    expect(usersOf({ HOST: '0.0.0.0', UCAN_USERS: 'any' })).toEqual(['*']);
    expect(usersOf({ UCAN_USERS: 'did:key:z6Mk, did:ixo:*,did:web:a.example:u:*' })).toEqual([
      'did:key:z6Mk',
      'did:ixo:*',
      'did:web:a.example:u:*',
    ]);
    for (const UCAN_USERS of ['alice', '*', 'did:*', 'did:ixo:ixo1*', 'any,did:key:z', 'did:ixo'])
      expect(faultsOf({ UCAN_USERS }).errors, UCAN_USERS).toMatchObject([
        { field: 'environment UCAN_USERS', message: expect.stringContaining('did:ixo:*') },
      ]);
  });

  it('takes blank for unset, also to hide a value of .env', () => {
    write('.env', 'LLM_API_KEY=k\nPORT=\nREDIS_URL=  \n');
    const config = load({ LLM_API_KEY: '' });
    expect(config.port).toBe(3000);
    expect(config.models.provider).toBe('offline');
    expect(Object.keys(config.env)).toEqual([]);
  });

  it('knows a local OpenAI-compatible server by its base URL alone', () => {
    expect(load({ LLM_BASE_URL: 'http://127.0.0.1:11434/v1' }).models).toMatchObject({
      provider: 'openai',
      baseUrl: 'http://127.0.0.1:11434/v1',
    });
    expect(load({ LLM_PROVIDER: 'anthropic' }).models.provider).toBe('offline');
  });

  it('is frozen to its leaves', () => {
    write('oracle.config.json', '{"plugins":{"weather":{"cities":["Berlin"]}}}');
    const { plugins } = load();
    expect(Object.isFrozen((plugins['weather'] as { cities: string[] }).cities)).toBe(true);
  });

  it('lists every fault of every source together, each with its place', () => {
    write('oracle.config.json', '{\n  "nmae": "x",\n  "features": {\n    "weather": "maybe"\n  }\n}');
    write('.env', 'PORT=99999\nnonsense\n');
    const error = faultsOf({ LOG_LEVEL: 'loud', CORS_ORIGINS: 'https://a.org/', ALLOWED_HOSTS: 'a.org:80' });
    expect(error.code).toBe('config_invalid');
    expect(error.errors).toEqual([
      { field: '.env:2', message: expect.stringContaining('no assignment') },
      { field: 'oracle.config.json:4 features.weather', message: "expected true, false or 'auto'" },
      { field: 'oracle.config.json:2 nmae', message: "unknown key. Did you mean 'name'?" },
      { field: '.env:1 PORT', message: "expected a whole number from 0 to 65535, got '99999'" },
      {
        field: 'environment LOG_LEVEL',
        message: expect.stringContaining('debug, info, warn, error, silent'),
      },
      {
        field: 'environment CORS_ORIGINS',
        message: expect.stringContaining("'https://a.org/' is no origin"),
      },
      {
        field: 'environment ALLOWED_HOSTS',
        message: expect.stringContaining("'a.org:80' is no host name"),
      },
    ]);
    for (const { field } of error.errors ?? []) expect(error.detail).toContain(field);
  });

  it('gives file, line and column of broken JSON', () => {
    write('oracle.config.json', '{\n  "name": "x",\n}');
    expect(faultsOf().detail).toContain('oracle.config.json:3:1: not valid JSON');
  });

  it.each([
    ['[]', 'must be an object, not array'],
    ['{"price":{"amount":-1,"currency":"USD","per":"message"}}', 'price.amount'],
    ['{"price":{"amount":1,"curency":"USD","per":"message"}}', "Did you mean 'currency'?"],
    ['{"entityDid":"ixo:1"}', 'expected a DID'],
    ['{"zzz":1}', 'Known keys: name, description'],
    ['{"name":"a","name":"b"}', 'occurs twice'],
  ])('refuses the configuration %s', (text, words) => {
    write('oracle.config.json', text);
    expect(faultsOf().detail).toContain(words);
  });

  it('says when ORACLE_CONFIG names no file', () => {
    write('.env', 'ORACLE_CONFIG=other.json\n');
    expect(faultsOf().errors).toEqual([
      { field: '.env:1 ORACLE_CONFIG', message: "there is no file 'other.json'" },
    ]);
  });

  it('reads the file that ORACLE_CONFIG names', () => {
    write('other.json', '{"name":"other"}');
    expect(load({ ORACLE_CONFIG: 'other.json' })).toMatchObject({
      name: 'other',
      sources: { configFile: join(cwd, 'other.json') },
    });
  });

  it('never repeats a URL that may hold a password', () => {
    const error = faultsOf({ DATABASE_URL: 'mysql://u:hunter2@db/x', LLM_BASE_URL: 'hunter2' });
    expect(error.errors).toHaveLength(2);
    expect(JSON.stringify(error.errors) + error.detail).not.toContain('hunter2');
  });

  it.each(['1', '15000'])('accepts a heartbeat of %s ms', (value) => {
    expect(load({ SSE_HEARTBEAT_MS: value }).heartbeatMs).toBe(Number(value));
  });
  it.each(['0', '15001', '1.5', 'x'])('refuses a heartbeat of %s ms', (value) => {
    expect(faultsOf({ SSE_HEARTBEAT_MS: value }).errors?.[0]?.field).toBe('environment SSE_HEARTBEAT_MS');
  });
});

describe('the language model in loadConfig', () => {
  it('takes how answers are made, what goes along, and who stands in', () => {
    const { models } = load({
      LLM_API_KEY: 'k',
      LLM_MODEL: 'm',
      LLM_API_VERSION: '2025-04-01-preview',
      LLM_EXTRA_HEADERS: '{"X-Org": "o"}',
      LLM_EXTRA_BODY: '{"top_p": 0.9}',
      LLM_TEMPERATURE: '0.2',
      LLM_MAX_TOKENS: '4000',
      LLM_REASONING_EFFORT: 'low',
      LLM_CONTEXT_TOKENS: '32768',
      LLM_FIRST_TIMEOUT_MS: '300000',
      LLM_FALLBACK_MODEL: 'm2',
    });
    expect(models).toMatchObject({
      apiVersion: '2025-04-01-preview',
      extraHeaders: { 'X-Org': 'o' },
      extraBody: { top_p: 0.9 },
      temperature: 0.2,
      maxTokens: 4_000,
      reasoningEffort: 'low',
      contextTokens: 32_768,
      firstTimeoutMs: 300_000,
      fallback: { provider: 'openai', model: 'm2', apiKey: 'k', sameEndpoint: true },
    });
  });

  it('gives a fallback elsewhere nothing of the first endpoint', () => {
    const first = { LLM_API_KEY: 'k', LLM_MODEL: 'm', LLM_PROVIDER: 'anthropic', LLM_FALLBACK_MODEL: 'm2' };
    expect(load({ ...first, LLM_FALLBACK_BASE_URL: 'http://127.0.0.1:1/v1' }).models.fallback).toEqual({
      provider: 'openai',
      model: 'm2',
      baseUrl: 'http://127.0.0.1:1/v1',
      sameEndpoint: false,
    });
    const other = { LLM_FALLBACK_PROVIDER: 'openai', LLM_FALLBACK_API_KEY: 'k2' };
    expect(load({ ...first, ...other }).models.fallback).toEqual({
      provider: 'openai',
      model: 'm2',
      apiKey: 'k2',
      sameEndpoint: false,
    });
  });

  it.each([
    ['LLM_EXTRA_HEADERS', '{"X-Org": "hidden", "Bad Name": "x"}', "'Bad Name' is no name"],
    ['LLM_EXTRA_HEADERS', '{"Content-Length": "hidden"}', 'set by the oracle itself'],
    ['LLM_EXTRA_HEADERS', '{"X-Org": "hidden\\r\\nX: y"}', 'no text on one line'],
    ['LLM_EXTRA_HEADERS', 'hidden', 'expected a JSON object'],
    ['LLM_EXTRA_BODY', '{"messages": "hidden"}', 'set by the oracle itself'],
    ['LLM_EXTRA_BODY', '["hidden"]', 'expected a JSON object'],
    ['LLM_TEMPERATURE', '3', 'from 0 to 2'],
    ['LLM_TEMPERATURE', 'warm', 'from 0 to 2'],
    ['LLM_REASONING_EFFORT', 'much', 'expected one of none, minimal'],
    ['LLM_FALLBACK_BASE_URL', 'http://hidden/v1', 'needs LLM_FALLBACK_MODEL'],
    ['LLM_FALLBACK_MODEL', 'm2', 'nothing to fall back from'],
  ])('refuses %s=%s', (name, value, message) => {
    const fault = faultsOf({ [name]: value }).errors?.[0];
    expect(fault).toMatchObject({ field: `environment ${name}`, message: expect.stringContaining(message) });
    expect(JSON.stringify(fault)).not.toContain('hidden');
  });
});
