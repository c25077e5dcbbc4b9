import { afterEach, describe, expect, it } from 'vitest';
import { GRPC, headersFrame, type PuppetNode, puppetNode, type Told, WELL } from '../testing/puppet-node.js';
import { parseChainAddresses } from './chain-address.js';
import { framed } from './grpc-frames.js';
import { Flag, frame, Kind, Setting, settings, uint32 } from './http2/frames.js';
import { Stream } from './http2/stream.js';
import { NodeClient } from './node-client.js';
import { Code, QueryFault } from './status.js';

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const each of opened.splice(0).reverse()) each.close();
});

function clientOf(...nodes: readonly PuppetNode[]): NodeClient {
  const client = new NodeClient(parseChainAddresses(nodes.map(({ url }) => url).join()), {
    concurrency: 100,
    queue: 100,
    maxAnswerBytes: 4_194_304,
    tell() {},
  });
  opened.push(client, ...nodes);
  return client;
}

/** What became of one call: its bytes, or its code and words. */
async function asked(client: NodeClient, ms = 3_000): Promise<unknown> {
  const options = { client: 'a', deadline: Date.now() + ms };
  try {
    return (await client.call('/a.Query/B', Buffer.of(8, 1), options)).bytes;
  } catch (error) {
    if (error instanceof QueryFault) return [error.code, error.message];
    throw error;
  }
}

const data = (stream: number, bytes: Uint8Array, last = false) =>
  frame(Kind.Data, last ? Flag.EndStream : 0, stream, bytes);
const MESSAGE = framed(Buffer.of(10, 1, 65));
const AWAY = [Code.Unavailable, 'the chain node cannot be reached'];
const noGrpc = (why: string) => [
  Code.Unavailable,
  `what answers in place of the chain node speaks no gRPC (${why})`,
];

const PAGE = { ':status': '200', 'content-type': 'text/html' };
/** 6 MB */
const pageOf = (stream: number) =>
  Array.from({ length: 400 }, () => data(stream, Buffer.from('<!doctype html>'.repeat(1_000))));

/** A whole answer. */
const well = ({ stream, say }: Told, bytes: Uint8Array = MESSAGE) =>
  say(headersFrame(stream, GRPC), data(stream, bytes), headersFrame(stream, WELL, true));

