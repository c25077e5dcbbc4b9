import { Breach, Flag, type Frame, Kind, Reason, unpadded } from './frames.js';
import { HeaderDecoder, type Headers, MOST_HEADER_OCTETS } from './header-decoder.js';

export interface ReadHeaders {
  readonly stream: number;
  readonly headers: Headers;
  /** Whether nothing comes after them. */
  readonly last: boolean;
}

/** Puts the blocks of headers together, which may come in several frames, and reads each: later ones refer to it. */
export class HeaderReader {
  readonly #decoder = new HeaderDecoder();
  #begun: { readonly first: Frame; readonly parts: Buffer[]; octets: number } | undefined;

  /** Whether a frame of another kind may come now. */
  get between(): boolean {
    return this.#begun === undefined;
  }

  /** @returns undefined until a block is whole. @throws Breach */
  read(frame: Frame): ReadHeaders | undefined {
    const begun = this.#begun ?? { first: frame, parts: [], octets: 0 };
    const { first, parts } = begun;
    if (frame.stream === 0 || frame.stream !== first.stream)
      throw new Breach(Reason.Protocol, 'headers are of another stream');
    const part = frame.kind === Kind.Headers ? blockOf(frame) : frame.payload;
    parts.push(part);
    begun.octets += part.length;
    if (begun.octets > MOST_HEADER_OCTETS) throw new Breach(Reason.Protocol, 'the headers are too long');
    if ((frame.flags & Flag.EndHeaders) === 0) {
      this.#begun = begun;
      return undefined;
    }
    this.#begun = undefined;
    const headers = this.#decoded(parts.length === 1 ? part : Buffer.concat(parts));
    return { stream: first.stream, headers, last: (first.flags & Flag.EndStream) !== 0 };
  }

  #decoded(block: Buffer): Headers {
    try {
      return this.#decoder.read(block);
    } catch (error) {
      throw new Breach(Reason.Compression, error instanceof Error ? error.message : String(error));
    }
  }
}

/** Without padding and priority. @throws Breach */
function blockOf(frame: Frame): Buffer {
  const payload = unpadded(frame);
  return frame.flags & Flag.Priority ? payload.subarray(5) : payload;
}
