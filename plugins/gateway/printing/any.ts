import type { DescMessage } from '@bufbuild/protobuf';
import type { Print, PrinterOf } from './readers.js';
import { readString } from './scalars.js';
import { wrongWireType } from './wire.js';

interface AnyTypes {
  readonly messageOf: (typeName: string) => DescMessage | undefined;
  readonly printerOf: PrinterOf;
  /** Whether the JSON of a type is a value of its own, which stands beside the type's name. */
  readonly isValue: (desc: DescMessage) => boolean;
}

/** Types whose names are kept: a node may invent any number. */
const MOST_KNOWN = 1_000;

/** `@type` first, then the message's own fields; a type that nobody knows keeps its bytes. */
export function anyPrinter({ messageOf, printerOf, isValue }: AnyTypes): Print {
  /** By the JSON of their URL. */
  const known = new Map<string, DescMessage | undefined>();
  const typeOf = (url: string): DescMessage | undefined => {
    if (known.has(url)) return known.get(url);
    const typeUrl = String(JSON.parse(url));
    const desc = messageOf(typeUrl.slice(typeUrl.lastIndexOf('/') + 1));
    if (known.size < MOST_KNOWN) known.set(url, desc);
    return desc;
  };
  return (wire, depth) => {
    let url = '""';
    let from = 0;
    let to = 0;
    while (wire.pos < wire.end) {
      const tag = wire.uint32();
      if (tag === 10) url = readString(wire);
      else if (tag === 18) {
        from = wire.delimited();
        to = wire.pos;
      } else if (tag >>> 3 === 1 || tag >>> 3 === 2) throw wrongWireType(tag);
      else wire.skip(tag & 7, tag >>> 3);
    }
    if (url === '""' && from === to) return '{}';
    const desc = typeOf(url);
    if (desc !== undefined) {
      try {
        const inner = wire.within(from, to, () => printerOf(desc)(wire, depth + 1));
        if (isValue(desc)) return `{"@type":${url},"value":${inner}}`;
        return inner === '{}' ? `{"@type":${url}}` : `{"@type":${url},${inner.slice(1)}`;
      } catch {
        // Bytes that are no such message are shown as they are.
      }
    }
    return `{"@type":${url},"value":"${wire.bytes.toString('base64', from, to)}"}`;
  };
}
