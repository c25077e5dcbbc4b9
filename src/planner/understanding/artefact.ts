import { gunzipSync, gzipSync } from 'node:zlib';
import { CALIBRATION } from './calibration.js';
import type { Model, OperationKnowledge, Sentence } from './model.js';
import type { Softmax } from './softmax.js';

/**
 * A trained model as one file: a line of JSON that says what follows, then the weights as whole numbers from -127 to 127,
 * all gzipped. About a megabyte; each weight is off by at most a 254th of the largest, which changed no decision.
 */

const FORMAT = 2;
const LEVELS = 127;
/** Weights of so few levels decide nothing, and there are a million of them. */
const FAINT = 2;
const PARTS = ['intent', 'slots', 'spans', 'choices'] as const;
const NEWLINE = 10;

interface Header {
  readonly format: number;
  readonly learntFrom: string;
  readonly parts: readonly {
    readonly labels: readonly string[];
    readonly bits: number;
    readonly scale: number;
  }[];
  readonly operations: Readonly<Record<string, OperationKnowledge>>;
  readonly relations: Readonly<Record<string, string>>;
  readonly background: readonly Sentence[];
}

/** The bytes of a model; the same for the same model on every machine. `learntFrom` is a hash of what it was trained on. */
export function packModel(model: Model, learntFrom: string): Buffer {
  const packed = PARTS.map((part) => quantised(model[part]));
  const { operations, relations, background } = model;
  const header: Header = {
    format: FORMAT,
    learntFrom,
    parts: packed.map(({ labels, bits, scale }) => ({ labels, bits, scale })),
    operations,
    relations,
    background,
  };
  const bytes = gzipSync(
    Buffer.concat([
      Buffer.from(`${JSON.stringify(header)}\n`),
      ...packed.map(({ weights }) => asBytes(weights)),
    ]),
    { level: 9 },
  );
  // The ninth byte of the header names the system that packed it.
  bytes[9] = 255;
  return bytes;
}

/**
 * @throws Error when the bytes are no model of this version
 */
export function unpackModel(bytes: Uint8Array): Model {
  const { header, plain, end } = open(bytes);
  let at = end + 1;
  const [intent, slots, spans, choices] = header.parts.map(({ labels, bits, scale }): Softmax => {
    const length = labels.length * 2 ** bits;
    const weights = new Int8Array(plain.buffer, plain.byteOffset + at, length);
    at += length;
    return { labels, bits, scale, weights };
  });
  if (intent === undefined || slots === undefined || spans === undefined || choices === undefined)
    throw new Error('The trained model lacks a part.');
  const { operations, relations, background } = header;
  return { intent, slots, spans, choices, operations, relations, background, calibration: CALIBRATION };
}

/** The model as it will be once packed and unpacked. */
function quantised({ labels, bits, weights, scale }: Softmax): Softmax & { readonly weights: Int8Array } {
  let most = 0;
  for (const weight of weights) most = Math.max(most, Math.abs(weight));
  const step = (most || 1) / LEVELS;
  return {
    labels,
    bits,
    scale: scale * step,
    weights: Int8Array.from(weights, (weight) => {
      const level = Math.round(weight / step);
      return Math.abs(level) <= FAINT ? 0 : level;
    }),
  };
}

function asBytes(weights: Int8Array): Uint8Array {
  return new Uint8Array(weights.buffer, weights.byteOffset, weights.byteLength);
}

/** The hash of what a model was trained on. */
export function learntFrom(bytes: Uint8Array): string {
  return open(bytes).header.learntFrom;
}

function open(bytes: Uint8Array): { readonly header: Header; readonly plain: Buffer; readonly end: number } {
  const plain = gunzipSync(bytes);
  const end = plain.indexOf(NEWLINE);
  const header = JSON.parse(plain.toString('utf8', 0, end)) as Header;
  if (header.format !== FORMAT)
    throw new Error(`The trained model has format ${header.format}, not ${FORMAT}.`);
  return { header, plain, end };
}
