import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { loadIdentity } from '../../auth/index.js';
import type { PluginStatus } from '../../boot/types.js';
import { type Inspection, OracleError, type StoredFault } from '../../plugin/index.js';
import { openStore } from '../../store/index.js';
import { testCli } from '../../testing/test-cli.js';
import { checkDataDir, checkNode, checkPort } from './check-machine.js';
import { checkFallback, checkModel } from './check-model.js';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

const cliWith = (env: NodeJS.ProcessEnv = {}) => {
  const cli = testCli({ env });
  closing.push(() => cli.remove());
  return cli;
};
const status = (name: string, state: PluginStatus['state'], reason?: string): PluginStatus => ({
  name,
  version: '1.0.0',
  state,
  loading: 'on-demand',
  dependsOn: [],
  tools: [],
  routes: [],
  ...(reason === undefined ? {} : { reason }),
});

describe('oracle doctor', () => {
  it('notes what a plugin says is wrong with what it asks', async () => {
    const cli = cliWith({ PORT: '0' });
    const health = [
      { name: 'chain', status: 'degraded', detail: 'the chain node cannot be reached' },
      { name: 'mail', status: 'ok', detail: 'no mail is configured' },
    ] as const;
    const host = { bootReport: async () => [status('chain', 'pending')], bootHealth: async () => health };
    expect(await cli.run(['doctor'], host)).toBe(0);
    expect(cli.out()).toMatch(
      /warn {2}plugin chain: the chain node cannot be reached\n {6}-> What needs it /,
    );
    expect(cli.out()).not.toContain('mail');
  });

  it('exits 0 where nothing fails, and tells what is left out and why', async () => {
    const cli = cliWith({ PORT: '0' });
    await loadIdentity({ dataDir: join(cli.dir, 'data'), create: true });
    const bootReport = async () => [
      status('weather', 'loaded'),
      status('tasks', 'excluded', 'REDIS_URL'),
      status('x', 'excluded', 'features'),
    ];
    expect(await cli.run(['doctor'], { bootReport })).toBe(0);
    const lines = cli.out().split('\n');
    expect(lines).toContain(`ok    node: ${process.version}`);
    expect(lines).toContain(`ok    data: ${join(cli.dir, 'data')}`);
    expect(lines).toContain('ok    database: SQLite opens');
    expect(lines).toContain('ok    plugins: 1 of 3 load');
    expect(lines).toContain('ok    plugin tasks: left out (REDIS_URL); set REDIS_URL to enable it');
    expect(lines).toContain('ok    plugin x: left out (features)');
    expect(lines).toContain('warn  model: the offline planner answers');
    expect(cli.out()).toMatch(/ok {4}identity: did:key:z6Mk/);
    expect(cli.out()).toMatch(/ok {4}users: anybody on this machine; .*UCAN_USERS/);
    expect(cli.out()).toMatch(/\d+ ok, 1 to note, 0 to mend\n$/);
  });

  it('exits 1 with each fault and how to mend it', async () => {
    const taken = await serve((_, response) => response.end('{}'));
    const cli = cliWith({ PORT: String(taken), SIGNING_MNEMONIC: 'not a mnemonic' });
    writeFileSync(join(cli.dir, 'data'), 'a file');
    const bootReport = async () => [status('bad', 'failed', 'no fuel')];
    expect(await cli.run(['doctor'], { bootReport })).toBe(1);
    expect(cli.out()).toMatch(/fail {2}data: .*is no directory\n {6}-> Set DATA_DIR/);
    expect(cli.out()).toMatch(/fail {2}identity: /);
    expect(cli.out()).not.toContain('not a mnemonic');
    expect(cli.out()).toMatch(/fail {2}port: \d+ on 127\.0\.0\.1 is taken by another program\n/);
    expect(cli.out()).toContain(
      'fail  plugin bad: failed: no fuel\n      -> Mend it, or set features.bad to false\n',
    );
  });

  it('names the master key file that stored keys miss', async () => {
    const cli = cliWith({ PORT: '0' });
    const dataDir = join(cli.dir, 'data');
    const store = await openStore({ dataDir, clock: { now: () => 1 } });
    await store.keys('vfs').get('a');
    await store.close();
    rmSync(join(dataDir, 'master-keys.json'));
    expect(await cli.run(['doctor'], { bootReport: async () => [] })).toBe(1);
    expect(cli.out()).toMatch(/fail {2}keys: .*master-keys\.json.* is not there\.\n {6}-> Put back /);
    expect(existsSync(join(dataDir, 'master-keys.json'))).toBe(false);
  });

  it('names what plugins find damaged of what they have stored, and exits 1', async () => {
    const cli = cliWith({ PORT: '0' });
    const asked: Inspection[] = [];
    const host = (faults: readonly StoredFault[]) => ({
      bootReport: async () => [],
      inspect: async (how: Inspection, found: (plugin: string, fault: StoredFault) => void) => {
        asked.push(how);
        for (const fault of faults) found('vfs', fault);
        return ['vfs'];
      },
    });
    expect(await cli.run(['doctor', '--files'], host([]))).toBe(0);
    expect(cli.out()).toContain('ok    stored by vfs: all is there\n');
    const lost = { kind: 'lost', detail: 'user:z/a.txt, version 2: gone' } as const;
    expect(await cli.run(['doctor', '--files', '--deep'], host([lost]))).toBe(1);
    expect(cli.out()).toContain('fail  stored by vfs: user:z/a.txt, version 2: gone\n');
    expect(asked).toEqual([
      { deep: false, repair: false },
      { deep: true, repair: false },
    ]);
  });

  it('notes what nothing refers to, and says what it removed of that', async () => {
    const cli = cliWith({ PORT: '0' });
    const host = {
      bootReport: async () => [],
      inspect: async ({ repair }: Inspection, found: (plugin: string, fault: StoredFault) => void) => {
        found('vfs', { kind: repair ? 'removed' : 'stray', detail: 'ab: 3 bytes' });
        return ['vfs'];
      },
    };
    expect(await cli.run(['doctor', '--files'], host)).toBe(0);
    expect(cli.out()).toContain('warn  stored by vfs: ab: 3 bytes\n      -> Once a day old, ');
    expect(cli.out()).not.toContain('all is there');
    expect(await cli.run(['doctor', '--files', '--repair'], host)).toBe(0);
    expect(cli.out()).toContain('ok    stored by vfs: ab: 3 bytes\nok    stored by vfs: all is there\n');
  });

  it('lists every fault of the configuration and goes no further', async () => {
    const cli = cliWith({ PORT: 'x' });
    writeFileSync(join(cli.dir, '.env'), 'nonsense\n');
    expect(await cli.run(['doctor'])).toBe(1);
    expect(cli.out()).toMatch(
      /fail {2}config: \.env:1: [\s\S]*fail {2}config: environment PORT: [\s\S]*2 to mend/,
    );
  });

  it('shows what would end the boot', async () => {
    const cli = cliWith({ PORT: '0' });
    const detail = "[boot-error] Plugin 'a' x\n[boot-error] Plugin 'b' y";
    const bootReport = () => Promise.reject(new OracleError('plugin_invalid', { detail }));
    expect(await cli.run(['doctor'], { bootReport })).toBe(1);
    expect(cli.out()).toContain("fail  plugins: Plugin 'a' x\n");
    expect(cli.out()).toContain("fail  plugins: Plugin 'b' y\n");
  });
});

