import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Flag, FrameReader, frame, Kind, settings } from '../upstream/http2/frames.js';
import { literal } from '../upstream/http2/header-block.js';

/** What a client was told and by whom. */
export interface Told {
  /** Number of the stream that asks. */
  readonly stream: number;
  readonly socket: Socket;
  say(...frames: readonly Buffer[]): void;
}

export interface PuppetNode {
  readonly url: string;
  /** Connections and questions so far. */
  readonly counts: { connections: number; questions: number };
  close(): void;
}

/**
 * A server that speaks HTTP/2 frame by frame, however odd they are.
 * @param answer hears each question when its headers are there
 * @param greeting what a new connection is told first
 */
export async function puppetNode(
  answer: (told: Told) => void,
  greeting: readonly Buffer[] = [frame(Kind.Settings, 0, 0, settings([]))],
): Promise<PuppetNode> {
  const counts = { connections: 0, questions: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    counts.connections += 1;
    sockets.add(socket);
    const reader = new FrameReader();
    let greeted = false;
    const say = (...frames: readonly Buffer[]) => void socket.write(Buffer.concat(frames));
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      // Who looks what listens here asks in HTTP/1.1.
      if (!greeted && !chunk.toString('latin1').startsWith('PRI * HTTP/2.0')) return socket.destroy();
      const rest = greeted ? chunk : chunk.subarray(24);
      greeted = true;
      reader.read(rest, ({ kind, stream }) => {
        if (kind !== Kind.Headers) return;
        counts.questions += 1;
        answer({ stream, socket, say });
      });
    });
    say(...greeting);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Headers of a stream as one frame. */
export function headersFrame(
  stream: number,
  headers: Readonly<Record<string, string>>,
  last = false,
): Buffer {
  const block = Buffer.concat(Object.entries(headers).map(([name, value]) => literal(name, value)));
  return frame(Kind.Headers, Flag.EndHeaders | (last ? Flag.EndStream : 0), stream, block);
}

export const GRPC = { ':status': '200', 'content-type': 'application/grpc' };
export const WELL = { 'grpc-status': '0' };
