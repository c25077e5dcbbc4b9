import type { Lateness } from '../lateness.js';
import { decodeMessage } from '../transactions/wire.js';

/** The latest block that a node has. */
export interface LatestBlock {
  readonly height: string;
  /** When it was made, in milliseconds since the epoch. */
  readonly madeAt: number;
}

interface Way {
  readonly path: string;
  /** @throws Error for bytes that are no message */
  read(answer: Uint8Array): LatestBlock | undefined;
}

/** How a node is asked for it, the cheapest first: the second brings the whole block, but every node has it. */
export const LATEST_BLOCK_WAYS: readonly Way[] = [
  {
    path: '/cosmos.base.node.v1beta1.Service/Status',
    // StatusResponse: height 2, timestamp 3.
    read: (answer) => {
      const status = decodeMessage(answer);
      return blockOf(status.whole(2), status.message(3));
    },
  },
  {
    path: '/cosmos.base.tendermint.v1beta1.Service/GetLatestBlock',
    // GetLatestBlockResponse: block 2; Block: header 1; Header: height 3, time 4.
    read: (answer) => {
      const header = decodeMessage(answer).message(2).message(1);
      return blockOf(header.whole(3), header.message(4));
    },
  },
];

/** @param time a google.protobuf.Timestamp */
function blockOf(height: bigint, time: { whole(field: number): bigint }): LatestBlock | undefined {
  const seconds = Number(BigInt.asIntN(64, time.whole(1)));
  // A node that has no block yet writes none, or the year 1.
  return height > 0n && seconds > 0 && seconds < 1e11
    ? { height: String(height), madeAt: seconds * 1_000 }
    : undefined;
}

const MINUTE_MS = 60_000;
/** Blocks come every few seconds; a clock may be a little wrong. */
const TIMELY_MS = 2 * MINUTE_MS;

/**
 * How far a node is behind, where that matters, in milliseconds; else 0. Below 0 for one whose latest block is of a time
 * that is still to come by the clock here: one of the two is wrong. @param askedAt as the oracle's clock had it
 */
export function lagOf({ madeAt }: LatestBlock, askedAt: number): number {
  const lag = askedAt - madeAt;
  return Math.abs(lag) >= TIMELY_MS ? lag : 0;
}

/** What a node is whose answers are not of now, as far as the clock here tells. */
export function latenessOf(block: LatestBlock, lag: number): Lateness | undefined {
  return lag === 0 ? undefined : { words: lagInWords(block, lag), madeAt: block.madeAt };
}

/** `12 minutes behind: its latest block is 1234, of 2026-01-02T03:04:05Z` */
export function lagInWords({ height, madeAt }: LatestBlock, lag: number): string {
  const far = Math.abs(lag);
  const [count, unit] = [
    [Math.floor(far / MINUTE_MS), 'minutes'] as const,
    [Math.floor(far / (60 * MINUTE_MS)), 'hours'] as const,
    [Math.floor(far / (24 * 60 * MINUTE_MS)), 'days'] as const,
  ].findLast(([many]) => many >= 2) ?? [2, 'minutes'];
  const time = new Date(madeAt).toISOString().replace('.000Z', 'Z');
  const where = lag > 0 ? 'behind' : 'ahead of the clock here';
  return `${count} ${unit} ${where}: its latest block is ${height}, of ${time}`;
}