describe('its checks', () => {
  it.each([
    ['v20.15.0', 'ok'],
    ['v22.0.0', 'ok'],
    ['v20.11.9', 'fail'],
    ['v18.20.0', 'fail'],
  ])('count Node %s as %s', (version, level) => expect(checkNode(version).level).toBe(level));

  it('leave a data directory unmade, and an existing one empty', async () => {
    const { dir } = cliWith();
    const { readdirSync, existsSync } = await import('node:fs');
    expect(await checkDataDir({ dataDir: join(dir, 'a/b') })).toMatchObject({ level: 'ok' });
    expect(existsSync(join(dir, 'a'))).toBe(false);
    mkdirSync(join(dir, 'data'));
    expect(await checkDataDir({ dataDir: join(dir, 'data') })).toMatchObject({ level: 'ok' });
    expect(readdirSync(join(dir, 'data'))).toEqual([]);
  });

  it('take a port that an oracle holds for well', async () => {
    const port = await serve((_, response) => response.end('{"status":"ok","version":"0.1.0"}'));
    expect(await checkPort({ host: '127.0.0.1', port })).toMatchObject({
      level: 'ok',
      detail: `an oracle listens at http://127.0.0.1:${port}`,
    });
    expect(await checkPort({ host: '203.0.113.1', port: 0 })).toMatchObject({
      level: 'fail',
      detail: '203.0.113.1:0 cannot be opened (EADDRNOTAVAIL)',
    });
  });

  it.each([
    [200, 'ok'],
    [401, 'fail'],
    [404, 'warn'],
    [500, 'warn'],
  ])('read a model endpoint that answers %i as %s', async (code, level) => {
    const seen: unknown[] = [];
    const port = await serve((request, response) => {
      seen.push([request.url, request.headers.authorization]);
      response.writeHead(code).end('{}');
    });
    const limits = { maxSteps: 1, timeoutMs: 1, maxHistoryChars: 1 };
    const finding = await checkModel({
      provider: 'openai',
      baseUrl: `http://127.0.0.1:${port}/v1/`,
      model: 'm',
      apiKey: 'sk',
      ...limits,
    });
    expect(finding.level).toBe(level);
    expect(seen).toEqual([['/v1/models', 'Bearer sk']]);
    expect(JSON.stringify(finding)).not.toContain('sk"');
  });

  it('say when a model is not among those that its endpoint lists, or a web page answers', async () => {
    const bodies = ['{"data":[{"id":"m-1"},{"id":"m-2"}]}', '{"data":[{"id":"m"}]}', '<html></html>'];
    const port = await serve((_, response) => response.end(bodies.shift()));
    const asked = { provider: 'openai', baseUrl: `http://127.0.0.1:${port}/v1`, model: 'm' } as const;
    const limits = { maxSteps: 1, timeoutMs: 1, maxHistoryChars: 1 };
    expect(await checkModel({ ...asked, ...limits })).toMatchObject({
      level: 'warn',
      detail: `127.0.0.1:${port} answers, but does not list 'm'`,
      mend: 'Check LLM_MODEL; it lists m-1, m-2',
    });
    expect(await checkModel({ ...asked, ...limits })).toMatchObject({ level: 'ok' });
    expect(await checkModel({ ...asked, ...limits })).toMatchObject({
      level: 'fail',
      mend: expect.stringContaining('/v1'),
    });
  });

  it('ask the endpoint of a fallback model too, with its own key', async () => {
    const seen: unknown[] = [];
    const port = await serve((request, response) => {
      seen.push([request.url, request.headers['api-key'], request.headers['x-org']]);
      response.writeHead(401).end('{}');
    });
    const limits = { maxSteps: 1, timeoutMs: 1, maxHistoryChars: 1 };
    const first = { provider: 'openai', apiKey: 'first', ...limits } as const;
    expect(await checkFallback(first)).toEqual([]);
    const baseUrl = `http://127.0.0.1:${port}/v1`;
    const fallback = {
      provider: 'openai',
      model: 'm',
      baseUrl,
      apiKey: 'second',
      sameEndpoint: true,
    } as const;
    const all = { ...first, fallback, apiVersion: 'v9', extraHeaders: { 'X-Org': 'o' } };
    expect(await checkFallback(all)).toMatchObject([{ level: 'fail', subject: 'fallback model' }]);
    expect(seen).toEqual([['/v1/models?api-version=v9', 'second', 'o']]);
  });

  it('say when a model endpoint is away or no model is named', async () => {
    const port = await serve(() => undefined);
    await closing.pop()?.();
    const baseUrl = `http://127.0.0.1:${port}`;
    const limits = { maxSteps: 1, timeoutMs: 1, maxHistoryChars: 1 };
    expect(await checkModel({ provider: 'openai', baseUrl, model: 'm', ...limits })).toMatchObject({
      level: 'fail',
      detail: `127.0.0.1:${port} cannot be reached (ECONNREFUSED)`,
    });
    expect(await checkModel({ provider: 'anthropic', baseUrl, ...limits })).toMatchObject({
      mend: 'Set LLM_MODEL',
    });
  });
});
