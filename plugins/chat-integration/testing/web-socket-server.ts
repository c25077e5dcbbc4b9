import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** One open socket: texts both ways (RFC 6455, without extensions or fragments). */
export interface TextSocket {
  send(text: string): void;
  /** Ends it as a server does that renews a connection, or tears the line. */
  close(how?: 'politely' | 'torn'): void;
  readonly isOpen: boolean;
}

const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

/** Answers an upgrade, and hands over what comes. */
export function acceptSocket(
  request: IncomingMessage,
  line: Duplex,
  onText: (text: string) => void,
  onClose: () => void,
): TextSocket {
  const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const accept = createHash('sha1').update(key).digest('base64');
  line.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  let held = Buffer.alloc(0);
  let isOpen = true;
  const end = () => {
    if (!isOpen) return;
    isOpen = false;
    onClose();
  };
  line.on('data', (chunk: Buffer) => {
    held = Buffer.concat([held, chunk]);
    for (let frame = readFrame(held); frame !== undefined; frame = readFrame(held)) {
      held = held.subarray(frame.length);
      if (frame.opcode === TEXT) onText(frame.payload.toString('utf8'));
      if (frame.opcode === PING) line.write(frameOf(PONG, frame.payload));
      if (frame.opcode === CLOSE) {
        line.end(frameOf(CLOSE, frame.payload));
        end();
      }
    }
  });
  line.on('close', end);
  line.on('error', end);
  return {
    send: (text) => void line.write(frameOf(TEXT, Buffer.from(text))),
    close(how = 'politely') {
      if (how === 'torn') line.destroy();
      else line.end(frameOf(CLOSE, Buffer.from([3, 232])));
      end();
    },
    get isOpen() {
      return isOpen;
    },
  };
}

function frameOf(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const head =
    length < 126
      ? Buffer.from([0x80 | opcode, length])
      : Buffer.from([0x80 | opcode, 126, length >> 8, length & 0xff]);
  return Buffer.concat([head, payload]);
}

/** A masked frame of a client, undefined while it is not whole. */
function readFrame(bytes: Buffer): { opcode: number; payload: Buffer; length: number } | undefined {
  if (bytes.length < 2) return undefined;
  const opcode = (bytes[0] ?? 0) & 0x0f;
  const short = (bytes[1] ?? 0) & 0x7f;
  const head = short === 126 ? 4 : 2;
  if (bytes.length < head) return undefined;
  const size = short === 126 ? bytes.readUInt16BE(2) : short;
  const length = head + 4 + size;
  if (bytes.length < length) return undefined;
  const mask = bytes.subarray(head, head + 4);
  const payload = Buffer.from(bytes.subarray(head + 4, length));
  for (let i = 0; i < payload.length; i += 1) payload[i] = (payload[i] ?? 0) ^ (mask[i % 4] ?? 0);
  return { opcode, payload, length };
}
