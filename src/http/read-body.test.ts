import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { OracleError } from '../plugin/index.js';
import { readJsonBody } from './read-body.js';

describe('readJsonBody', () => {
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
