import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plugin } from 'oracle-runtime/plugin';
import { createOracleApp } from '../../../src/app.js';
import { delegate, invoke } from '../../../src/auth/ucan/issue.js';
import { loadConfig } from '../../../src/config.js';
import { createLogger } from '../../../src/logger.js';
import type { Signer } from '../../../src/plugin/index.js';
import sampling from '../index.js';

/** A value from the wire; a test reads down into it and a wrong turn gives undefined. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The value at a dotted path of the JSON body. */
  at(path: string): unknown;
}

export interface Client {
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  /** Begins a conversation. */
  talk(): Promise<Conversation>;
}

export interface Visitor {
  /** Claims one ability of the oracle's own for one request. */
  as(can: string): Client;
  /** Lets the oracle do this with a folder of the visitor's files. */
  grant(can: string, folder: string): Promise<Answer>;
}

export interface Attached {
  readonly name: string;
  readonly mimeType: string;
  readonly text: string;
}

export interface Conversation {
  /** Says something and approves whatever the oracle asks to approve. */
  say(message: string, attached?: Attached): Promise<Reply>;
}

export interface Reply {
  readonly content: string;
  readonly tools: readonly { readonly name: string; readonly status: string; readonly output?: unknown }[];
  readonly approved: readonly string[];
}

export interface SamplingApp {
  /** A client with its own API key. */
  client(name: string, scopes: readonly string[], did?: string): Promise<Client>;
  /** A client that comes with UCANs which the owner lets it claim; it may grant the oracle a folder of its files. */
  visitor(signer: Signer, abilities: readonly string[]): Promise<Visitor>;
  readonly url: string;
  close(): Promise<void>;
}

/** The real oracle with this plugin and maybe others, in a temporary directory on a free port. */
export async function startSamplingApp(
  section: unknown = {},
  env: Record<string, string> = {},
  others: readonly Plugin[] = [],
): Promise<SamplingApp> {
  const dir = await mkdtemp(join(tmpdir(), 'sampling-app-'));
  const file = { name: 'test', description: 'A test oracle.', plugins: { sampling: section } };
  await writeFile(join(dir, 'oracle.config.json'), JSON.stringify(file));
  const config = loadConfig({
    cwd: dir,
    env: { ...env, DATA_DIR: join(dir, 'data'), PORT: '0', RATE_LIMIT_PER_MINUTE: '100000' },
  });
  const logger = createLogger({ level: 'silent', format: 'json', write: () => {} });
  const app = await createOracleApp({ config, plugins: [sampling, ...others], logger, createIdentity: true });
  const { url } = await app.listen();
  return {
    url,
    async client(name, scopes, did) {
      const { secret } = await app.store.apiKeys.create({
        name,
        scopes,
        ...(did === undefined ? {} : { did }),
      });
      return clientOf(url, () => ({ Authorization: `Bearer ${secret}` }));
    },
    async visitor(signer, abilities) {
      const { identity } = app;
      if (identity === undefined) throw new Error('no identity');
      const clock = { now: () => Date.now() };
      const common = { audience: identity.did, clock };
      const capabilities = abilities.map((can) => ({ can, with: 'ixo:oracle', nb: {} }));
      const proof = await delegate({
        issuer: identity,
        audience: signer.did,
        clock,
        capabilities,
        seconds: 600,
      });
      const tokenFor = async (can: string, resource: string, proofs: readonly string[]) => {
        const capability = { can, with: resource, nb: {} };
        const { token } = await invoke({ issuer: signer, ...common, capability, proofs });
        return { Authorization: `Bearer ${token}`, 'X-Auth-Type': 'ucan' };
      };
      return {
        as: (can) => clientOf(url, () => tokenFor(can, 'ixo:oracle', [proof.token])),
        async grant(can, folder) {
          const capability = { can, with: `ixo:filesystem${folder}`, nb: {} };
          const granted = await delegate({
            issuer: signer,
            ...common,
            capabilities: [capability],
            seconds: 600,
          });
          const own = clientOf(url, () => tokenFor('fs/list', 'ixo:filesystem', []));
          return own.post('/delegation', { delegation: granted.token });
        },
      };
    },
    async close() {
      await app.close(0);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function clientOf(
  url: string,
  credential: () => Record<string, string> | Promise<Record<string, string>>,
): Client {
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const plain = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(await credential()),
        ...(body === undefined || plain ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: plain ? body : JSON.stringify(body) }),
    });
    return answerOf(response.status, response.headers, await response.text());
  };
  const client: Client = {
    talk: () => talk(client),
    get: (path) => call('GET', path),
    post: (path, body = {}, headers) => call('POST', path, body, headers),
    delete: (path) => call('DELETE', path),
  };
  return client;
}

async function talk(client: Client): Promise<Conversation> {
  const session = (await client.post('/sessions')).at('sessionId');
  return {
    async say(message, file) {
      const attachments = file && [
        {
          name: file.name,
          mimeType: file.mimeType,
          url: `data:${file.mimeType};base64,${Buffer.from(file.text, 'utf8').toString('base64')}`,
        },
      ];
      let answer = await client.post(`/messages/${session}`, {
        message,
        ...(attachments && { attachments }),
      });
      const approved: string[] = [];
      const tools: Reply['tools'][number][] = [];
      const note = () => tools.push(...((answer.at('toolCalls') as Reply['tools'] | undefined) ?? []));
      note();
      while (answer.at('finishReason') === 'interrupted') {
        const asked = answer.at('approvals') as { id: string; tool: string }[];
        approved.push(...asked.map(({ tool }) => tool));
        const decisions = asked.map(({ id }) => ({ id, approved: true }));
        answer = await client.post(`/messages/${session}/approvals`, { decisions });
        note();
      }
      if (answer.status !== 200) throw new Error(answer.text);
      return { content: String(answer.at('content')), tools, approved };
    },
  };
}

function answerOf(status: number, headers: Headers, text: string): Answer {
  return {
    status,
    headers,
    text,
    at(path) {
      let value: unknown = JSON.parse(text);
      for (const key of path === '' ? [] : path.split('.'))
        value =
          typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
      return value;
    },
  };
}
