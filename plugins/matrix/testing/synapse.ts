import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { timeLimit } from 'oracle-runtime/kit';
import { homeserverAt } from '../account/homeserver.js';

const run = promisify(execFile);

/** A Python that has matrix-synapse: `.ci/run` installs it. */
const PYTHON =
  process.env['ORACLE_TEST_SYNAPSE_PYTHON'] ??
  fileURLToPath(new URL('../../../.cache/synapse/bin/python', import.meta.url));
const START_MS = 60_000;

/** A real homeserver on loopback. */
export interface Synapse {
  readonly url: string;
  /** The secret by which accounts are registered. */
  readonly secret: string;
  /** Makes an account with the password `secret of <name>`. Returns its user id. */
  register(name: string): Promise<string>;
  kill(): Promise<void>;
  /** After `kill`: the same one again. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export async function startSynapse(): Promise<Synapse> {
  const dir = await mkdtemp(join(tmpdir(), 'synapse-'));
  const config = join(dir, 'homeserver.yaml');
  const [port, secret] = [await freePort(), randomUUID()];
  const url = `http://127.0.0.1:${port}`;
  await writeFile(config, settings(dir, port, secret));
  await run(PYTHON, ['-m', 'synapse.app.homeserver', '-c', config, '--generate-keys'], { cwd: dir });
  let child: ChildProcess | undefined;

  const synapse: Synapse = {
    url,
    secret,
    async register(name) {
      const server = homeserverAt(url);
      const path = '/_synapse/admin/v1/register';
      const { nonce } = (await server.call('GET', path)) as { readonly nonce: string };
      const password = `secret of ${name}`;
      const mac = createHmac('sha1', secret)
        .update([nonce, name, password, 'notadmin'].join('\0'))
        .digest('hex');
      const body = { nonce, username: name, displayname: name, password, mac, admin: false };
      await server.call('POST', path, { body });
      return `@${name}:localhost`;
    },
    async start() {
      child = spawn(PYTHON, ['-m', 'synapse.app.homeserver', '-c', config], { cwd: dir, stdio: 'ignore' });
      const until = Date.now() + START_MS;
      while (!(await answers(url))) {
        if (child.exitCode !== null || Date.now() > until) throw new Error('Synapse did not start.');
        await sleep(200);
      }
    },
    async kill() {
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      if (child?.exitCode === null && child.kill('SIGKILL')) await ended;
    },
    async close() {
      await synapse.kill();
      await rm(dir, { recursive: true, force: true });
    },
  };
  await synapse.start();
  return synapse;
}

function settings(dir: string, port: number, secret: string): string {
  return JSON.stringify({
    server_name: 'localhost',
    listeners: [
      { port, bind_addresses: ['127.0.0.1'], type: 'http', tls: false, resources: [{ names: ['client'] }] },
    ],
    database: { name: 'sqlite3', args: { database: join(dir, 'homeserver.db') } },
    media_store_path: join(dir, 'media'),
    signing_key_path: join(dir, 'signing.key'),
    registration_shared_secret: secret,
    macaroon_secret_key: secret,
    form_secret: secret,
    report_stats: false,
    trusted_key_servers: [],
    suppress_key_server_warning: true,
    rc_message: { per_second: 1_000, burst_count: 1_000 },
    rc_room_creation: { per_second: 1_000, burst_count: 1_000 },
    rc_login: {
      address: { per_second: 1_000, burst_count: 1_000 },
      account: { per_second: 1_000, burst_count: 1_000 },
    },
    rc_joins: { local: { per_second: 1_000, burst_count: 1_000 } },
    rc_invites: {
      per_room: { per_second: 1_000, burst_count: 1_000 },
      per_user: { per_second: 1_000, burst_count: 1_000 },
    },
  });
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/_matrix/client/versions`, { signal: timeLimit(1_000) })).ok;
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
