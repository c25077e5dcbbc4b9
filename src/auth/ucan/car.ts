import { decode as decodeCbor, encode as encodeCbor } from '@ipld/dag-cbor';
import { varint } from 'multiformats';
import { CID } from 'multiformats/cid';
import { type Block, blockOf, CID_HEAD } from './block.js';
import { BLOCKS } from './limits.js';

export interface Archive {
  readonly root: Block;
  /** Every block, the root too, by the text of its CID. */
  readonly blocks: ReadonlyMap<string, Block>;
}

const CID_BYTES = CID_HEAD.length + 32;

/**
 * Reads a CARv1 (https://ipld.io/specs/transport/car/carv1/) of dag-cbor blocks. Every block is hashed: one whose
 * bytes are not those of its CID could stand in for a delegation that was revoked.
 * @throws Error for anything but one root, 1 to 16 blocks, and CIDs that are CIDv1, dag-cbor, sha2-256 and true
 */
export function readCar(bytes: Uint8Array): Archive {
  const sections = readSections(bytes);
  const header = sections.next();
  if (header.done === true) throw new Error('The archive is empty');
  const rootCid = readHeader(header.value);
  const blocks = new Map<string, Block>();
  let count = 0;
  for (const section of sections) {
    count += 1;
    if (count > BLOCKS) throw new Error(`The archive has more than ${BLOCKS} blocks`);
    const block = readBlock(section);
    blocks.set(block.cid.toString(), block);
  }
  const root = blocks.get(rootCid.toString());
  if (root === undefined) throw new Error('The archive lacks its root block');
  return { root, blocks };
}

/** Writes the blocks as a CARv1 whose root is the last of them. */
export function writeCar(blocks: readonly Block[]): Uint8Array {
  const root = blocks.at(-1);
  if (root === undefined) throw new Error('An archive needs a block');
  const header = encodeCbor({ roots: [root.cid], version: 1 });
  const parts = [
    section(header),
    ...blocks.map(({ cid, bytes }) => section(Buffer.concat([cid.bytes, bytes]))),
  ];
  return Buffer.concat(parts);
}

function section(bytes: Uint8Array): Uint8Array {
  const length = varint.encodeTo(bytes.length, new Uint8Array(varint.encodingLength(bytes.length)));
  return Buffer.concat([length, bytes]);
}

function* readSections(bytes: Uint8Array): Generator<Uint8Array, void> {
  let at = 0;
  while (at < bytes.length) {
    const [length, size] = varint.decode(bytes, at);
    const start = at + size;
    if (length < 1 || length > bytes.length - start) throw new Error('A section of the archive is cut off');
    at = start + length;
    yield bytes.subarray(start, at);
  }
}

function readHeader(bytes: Uint8Array): CID {
  const header: unknown = decodeCbor(bytes);
  if (typeof header !== 'object' || header === null || !('version' in header) || !('roots' in header))
    throw new Error('The archive has no header');
  const { version, roots } = header;
  const root: unknown = Array.isArray(roots) && roots.length === 1 ? roots[0] : undefined;
  const cid = CID.asCID(root);
  if (version !== 1 || cid === null) throw new Error('The archive must be a CARv1 with exactly one root');
  return cid;
}

function readBlock(section: Uint8Array): Block {
  const isKnown = section.length > CID_BYTES && CID_HEAD.every((byte, index) => byte === section[index]);
  if (!isKnown) throw new Error('A block is not dag-cbor under CIDv1 with sha2-256');
  const block = blockOf(section.subarray(CID_BYTES));
  if (!Buffer.from(block.cid.bytes).equals(section.subarray(0, CID_BYTES)))
    throw new Error('A block does not have the bytes of its CID');
  return block;
}
