/** Kinds of frames (RFC 9113, section 6). */
export const Kind = {
  Data: 0,
  Headers: 1,
  Reset: 3,
  Settings: 4,
  Promise: 5,
  Ping: 6,
  GoAway: 7,
  WindowUpdate: 8,
  Continuation: 9,
} as const;

/** What a frame says of itself, in bits. */
export const Flag = { EndStream: 0x1, Ack: 0x1, EndHeaders: 0x4, Padded: 0x8, Priority: 0x20 } as const;

/** Settings (section 6.5.2). */
export const Setting = {
  EnablePush: 2,
  MaxStreams: 3,
  InitialWindow: 4,
  MaxHeaderList: 6,
} as const;

/** Why a stream or a connection ends (section 7). */
export const Reason = {
  Protocol: 1,
  FlowControl: 3,
  FrameSize: 6,
  Cancel: 8,
  Compression: 9,
  Calm: 11,
} as const;

/** Octets of a frame that each side takes without having said so. */
export const FRAME_OCTETS = 16_384;
const HEAD = 9;

/** A breach of the protocol, which ends the connection. */
export class Breach extends Error {
  constructor(
    readonly reason: number,
    words: string,
  ) {
    super(`it breaks HTTP/2: ${words}`);
  }
}

export interface Frame {
  readonly kind: number;
  readonly flags: number;
  /** 0 is the connection itself. */
  readonly stream: number;
  readonly payload: Buffer;
}

export function frame(kind: number, flags: number, stream: number, payload: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD + payload.length);
  bytes.writeUIntBE(payload.length, 0, 3);
  bytes[3] = kind;
  bytes[4] = flags;
  bytes.writeUInt32BE(stream, 5);
  bytes.set(payload, HEAD);
  return bytes;
}

/** The payload of settings. */
export function settings(values: readonly (readonly [setting: number, value: number])[]): Buffer {
  const bytes = Buffer.alloc(6 * values.length);
  for (const [at, [setting, value]] of values.entries()) {
    bytes.writeUInt16BE(setting, 6 * at);
    bytes.writeUInt32BE(value, 6 * at + 2);
  }
  return bytes;
}

/** @throws Breach */
export function settingsIn(payload: Buffer): (readonly [setting: number, value: number])[] {
  if (payload.length % 6 !== 0) throw new Breach(Reason.FrameSize, 'settings are cut');
  return Array.from({ length: payload.length / 6 }, (_, at) => [
    payload.readUInt16BE(6 * at),
    payload.readUInt32BE(6 * at + 2),
  ]);
}

/** One number of 32 bits as a payload. */
export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** The first number of a payload that has at least so many octets. @throws Breach */
export function numberIn({ payload }: Frame, least: number): number {
  if (payload.length < least) throw new Breach(Reason.FrameSize, 'a frame is shorter than it may be');
  return payload.readUInt32BE(0);
}

/** The payload without its padding. @throws Breach */
export function unpadded({ flags, payload }: Frame): Buffer {
  if ((flags & Flag.Padded) === 0) return payload;
  const padding = payload[0];
  if (padding === undefined || padding >= payload.length)
    throw new Breach(Reason.Protocol, 'a frame is all padding');
  return payload.subarray(1, payload.length - padding);
}

/** Takes frames from what arrives, however it is cut. */
export class FrameReader {
  #rest: Buffer | undefined;

  /** @throws Breach for a frame that is longer than may be */
  read(chunk: Buffer, visit: (frame: Frame) => void): void {
    const bytes = this.#rest === undefined ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    while (bytes.length - at >= HEAD) {
      const length = bytes.readUIntBE(at, 3);
      if (length > FRAME_OCTETS) throw new Breach(Reason.FrameSize, 'a frame is longer than it may be');
      const end = at + HEAD + length;
      if (end > bytes.length) break;
      visit({
        kind: bytes[at + 3] ?? 0,
        flags: bytes[at + 4] ?? 0,
        stream: bytes.readUInt32BE(at + 5) & 0x7fffffff,
        payload: bytes.subarray(at + HEAD, end),
      });
      at = end;
    }
    this.#rest = at === bytes.length ? undefined : bytes.subarray(at);
  }
}
