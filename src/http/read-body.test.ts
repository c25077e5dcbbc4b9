import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { OracleError } from '../plugin/index.js';
import { readJsonBody } from './read-body.js';

describe('readJsonBody', () => {
  it.each([
    [1024, { text: 'x'.repeat(1024 - '{"text":""}'.length) }],
    [1025, 413],
  ])('takes %d bytes, whose length nobody announced, by the limit of 1024', async (bytes, expected) => {
    const server = createServer((incoming, response) => {
      readJsonBody(incoming, 1024).then(
        (body) => response.end(JSON.stringify(body)),
        (error: unknown) => response.end(JSON.stringify(OracleError.isInstance(error) && error.status)),
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const body = JSON.stringify({ text: 'x'.repeat(bytes - '{"text":""}'.length) });
    const headers = { 'Content-Type': 'application/json' };
    const outgoing = request({ port, host: '127.0.0.1', method: 'POST', headers });
    // Two writes and no length: the body goes out in chunks.
    outgoing.write(body.slice(0, 1000));
    outgoing.end(body.slice(1000));
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect(JSON.parse(await text(response))).toEqual(expected);
    server.closeAllConnections();
    server.close();
  });

  it('gives a body that never ends up after its deadline, with 408', async () => {
    let settle: (value: unknown) => void = () => undefined;
    const outcome = new Promise<unknown>((resolve) => {
      settle = resolve;
    });
    const server = createServer((request, response) => {
      readJsonBody(request, 1024, 50).then(settle, settle);
      request.once('close', () => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.write(
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{"a"',
    );
    const error = await outcome;
    expect(OracleError.isInstance(error) && error.status).toBe(408);
    socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
});
