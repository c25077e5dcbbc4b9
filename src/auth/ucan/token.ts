import { decode as decodeCbor, encode as encodeCbor } from '@ipld/dag-cbor';
import { CID } from 'multiformats/cid';
import { type Block, blockOf } from './block.js';
import { type Archive, readCar, writeCar } from './car.js';
import { BLOCKS, DEPTH, TOKEN_BYTES } from './limits.js';
import { readUcan, type Ucan, VERSION } from './ucan.js';

/** A UCAN with every delegation that it refers to, near or far. */
export interface Chain {
  readonly root: Ucan;
  /** The root and all that is behind it, each once, by CID. */
  readonly links: ReadonlyMap<string, Ucan>;
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const ROOT_KEY = `ucan@${VERSION}`;

/** A UCAN refers to a delegation whose block is not at hand. */
class MissingProof extends Error {
  override readonly name = 'MissingProof';
  constructor(readonly cid: string) {
    super('A delegation is not in the token');
  }
}

/**
 * Reads a token: base64 of a CAR whose root `{ "ucan@0.9.1": link }` names the UCAN. Says nothing yet about
 * signatures, time or what is granted.
 * @throws Error for what is malformed, too large, too deep, or refers to a delegation that is not in it
 */
export function readToken(token: string): Chain {
  const { root, blocks } = readArchive(token);
  return chainOf(rootLink(root), blocks);
}

/**
 * As {@link readToken}, but a delegation that the token only names may be stored here: `find` gives the token that
 * was stored under a CID. What comes together so is held to the same limits.
 */
export async function resolveToken(
  token: string,
  find: (cid: string) => Promise<string | undefined>,
  read: ReadUcan,
): Promise<Chain> {
  const { root, blocks } = readArchive(token);
  const known = new Map(blocks);
  const parsed = new Map<Block, Ucan>();
  function readOnce(block: Block): Ucan {
    const ucan = parsed.get(block) ?? read(block);
    parsed.set(block, ucan);
    return ucan;
  }
  for (;;) {
    try {
      return chainOf(rootLink(root), known, readOnce);
    } catch (error) {
      const stored = error instanceof MissingProof ? await find(error.cid) : undefined;
      if (stored === undefined) throw error;
      const before = known.size;
      for (const [cid, block] of readArchive(stored).blocks) if (!known.has(cid)) known.set(cid, block);
      if (known.size === before) throw error;
    }
  }
}

function readArchive(token: string): Archive {
  if (token.length > TOKEN_BYTES) throw new Error(`A token has at most ${TOKEN_BYTES} bytes`);
  if (!BASE64.test(token)) throw new Error('A token must be base64');
  return readCar(Buffer.from(token, 'base64'));
}

/** Reads a block as {@link readUcan} does, or remembers what it said. */
type ReadUcan = (block: Block) => Ucan;

function chainOf(cid: CID, blocks: ReadonlyMap<string, Block>, read: ReadUcan = readUcan): Chain {
  const links = new Map<string, Ucan>();
  const root = collect(cid, blocks, links, new Map(), read);
  return { root, links };
}

/** Writes a UCAN with the delegations behind it as ucanto does. */
export function writeToken(chain: Chain): string {
  const rest = [...chain.links.values()]
    .filter(({ cid }) => cid !== chain.root.cid)
    .map(({ block }) => block);
  const root = blockOf(encodeCbor({ [ROOT_KEY]: chain.root.block.cid }));
  return Buffer.from(writeCar([...rest, chain.root.block, root])).toString('base64');
}

function rootLink(root: Block): CID {
  const value: unknown = decodeCbor(root.bytes);
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const [[key, link] = []] = entries;
  const cid = entries.length === 1 && key === ROOT_KEY ? CID.asCID(link) : null;
  if (cid === null) throw new Error(`The root block is not { "${ROOT_KEY}": link }`);
  return cid;
}

/** How many links lie on the longest way from each UCAN to the end of its chain, itself included. */
type Heights = Map<string, number>;

/** Depth first, each link once. No chain turns back on itself, since each link holds the hash of the next. */
function collect(
  cid: CID,
  blocks: ReadonlyMap<string, Block>,
  links: Map<string, Ucan>,
  heights: Heights,
  read: ReadUcan,
): Ucan {
  const name = cid.toString();
  const known = links.get(name);
  if (known !== undefined) return known;
  const block = blocks.get(name);
  if (block === undefined) throw new MissingProof(name);
  const ucan = read(block);
  links.set(name, ucan);
  if (links.size > BLOCKS) throw new Error(`A chain has at most ${BLOCKS} links in all`);
  for (const proof of ucan.proofs) collect(proof, blocks, links, heights, read);
  const height = 1 + Math.max(0, ...ucan.proofs.map((proof) => heights.get(proof.toString()) ?? DEPTH));
  if (height > DEPTH) throw new Error(`A chain has at most ${DEPTH} links`);
  heights.set(name, height);
  return ucan;
}