describe('a node that answers', () => {
  it.each<[string, (told: Told) => void, unknown]>([
    [
      'in one-octet frames',
      (told) => {
        const { stream, say } = told;
        say(headersFrame(stream, GRPC), ...[...MESSAGE].map((octet) => data(stream, Uint8Array.of(octet))));
        say(headersFrame(stream, WELL, true));
      },
      Buffer.of(10, 1, 65),
    ],
    [
      'twice',
      (told) => well(told, Buffer.concat([MESSAGE, MESSAGE])),
      [Code.Internal, 'the chain node answered more than once'],
    ],
    [
      'with nothing',
      (told) => well(told, Buffer.alloc(0)),
      [Code.Internal, 'the chain node answered with nothing'],
    ],
    [
      'with half a message',
      (told) => well(told, MESSAGE.subarray(0, 6)),
      [Code.Internal, 'the answer of the chain node is cut'],
    ],
    [
      'with a length that is a lie',
      (told) => well(told, Buffer.of(0, 255, 255, 255, 255, 1)),
      [Code.Internal, 'the answer of the chain node is cut'],
    ],
    [
      'without trailers',
      ({ stream, say }) => say(headersFrame(stream, GRPC), data(stream, MESSAGE, true)),
      AWAY,
    ],
    [
      'well before its body, which has no trailers',
      ({ stream, say }) => say(headersFrame(stream, { ...GRPC, ...WELL }), data(stream, MESSAGE, true)),
      AWAY,
    ],
    [
      'well, and takes it back',
      ({ stream, say }) =>
        say(headersFrame(stream, { ...GRPC, ...WELL }), frame(Kind.Reset, 0, stream, uint32(2))),
      AWAY,
    ],
    [
      'a part, and resets',
      ({ stream, say }) =>
        say(headersFrame(stream, GRPC), data(stream, MESSAGE), frame(Kind.Reset, 0, stream, uint32(8))),
      AWAY,
    ],
    [
      '404',
      ({ stream, say }) => say(headersFrame(stream, { ':status': '404' }, true)),
      noGrpc('HTTP status 404'),
    ],
    [
      '403 and calls it gRPC',
      ({ stream, say }) => say(headersFrame(stream, { ...GRPC, ':status': '403' }, true)),
      noGrpc('HTTP status 403'),
    ],
    [
      'with a page',
      ({ stream, say }) =>
        say(
          headersFrame(stream, { ':status': '200', 'content-type': 'text/html' }),
          data(stream, Buffer.from('<h1>'), true),
        ),
      noGrpc('content of the type "text/html"'),
    ],
    [
      'with a page that is longer than any answer',
      ({ stream, say }) => say(headersFrame(stream, PAGE), ...pageOf(stream)),
      noGrpc('content of the type "text/html"'),
    ],
    [
      '503 with a long page',
      ({ stream, say }) => say(headersFrame(stream, { ...PAGE, ':status': '503' }), ...pageOf(stream)),
      AWAY,
    ],
    ['503 of a proxy', ({ stream, say }) => say(headersFrame(stream, { ':status': '503' }, true)), AWAY],
    [
      'headers of 100 KB',
      ({ stream, say }) =>
        say(
          frame(Kind.Headers, 0, stream, Buffer.alloc(16_384)),
          ...Array.from({ length: 6 }, () => frame(Kind.Continuation, 0, stream, Buffer.alloc(16_384))),
        ),
      AWAY,
    ],
    ['that it goes away', ({ say }) => say(frame(Kind.GoAway, 0, 0, Buffer.alloc(8))), AWAY],
  ])('%s', async (_what, answer, expected) => {
    const node = await puppetNode(answer);
    expect(await asked(clientOf(node))).toEqual(expected);
    // Nothing is asked for ever.
    expect(node.counts.connections).toBeLessThan(12);
    expect(node.counts.questions).toBeLessThan(24);
  });

  it('a drop at a time, late', async () => {
    const node = await puppetNode(({ stream, say }) =>
      say(headersFrame(stream, GRPC), data(stream, MESSAGE.subarray(0, 3))),
    );
    expect(await asked(clientOf(node), 200)).toEqual([
      Code.DeadlineExceeded,
      'the chain node did not answer in time',
    ]);
  });

  it.each<[string, (stream: number) => Buffer]>([
    ['pings', () => frame(Kind.Ping, 0, 0, Buffer.alloc(8))],
    ['settings', () => frame(Kind.Settings, 0, 0, settings([[Setting.InitialWindow, 70_000]]))],
    ['resets of nothing', () => frame(Kind.Reset, 0, 99, uint32(8))],
    ['empty parts', (stream) => data(stream, Buffer.alloc(0))],
    ['headers before the answer', (stream) => headersFrame(stream, { ':status': '103' })],
    ['what nobody knows', () => frame(0x42, 0, 0, Buffer.alloc(0))],
  ])('with %s without end, is left', async (_what, each) => {
    const flooded: Told[] = [];
    const node = await puppetNode((told) => {
      flooded.push(told);
      told.say(Buffer.concat(Array(10_100).fill(each(told.stream))));
    });
    expect(await asked(clientOf(node))).toEqual(AWAY);
    expect(flooded[0]?.socket.destroyed || flooded[0]?.socket.readableEnded).toBe(true);
  });

  it('with the rest of headers without end, is left', async () => {
    const node = await puppetNode(({ stream, say }) =>
      say(
        frame(Kind.Headers, 0, stream, Buffer.of(0x88)),
        Buffer.concat(Array(10_100).fill(frame(Kind.Continuation, 0, stream, Buffer.alloc(0)))),
      ),
    );
    expect(await asked(clientOf(node))).toEqual(AWAY);
  });
});

describe('where one of two nodes', () => {
  it.each<[string, (told: Told) => void]>([
    ['speaks no gRPC', ({ stream, say }) => say(headersFrame(stream, { ':status': '404' }, true))],
    ['resets', ({ stream, say }) => say(frame(Kind.Reset, 0, stream, uint32(2)))],
  ])('%s, the other is asked', async (_what, answer) => {
    const client = clientOf(await puppetNode(answer), await puppetNode((told) => well(told)));
    await client.look();
    expect(await asked(client, 10_000)).toEqual(Buffer.of(10, 1, 65));
  });
});

it('many small parts of a body are kept as few', () => {
  const stream = new Stream({
    head: Buffer.alloc(0),
    body: Buffer.alloc(0),
    most: 0,
    tooLong() {},
    ended() {},
  });
  for (let at = 0; at < 100_000; at++) stream.add(Buffer.of(at % 251));
  for (let at = 0; at < 1_000; at++) stream.add(Buffer.alloc(16_384, at));
  expect(stream.chunks.length).toBeLessThan(2_000);
  const whole = Buffer.concat(stream.chunks);
  expect(whole.length).toBe(100_000 + 16_384_000);
  expect([whole[0], whole[252], whole[99_999], whole[100_000 + 16_384]]).toEqual([0, 1, 99_999 % 251, 1]);
});
