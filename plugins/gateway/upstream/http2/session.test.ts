import { once } from 'node:events';
import {
  createServer,
  type ServerHttp2Session,
  type ServerHttp2Stream,
  type ServerOptions,
} from 'node:http2';
import { type AddressInfo, connect, createServer as createPlainServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Flag, type Frame, FrameReader, frame, Kind, Setting, settings, uint32 } from './frames.js';
import { literal } from './header-block.js';
import type { Headers } from './header-decoder.js';
import { Session } from './session.js';
import { type Question, STREAM_WINDOW } from './stream.js';

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0).reverse()) close();
});

interface Heard {
  readonly headers: Headers | undefined;
  readonly trailers: Headers | undefined;
  readonly body: Buffer;
}

const HEAD = Buffer.concat([
  literal(':method', 'POST'),
  literal(':scheme', 'http'),
  literal(':path', '/a'),
  literal(':authority', 'node'),
]);

/** Asks as who awaits the answer; the second of the pair takes it back. */
function ask(
  session: Session,
  body: string | Buffer,
  more: Partial<Pick<Question, 'head' | 'most' | 'begins'>> = {},
) {
  let cancel = () => {};
  const heard = new Promise<Heard>((resolve, reject) => {
    cancel = session.ask({
      head: HEAD,
      most: 2 ** 30,
      ...more,
      body: Buffer.from(body),
      tooLong: () => reject(new Error('too long')),
      ended: ({ headers, trailers, chunks }, failure) =>
        failure === undefined ? resolve({ headers, trailers, body: Buffer.concat(chunks) }) : reject(failure),
    });
  });
  heard.catch(() => {});
  return [heard, () => cancel()] as const;
}

async function sessionTo(port: number) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const ends: (Error | undefined)[] = [];
  const session = new Session(socket, (error) => ends.push(error));
  opened.push(() => session.destroy(new Error('the test is over')));
  return { session, ends };
}

/** A server of Node's own, which packs headers and fills its table of them. */
async function serverWith(
  answer: (stream: ServerHttp2Stream, headers: Record<string, unknown>) => void,
  options: ServerOptions = {},
) {
  const server = createServer(options).listen(0, '127.0.0.1');
  const sessions: ServerHttp2Session[] = [];
  server.on('session', (each) => sessions.push(each));
  server.on('stream', (stream, headers) => {
    stream.on('error', () => {});
    answer(stream, headers);
  });
  opened.push(() => {
    for (const each of sessions) each.destroy();
    server.close();
  });
  await once(server, 'listening');
  return { ...(await sessionTo((server.address() as AddressInfo).port)), sessions };
}

