import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startVfsApp, type VfsApp } from './testing/vfs-app.js';

const require = createRequire(import.meta.url);
const SUITE = join(
  dirname(require.resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
);

/** Hands everything on as it came, and adds a fresh UCAN, which the suite knows nothing of. */
async function startCredentialProxy(vfs: VfsApp): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer(async (incoming, outgoing) => {
    const headers = {
      ...incoming.headers,
      authorization: `Bearer ${await vfs.token({ can: 'fs/write' })}`,
      'x-auth-type': 'ucan',
    };
    const target = new URL(incoming.url ?? '/', vfs.url);
    const forwarded = request(target, { method: incoming.method ?? 'GET', headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

describe('the MCP conformance suite', () => {
  let vfs: VfsApp;
  let proxy: Awaited<ReturnType<typeof startCredentialProxy>>;
  beforeAll(async () => {
    vfs = await startVfsApp();
    proxy = await startCredentialProxy(vfs);
  });
  afterAll(async () => {
    proxy.server.closeAllConnections();
    proxy.server.close();
    await vfs.close();
  });

  // The others ask for tools, prompts and resources of given names, which only a server made for the suite has.
  it.each(['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection'])(
    'passes: %s',
    async (scenario) => {
      const { stdout } = await promisify(execFile)(process.execPath, [
        ...[SUITE, 'server', '--url', `${proxy.url}/api/fs/mcp`],
        ...['--scenario', scenario],
      ]);
      expect(stdout).toMatch(/Passed: (\d+)\/\1, 0 failed/);
    },
  );
});
