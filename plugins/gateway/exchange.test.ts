import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureChain, startFixtureChain } from './testing/fixture-chain.js';
import { type GatewayApp, startGatewayApp } from './testing/gateway-app.js';

let chain: FixtureChain;
let app: GatewayApp;
const PAGE_ORIGIN = 'https://app.example.org';
beforeAll(async () => {
  chain = await startFixtureChain({ height: 4242 });
  app = await startGatewayApp({
    CHAIN_GRPC_URL: chain.url,
    GATEWAY_PREFIX: 'ixo,fixture',
    CORS_ORIGINS: PAGE_ORIGIN,
  });
  await app.loaded();
});
afterAll(async () => {
  await app.close();
  await chain.close();
});

async function metadataOf(headers: Record<string, string | string[]>): Promise<string[]> {
  const { json } = await app.ask('/fixture/echo', { headers });
  return json['metadata'] as unknown as string[];
}

describe('the block height', () => {
  it('of the data is told', async () => {
    const { headers } = await app.ask('/ixo/token/params');
    expect(headers['x-cosmos-block-height']).toBe('4242');
    expect(headers['grpc-metadata-x-cosmos-block-height']).toBe('4242');
  });

  it.each(['1', '0', '9223372036854775807'])('%s reaches the node and comes back', async (height) => {
    const headers = { 'x-cosmos-block-height': height };
    expect(await metadataOf(headers)).toContain(`x-cosmos-block-height: ${height}`);
    const answer = await app.ask('/ixo/token/params', { headers });
    expect(answer.headers['x-cosmos-block-height']).toBe(height);
  });

  it.each(['-1', 'abc', '1.5', '', ' ', '9223372036854775808', '1, 2', '0x10'])(
    '%j is 400',
    async (height) => {
      const answer = await app.ask('/ixo/token/params', { headers: { 'x-cosmos-block-height': height } });
      expect([answer.status, answer.json['code']]).toEqual([400, 3]);
      expect(answer.json['message']).toContain('x-cosmos-block-height');
    },
  );

  it('of the answer is flagged when it is not the one that was asked for', async () => {
    const stubborn = await startFixtureChain({ height: 99, onlyLatest: true });
    const gateway = await startGatewayApp({ CHAIN_GRPC_URL: stubborn.url });
    await gateway.loaded();
    const ask = (height: string) =>
      gateway.ask('/ixo/token/params', { headers: { 'x-cosmos-block-height': height } });
    const [other, same, latest] = [await ask('7'), await ask('99'), await ask('0')];
    expect(other.headers['x-cosmos-block-height']).toBe('99');
    expect(other.headers['warning']).toBe('199 - "asked for height 7, the node answered for 99"');
    expect([same.headers['warning'], latest.headers['warning']]).toEqual([undefined, undefined]);
    await gateway.close();
    await stubborn.close();
  });

  it('given twice is 400: a node would ignore both', async () => {
    const headers = { 'x-cosmos-block-height': ['5', '6'] };
    const answer = await app.ask('/ixo/token/params', { headers });
    expect(answer.json).toEqual({
      code: 3,
      message: 'the header x-cosmos-block-height is given more than once',
      details: [],
    });
  });
});

