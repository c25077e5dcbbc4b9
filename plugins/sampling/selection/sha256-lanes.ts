/**
 * SHA-256's compression of one block (FIPS 180-4, section 6.2.2) for four messages at once: a WebAssembly module of 128-bit
 * instructions, written here as the instructions themselves, 64 rounds unrolled. Asking the platform for the hash of one short
 * id costs several times the hash; this costs a fifth of that, and a frame may have ten million ids.
 */
export interface Sha256Lanes {
  /** Block words, `words[4 * t + lane]`, t = 0..15, as 32-bit numbers. */
  readonly words: Int32Array;
  /** State before and after, `state[4 * i + lane]`, i = 0..7. */
  readonly state: Int32Array;
  /** Compresses the block of each lane into its state. */
  compress(): void;
}

/** Fractional parts of the cube roots of the first 64 primes (section 4.2.2). */
const K =
  '428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5 d807aa98 12835b01 243185be 550c7dc3 72be5d74 80deb1fe 9bdc06a7 c19bf174 e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da 983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967 27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e 92722c85 a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070 19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3 748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2'
    .split(' ')
    .map((word) => Number.parseInt(word, 16));

/** The initial hash value (section 5.3.3). */
export const SHA256_INITIAL: readonly number[] = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

const STATE_OFFSET = 256;
const VECTOR = 16;
/** Locals: sixteen words of the schedule, then a..h, then a temporary. */
const FIRST_STATE = 16;
const TEMPORARY = 24;
const LOCALS = 25;

/** Unsigned LEB128, WebAssembly's encoding of numbers. */
function leb(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest & 0x7f;
    rest >>>= 7;
    bytes.push(rest > 0 ? low | 0x80 : low);
  } while (rest > 0);
  return bytes;
}

type Code = readonly number[];
const simd = (opcode: number, ...operands: number[]): Code => [0xfd, ...leb(opcode), ...operands];
const get = (local: number): Code => [0x20, local];
const set = (local: number): Code => [0x21, local];
const address: Code = [0x41, 0];
const load = (offset: number): Code => [...address, ...simd(0x00, 4, ...leb(offset))];
const store = (offset: number, value: Code): Code => [...address, ...value, ...simd(0x0b, 4, ...leb(offset))];
const same = (value: number): Code =>
  simd(
    0x0c,
    ...[0, 1, 2, 3].flatMap(() => [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24]),
  );
const fold = (opcode: number, [first = [], ...others]: readonly Code[]): Code => [
  ...first,
  ...others.flatMap((each) => [...each, ...simd(opcode)]),
];
const and = (...values: Code[]) => fold(0x4e, values);
const or = (...values: Code[]) => fold(0x50, values);
const xor = (...values: Code[]) => fold(0x51, values);
const add = (...values: Code[]) => fold(0xae, values);
/** The operand is below 64, so its signed LEB128 is itself. */
const shiftLeft = (value: Code, bits: number): Code => [...value, 0x41, bits, ...simd(0xab)];
const shiftRight = (value: Code, bits: number): Code => [...value, 0x41, bits, ...simd(0xad)];
const rotate = (value: Code, bits: number): Code => or(shiftRight(value, bits), shiftLeft(value, 32 - bits));

function compressBody(): Code {
  const code: Code[] = [];
  const stateAt = (i: number) => FIRST_STATE + i;
  for (let t = 0; t < 16; t++) code.push(load(VECTOR * t), set(t));
  for (let i = 0; i < 8; i++) code.push(load(STATE_OFFSET + VECTOR * i), set(stateAt(i)));

  // Instead of moving eight variables, each round renames them.
  let names = [0, 1, 2, 3, 4, 5, 6, 7].map(stateAt);
  for (const [t, constant] of K.entries()) {
    const word = t % 16;
    if (t >= 16) {
      const x = get((t + 1) % 16);
      const y = get((t + 14) % 16);
      const s0 = xor(rotate(x, 7), rotate(x, 18), shiftRight(x, 3));
      const s1 = xor(rotate(y, 17), rotate(y, 19), shiftRight(y, 10));
      code.push(add(get(word), s0, get((t + 9) % 16), s1), set(word));
    }
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = names;
    const sum1 = xor(rotate(get(e), 6), rotate(get(e), 11), rotate(get(e), 25));
    const choice = xor(get(g), and(get(e), xor(get(f), get(g))));
    code.push(add(get(h), sum1, choice, same(constant), get(word)), set(TEMPORARY));
    const sum0 = xor(rotate(get(a), 2), rotate(get(a), 13), rotate(get(a), 22));
    const majority = or(and(get(a), get(b)), and(get(c), or(get(a), get(b))));
    code.push(add(get(d), get(TEMPORARY)), set(d), add(get(TEMPORARY), sum0, majority), set(h));
    names = [h, a, b, c, d, e, f, g];
  }
  for (const [i, name] of names.entries()) {
    const offset = STATE_OFFSET + VECTOR * i;
    code.push(store(offset, add(load(offset), get(name))));
  }
  return code.flat();
}

/** A module that exports `memory` (one page) and `compress`. */
function moduleBytes(): Uint8Array {
  const section = (id: number, ...content: number[]) => [id, ...leb(content.length), ...content];
  const name = (text: string) => [text.length, ...Buffer.from(text, 'ascii')];
  const body = [1, LOCALS, 0x7b, ...compressBody(), 0x0b];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, 1, 0x60, 0, 0),
    ...section(3, 1, 0),
    ...section(5, 1, 0, 1),
    ...section(7, 2, ...name('memory'), 2, 0, ...name('compress'), 0, 0),
    ...section(10, 1, ...leb(body.length), ...body),
  ]);
}

/** The part of the platform's WebAssembly that is used here; the types of Node name it but declare no values. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
  ) => {
    readonly exports: { readonly memory: { readonly buffer: ArrayBuffer }; readonly compress: () => void };
  };
}

let compiled: object | undefined;

/** A fresh set of lanes. The module is built once (some milliseconds). */
export function createSha256Lanes(): Sha256Lanes {
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;
  compiled ??= new Module(moduleBytes());
  const { memory, compress } = new Instance(compiled).exports;
  return {
    words: new Int32Array(memory.buffer, 0, 64),
    state: new Int32Array(memory.buffer, STATE_OFFSET, 32),
    compress,
  };
}