async function bodyOf(stream: ServerHttp2Stream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe("a session with Node's server", () => {
  it('gets headers, bodies and trailers, many at once', async () => {
    const { session } = await serverWith(async (stream, headers) => {
      const body = await bodyOf(stream);
      stream.respond(
        { ':status': 200, 'x-of': String(headers['x-of']), 'x-same': 'always' },
        { waitForTrailers: true },
      );
      stream.on('wantTrailers', () =>
        stream.sendTrailers({ 'grpc-status': '0', 'x-length': String(body.length) }),
      );
      stream.end(body);
    });
    const answers = await Promise.all(
      Array.from({ length: 300 }, async (_, at) => {
        const body = Buffer.alloc(at * 100, at);
        const head = Buffer.concat([HEAD, literal('x-of', `number ${at}`)]);
        const heard = await ask(session, body, { head })[0];
        expect(heard.body.equals(body)).toBe(true);
        return [heard.headers?.get('x-of'), heard.headers?.get('x-same'), heard.trailers?.get('x-length')];
      }),
    );
    expect(answers).toEqual(answers.map((_, at) => [`number ${at}`, 'always', String(at * 100)]));
  });

  it('sends and gets more than all windows hold', async () => {
    const { session } = await serverWith(async (stream) => {
      const body = await bodyOf(stream);
      stream.respond({ ':status': 200 });
      stream.end(Buffer.concat(Array.from({ length: 6 }, () => body)));
    });
    const body = Buffer.alloc(1_500_000, 'abc');
    const heard = await Promise.all([ask(session, body)[0], ask(session, body)[0]]);
    expect(heard.map((each) => each.body.length)).toEqual([9_000_000, 9_000_000]);
    expect(heard[0]?.body.subarray(7_500_000).equals(body)).toBe(true);
  });

  it('lets nobody send much of an answer before there is room for it', async () => {
    const body = Buffer.alloc(3_000_000, 'abcd');
    let sent: ServerHttp2Stream | undefined;
    const { session } = await serverWith((stream) => {
      sent = stream;
      stream.respond({ ':status': 200 });
      stream.end(body);
    });
    let begin: (octets: string) => void = () => {};
    const begun = new Promise<string>((resolve) => {
      begin = resolve;
    });
    let go: () => void = () => {};
    const room = new Promise<void>((resolve) => {
      go = resolve;
    });
    const heard = (octets: Buffer) => {
      begin(octets.toString());
      return room;
    };
    const [whole] = ask(session, 'x', { begins: { opening: 5, heard } });
    expect(await begun).toBe('abcda');
    // The server stops once its window is used up, and says so by a ping that comes back.
    for (let each = 0; each < 20; each++) await new Promise<void>((resolve) => session.ping(resolve));
    expect(body.length - (sent?.bufferSize ?? 0)).toBeLessThanOrEqual(2 * STREAM_WINDOW);
    go();
    expect((await whole).body.equals(body)).toBe(true);
  });

  it('asks no more at once than the server takes', async () => {
    // It refuses a fourth, and answers when there are three.
    const held: ServerHttp2Stream[] = [];
    const { session } = await serverWith(
      (stream) => {
        if (held.push(stream) < 3) return;
        for (const each of held.splice(0)) each.respond({ ':status': 204 }, { endStream: true });
      },
      { settings: { maxConcurrentStreams: 3 } },
    );
    await new Promise<void>((resolve) => session.ping(resolve));
    const heard = await Promise.all(Array.from({ length: 21 }, () => ask(session, 'x')[0]));
    expect(heard.map(({ headers }) => headers?.get(':status'))).toEqual(Array(21).fill('204'));
  });

  it('leaves what is taken back, and stays', async () => {
    const closed: number[] = [];
    const { session } = await serverWith((stream, headers) => {
      stream.on('close', () => closed.push(stream.rstCode));
      if (headers['x-of'] !== 'never') stream.respond({ ':status': 204 }, { endStream: true });
    });
    const [heard, cancel] = ask(session, 'x', { head: Buffer.concat([HEAD, literal('x-of', 'never')]) });
    await ask(session, 'x')[0];
    cancel();
    cancel();
    await ask(session, 'x')[0];
    await expect.poll(() => closed).toContain(8);
    expect(await Promise.race([heard, 'nobody was called'])).toBe('nobody was called');
  });

  it('ends an answer that is too long, and stays', async () => {
    const { session } = await serverWith((stream) => {
      stream.respond({ ':status': 200 });
      stream.end(Buffer.alloc(1_000_000));
    });
    await expect(ask(session, 'x', { most: 999_999 })[0]).rejects.toThrow('too long');
    expect((await ask(session, 'x', { most: 1_000_000 })[0]).body.length).toBe(1_000_000);
  });

  it('carries headers that fill more than a frame, both ways', async () => {
    const { session } = await serverWith((stream, headers) => {
      stream.respond({ ':status': 200, 'x-long': String(headers['x-long']) }, { endStream: true });
    });
    const long = Array.from({ length: 40_000 }, (_, at) => at % 10).join('');
    const heard = await ask(session, 'x', { head: Buffer.concat([HEAD, literal('x-long', long)]) })[0];
    expect(heard.headers?.get('x-long')).toBe(long);
  });

  it('passes by what comes before an answer', async () => {
    const { session } = await serverWith((stream) => {
      stream.additionalHeaders({ ':status': 103, link: '</a>' });
      stream.respond({ ':status': 200 }, { endStream: true });
    });
    expect((await ask(session, 'x')[0]).headers?.get(':status')).toBe('200');
  });

  it('answers pings and hears its own', async () => {
    const { session, sessions } = await serverWith((stream) =>
      stream.respond({ ':status': 204 }, { endStream: true }),
    );
    await new Promise<void>((resolve) => session.ping(resolve));
    const answered = await new Promise<Error | null>((resolve) =>
      sessions[0]?.ping((error) => resolve(error)),
    );
    expect(answered).toBeNull();
  });

  it('ends what is under way when the server goes, and takes nothing new', async () => {
    let finish = () => {};
    const { session, sessions, ends } = await serverWith((stream) => {
      finish = () => stream.respond({ ':status': 204 }, { endStream: true });
    });
    const [heard] = ask(session, 'x');
    await new Promise<void>((resolve) => session.ping(resolve));
    sessions[0]?.close();
    await expect.poll(() => session.closed).toBe(true);
    expect(ends).toEqual([undefined]);
    finish();
    expect((await heard).headers?.get(':status')).toBe('204');
  });

  it('fails what is under way when the connection is cut', async () => {
    const { session, sessions, ends } = await serverWith(() => {});
    const [heard] = ask(session, 'x');
    await new Promise<void>((resolve) => session.ping(resolve));
    sessions[0]?.destroy();
    await expect(heard).rejects.toThrow(/closed|reset|goes away|went away/);
    await expect.poll(() => session.closed).toBe(true);
    expect(ends).toHaveLength(1);
  });
});

/** A server that says what a test tells it to, after the client's greeting. */
async function puppet(first: readonly Buffer[] = [frame(Kind.Settings, 0, 0, settings([]))]) {
  const heard: Frame[] = [];
  let far: Socket | undefined;
  const server = createPlainServer((socket) => {
    far = socket;
    const reader = new FrameReader();
    let greeted = false;
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      const rest = greeted ? chunk : chunk.subarray(24);
      greeted = true;
      reader.read(rest, (each) => heard.push(each));
    });
    socket.write(Buffer.concat(first));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(() => {
    far?.destroy();
    server.close();
  });
  const open = await sessionTo((server.address() as AddressInfo).port);
  return { ...open, heard, say: (...frames: Buffer[]) => void far?.write(Buffer.concat(frames)) };
}

const STATUS_200 = Buffer.of(0x88);

describe('a session with a server that', () => {
  it('asks again what the server had not looked at when it went: by failing it', async () => {
    const { session, heard, say } = await puppet();
    const [first] = ask(session, 'x');
    const [second] = ask(session, 'x');
    await expect.poll(() => heard.filter(({ kind }) => kind === Kind.Data)).toHaveLength(2);
    say(frame(Kind.GoAway, 0, 0, Buffer.concat([uint32(1), uint32(0)])));
    await expect(second).rejects.toThrow('before it looked');
    say(frame(Kind.Headers, Flag.EndHeaders | Flag.EndStream, 1, STATUS_200));
    expect((await first).headers?.get(':status')).toBe('200');
  });

  it('gives little room, gets as much as fits', async () => {
    const { session, heard, say } = await puppet([
      frame(Kind.Settings, 0, 0, settings([[Setting.InitialWindow, 3]])),
    ]);
    await expect
      .poll(() => heard.some(({ kind, flags }) => kind === Kind.Settings && flags === Flag.Ack))
      .toBe(true);
    const [answer] = ask(session, 'abcdefgh');
    const sent = () =>
      heard.filter(({ kind }) => kind === Kind.Data).map(({ payload }) => payload.toString());
    await expect.poll(sent).toEqual(['abc']);
    say(frame(Kind.WindowUpdate, 0, 1, uint32(2)));
    await expect.poll(sent).toEqual(['abc', 'de']);
    say(frame(Kind.Settings, 0, 0, settings([[Setting.InitialWindow, 100]])));
    await expect.poll(sent).toEqual(['abc', 'de', 'fgh']);
    say(frame(Kind.Headers, Flag.EndHeaders | Flag.EndStream, 1, STATUS_200));
    await answer;
  });

  it('pads, gives priorities and says what nobody knows, is understood', async () => {
    const { session, heard, say } = await puppet();
    const [answer] = ask(session, 'x');
    await expect.poll(() => heard.some(({ kind }) => kind === Kind.Data)).toBe(true);
    const head = Buffer.concat([Buffer.of(2), Buffer.alloc(5), STATUS_200, Buffer.alloc(2)]);
    say(
      frame(0x42, 0xff, 1, Buffer.alloc(100)),
      frame(Kind.Headers, Flag.EndHeaders | Flag.Padded | Flag.Priority, 1, head),
      frame(Kind.Data, Flag.Padded, 1, Buffer.from('\u0003abc\0\0\0')),
      frame(Kind.Data, Flag.EndStream, 1, Buffer.from('def')),
    );
    expect((await answer).body.toString()).toBe('abcdef');
  });

  it.each([
    ['a frame that is too long', Buffer.from(`004001${'00'.repeat(6)}`, 'hex')],
    ['a push', frame(Kind.Promise, Flag.EndHeaders, 1, Buffer.alloc(4))],
    ['headers that nobody can read', frame(Kind.Headers, Flag.EndHeaders, 1, Buffer.of(0x80))],
    ['headers of no stream', frame(Kind.Headers, Flag.EndHeaders, 0, STATUS_200)],
    ['the rest of headers that never began', frame(Kind.Continuation, Flag.EndHeaders, 1, STATUS_200)],
    [
      'something between headers and their rest',
      Buffer.concat([frame(Kind.Headers, 0, 1, STATUS_200), frame(Kind.Ping, 0, 0, Buffer.alloc(8))]),
    ],
    [
      'headers without end',
      Buffer.concat([
        frame(Kind.Headers, 0, 1, STATUS_200),
        ...Array.from({ length: 5 }, () => frame(Kind.Continuation, 0, 1, Buffer.alloc(16_384))),
      ]),
    ],
    ['a frame that is all padding', frame(Kind.Data, Flag.Padded, 1, Buffer.of(9, 0))],
    ['settings that are cut', frame(Kind.Settings, 0, 0, Buffer.alloc(5))],
    ['room beyond what may be', frame(Kind.WindowUpdate, 0, 0, uint32(2 ** 31 - 1))],
    ['HTTP/1.1', Buffer.from('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n')],
  ])('says %s, ends', async (_, words) => {
    const { session, heard, say, ends } = await puppet();
    const [answer] = ask(session, 'x');
    await expect.poll(() => heard.some(({ kind }) => kind === Kind.Data)).toBe(true);
    say(words);
    await expect(answer).rejects.toThrow('it breaks HTTP/2');
    expect(ends).toHaveLength(1);
    await expect.poll(() => heard.some(({ kind }) => kind === Kind.GoAway)).toBe(true);
  });

  it('gives no room, is left after 10 s, with what did not go', async () => {
    const {
      session,
      ends,
      heard: told,
    } = await puppet([frame(Kind.Settings, 0, 0, settings([[Setting.InitialWindow, 0]]))]);
    await expect
      .poll(() => told.some(({ kind, flags }) => kind === Kind.Settings && flags === Flag.Ack))
      .toBe(true);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const [, cancel] = ask(session, 'taken back');
      vi.advanceTimersByTime(6_000);
      cancel();
      const [stuck] = ask(session, 'abc');
      vi.advanceTimersByTime(9_000);
      expect([session.closed, ends]).toEqual([false, []]);
      vi.advanceTimersByTime(1_000);
      expect([session.closed, ends]).toEqual([true, [undefined]]);
      await expect(stuck).rejects.toThrow('takes no more');
    } finally {
      vi.useRealTimers();
    }
  });

  it('resets one question, answers the others', async () => {
    const { session, heard, say } = await puppet();
    const [first] = ask(session, 'x');
    const [second] = ask(session, 'x');
    await expect.poll(() => heard.filter(({ kind }) => kind === Kind.Data)).toHaveLength(2);
    say(
      frame(Kind.Reset, 0, 1, uint32(7)),
      frame(Kind.Headers, Flag.EndHeaders | Flag.EndStream, 3, STATUS_200),
      // Of one that is over.
      frame(Kind.Data, 0, 1, Buffer.from('late')),
    );
    await expect(first).rejects.toThrow('reset (7)');
    expect((await second).headers?.get(':status')).toBe('200');
  });
});
