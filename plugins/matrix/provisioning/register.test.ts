import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { homeserverAt } from '../account/homeserver.js';
import { register } from './register.js';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const account = { name: 'oracle', password: 'x' };

it('names the variable of a shared secret that is not the homeserver’s', async () => {
  // As Synapse answers.
  const url = await serve(({ method }, response) =>
    method === 'GET'
      ? response.end('{"nonce":"n"}')
      : response.writeHead(403).end('{"errcode":"M_UNKNOWN","error":"HMAC incorrect"}'),
  );
  await expect(register(homeserverAt(url), account, { sharedSecret: 'other' })).rejects.toMatchObject({
    code: 'forbidden',
    detail: expect.stringContaining('MATRIX_REGISTRATION_SHARED_SECRET'),
    hint: expect.stringContaining('registration_shared_secret of homeserver.yaml'),
  });
});

it('says of what answers and is no homeserver that it answers', async () => {
  const url = await serve((_, response) => response.writeHead(501).end('<html>no'));
  await expect(register(homeserverAt(url), account, {})).rejects.toMatchObject({
    code: 'unavailable',
    detail: `What answers at ${url} answers status 501, and not as a homeserver does.`,
    hint: expect.stringContaining('--matrix-url'),
  });
});