describe('headers', () => {
  it('of Grpc-Metadata go to the node without their prefix', async () => {
    const metadata = await metadataOf({ 'Grpc-Metadata-X-Tenant': 'a b', 'Grpc-Metadata-Trace-Bin': 'aGk=' });
    expect(metadata).toContain('x-tenant: a b');
    expect(metadata).toContain('trace-bin: hi');
  });

  it('that belong to the oracle or to the protocol do not', async () => {
    const metadata = await metadataOf({
      Authorization: 'Bearer secret',
      Cookie: 'oracle_session=secret',
      'Grpc-Metadata-Grpc-Timeout': '1n',
      'Grpc-Metadata-Content-Type': 'text/html',
      'X-Tenant': 'nobody',
    });
    expect(metadata.filter((each) => !each.startsWith('user-agent:'))).toEqual([]);
  });

  it('of the answer are those of a REST server', async () => {
    const { headers, text } = await app.ask('/ixo/token/params');
    expect(headers['content-type']).toBe('application/json');
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['grpc-metadata-content-type']).toMatch(/^application\/grpc/);
  });

  it('let a page of an allowed origin read and send the height', async () => {
    const answer = await app.ask('/ixo/token/params', { headers: { Origin: PAGE_ORIGIN } });
    expect(answer.headers['access-control-allow-origin']).toBe(PAGE_ORIGIN);
    expect(answer.headers['access-control-expose-headers']).toContain('x-cosmos-block-height, Age, Warning');
    const preflight = await app.ask('/ixo/token/params', {
      method: 'OPTIONS',
      headers: {
        Origin: PAGE_ORIGIN,
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'x-cosmos-block-height,grpc-timeout',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-headers']).toBe('x-cosmos-block-height,grpc-timeout');
    expect(preflight.headers['access-control-allow-methods']).toBe('GET, HEAD, POST, OPTIONS');
    expect(preflight.headers['vary']).toContain('Origin');
  });

  it('let no other page', async () => {
    const answer = await app.ask('/ixo/token/params', { headers: { Origin: 'https://evil.example' } });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('answer HEAD as GET without its body', async () => {
    const [head, get] = [
      await app.ask('/ixo/token/params', { method: 'HEAD' }),
      await app.ask('/ixo/token/params'),
    ];
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect(head.headers['x-cosmos-block-height']).toBe('4242');
  });
});

describe('a deadline', () => {
  it.each(['5S', '100m', '1M', '99999999n', '1H', '500000u'])('%s is taken', async (timeout) => {
    const { status } = await app.ask('/ixo/token/params', { headers: { 'Grpc-Timeout': timeout } });
    // A busy machine may take longer.
    expect([200, 504]).toContain(status);
  });

  it.each(['abc', '5', 'S', '5s', '-1S', '123456789S', ''])('%j is 400', async (timeout) => {
    const answer = await app.ask('/ixo/token/params', { headers: { 'Grpc-Timeout': timeout } });
    expect([answer.status, answer.json['code']]).toEqual([400, 3]);
  });

  it('that is over is 504', async () => {
    const answer = await app.ask('/fixture/sleep/5000', { headers: { 'Grpc-Timeout': '50m' } });
    expect(answer.status).toBe(504);
    expect(answer.json).toEqual({ code: 4, message: 'the chain node did not answer in time', details: [] });
  });
});

describe('a status of the node', () => {
  // grpc-gateway's table of statuses
  it.each([
    [1, 408],
    [2, 500],
    [3, 400],
    [4, 504],
    [5, 404],
    [6, 409],
    [7, 403],
    [8, 429],
    [9, 400],
    [10, 409],
    [11, 400],
    [12, 501],
    [13, 500],
    [14, 503],
    [15, 500],
    [16, 401],
  ])('%i is %i', async (code, status) => {
    const answer = await app.ask(`/fixture/fail/${code}?message=why%20"not"`);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.json['code']).toBe(code);
    expect(answer.json['details']).toEqual([]);
    if (code !== 4 && code !== 14) expect(answer.json['message']).toBe('why "not"');
    expect(answer.headers['x-cosmos-block-height']).toBeUndefined();
  });

  it('keeps its details, with their type first', async () => {
    const { text } = await app.ask('/fixture/fail/9?detail=1&message=m');
    expect(text).toBe(
      '{"code":9,"message":"m","details":[{"@type":"type.googleapis.com/fixture.Nested","text":"why","number":7,"inner":null,"tags":[]}]}',
    );
  });

  it('keeps details of a type that nobody knows', async () => {
    const { json } = await app.ask('/fixture/fail/9?detail=2&message=m');
    expect(json['details']).toEqual([{ '@type': 'type.googleapis.com/nobody.Knows', value: 'CAE=' }]);
  });

  it('of a record that is not there is 404 in the words of the chain', async () => {
    const answer = await app.ask('/ixo/entity/did:ixo:entity:none');
    expect(answer.status).toBe(404);
    expect(answer.json['message']).toBe('entity not found: did:ixo:entity:none');
  });
});

describe('pages', () => {
  it('follow their key to the end and say nothing that the node did not', async () => {
    const seen: unknown[] = [];
    let key = '';
    for (let page = 0; page < 10; page++) {
      const { json } = await app.ask(
        `/ixo/claims/claims?pagination.limit=2&pagination.key=${encodeURIComponent(key)}`,
      );
      seen.push(...(json['claims'] as unknown as unknown[]));
      expect(json['pagination']?.['total']).toBe('0');
      const next = json['pagination']?.['next_key'] as unknown;
      if (next === null) break;
      key = String(next);
    }
    expect(seen).toHaveLength(5);
  });

  it('give a total only when it is asked for', async () => {
    const { json } = await app.ask('/ixo/claims/claims?pagination.limit=2&pagination.count_total=true');
    expect(json['pagination']?.['total']).toBe('5');
  });
});

describe('the other forms', () => {
  it('canonical ProtoJSON by parameter or header', async () => {
    const byParameter = await app.ask('/ixo/claims/params?json=protojson');
    const byHeader = await app.ask('/ixo/claims/params', { headers: { 'X-Json-Format': 'protojson' } });
    expect(byParameter.json).toEqual({
      params: {
        collectionSequence: '18446744073709551615',
        ixoAccount: 'ixo1account',
        networkFeePercentage: '547945205479452055',
        nodeFeePercentage: '10000000000000000000',
      },
    });
    expect(byHeader.text).toBe(byParameter.text);
  });

  it('an API document of all that is loaded', async () => {
    const { json, status } = await app.ask('/ixo/openapi.json');
    expect(status).toBe(200);
    const paths = Object.keys(json['paths'] ?? {});
    expect(paths).toContain('/ixo/entity/{id}');
    expect(paths).toContain('/ixo/fixture/deep/{text}');
    expect(json['paths']?.['/ixo/claims/claims']?.['get']?.['operationId']).toBe(
      'ixo.claims.v1beta1.Query.ClaimList',
    );
    const { validate } = await import('./testing/validate-openapi.js');
    expect(await validate(json)).toEqual([]);
  });
});
