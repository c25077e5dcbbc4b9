import { ScalarType } from '@bufbuild/protobuf';

/** Whole numbers: smallest, largest. */
const RANGES: Readonly<Partial<Record<ScalarType, readonly [bigint, bigint]>>> = {
  [ScalarType.INT32]: [-(2n ** 31n), 2n ** 31n - 1n],
  [ScalarType.SINT32]: [-(2n ** 31n), 2n ** 31n - 1n],
  [ScalarType.SFIXED32]: [-(2n ** 31n), 2n ** 31n - 1n],
  [ScalarType.UINT32]: [0n, 2n ** 32n - 1n],
  [ScalarType.FIXED32]: [0n, 2n ** 32n - 1n],
  [ScalarType.INT64]: [-(2n ** 63n), 2n ** 63n - 1n],
  [ScalarType.SINT64]: [-(2n ** 63n), 2n ** 63n - 1n],
  [ScalarType.SFIXED64]: [-(2n ** 63n), 2n ** 63n - 1n],
  [ScalarType.UINT64]: [0n, 2n ** 64n - 1n],
  [ScalarType.FIXED64]: [0n, 2n ** 64n - 1n],
};
const NARROW: ReadonlySet<ScalarType> = new Set([
  ScalarType.INT32,
  ScalarType.SINT32,
  ScalarType.SFIXED32,
  ScalarType.UINT32,
  ScalarType.FIXED32,
]);

const UNSIGNED: ReadonlySet<ScalarType> = new Set([
  ScalarType.UINT32,
  ScalarType.FIXED32,
  ScalarType.UINT64,
  ScalarType.FIXED64,
]);

/** `uint64`, as protos call it. */
export function typeName(type: ScalarType): string {
  return ScalarType[type].toLowerCase();
}

/**
 * Undefined when the text does not fit. Spellings are those of Go's strconv, which clients of a chain know.
 * @param forgiving takes base64 as people mangle it
 */
export function parseScalar(
  type: ScalarType,
  text: string,
  forgiving = false,
): bigint | number | boolean | string | Uint8Array | undefined {
  switch (type) {
    case ScalarType.STRING:
      return text;
    case ScalarType.BOOL:
      return parseBool(text);
    case ScalarType.BYTES:
      return forgiving ? parseMangledBase64(text) : parseBase64(text);
    case ScalarType.DOUBLE:
      return parseFloat64(text);
    case ScalarType.FLOAT: {
      const value = parseFloat64(text);
      const fits = value === undefined || !Number.isFinite(value) || Number.isFinite(Math.fround(value));
      return fits ? value : undefined;
    }
    default: {
      // Go's ParseUint takes no sign at all.
      const value = UNSIGNED.has(type) && /^[+-]/.test(text) ? undefined : parseInteger(text);
      const [low, high] = RANGES[type] ?? [0n, 0n];
      if (value === undefined || value < low || value > high) return undefined;
      return NARROW.has(type) ? Number(value) : value;
    }
  }
}

function parseBool(text: string): boolean | undefined {
  if (/^(?:1|t|T|true|TRUE|True)$/.test(text)) return true;
  if (/^(?:0|f|F|false|FALSE|False)$/.test(text)) return false;
  return undefined;
}

/** Base by prefix: `0x1f`, `0b11`, `0o17` or `017`, decimal otherwise; `_` between digits. */
function parseInteger(text: string): bigint | undefined {
  const match =
    /^([+-]?)(?:(0[xX](?:_?[0-9a-fA-F])+|0[bB](?:_?[01])+|0[oO](?:_?[0-7])+)|(0(?:_?[0-7])*)|([1-9](?:_?\d)*))$/.exec(
      text,
    );
  // The longest number that can fit has 66 binary digits.
  if (match === null || text.length > 140) return undefined;
  const [, sign, prefixed, octal, decimal] = match;
  const digits = (prefixed ?? decimal ?? (octal === '0' ? '0' : `0o${octal?.slice(1)}`)).replaceAll('_', '');
  const value = BigInt(digits.toLowerCase());
  return sign === '-' ? -value : value;
}

function parseFloat64(text: string): number | undefined {
  const plain = text.includes('_') ? withoutUnderscores(text) : text;
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(plain)) {
    const value = Number(plain);
    return Number.isFinite(value) ? value : undefined;
  }
  const word = /^([+-]?)(inf|infinity|nan)$/i.exec(text);
  if (word === null) return undefined;
  if (word[2]?.toLowerCase() === 'nan') return Number.NaN;
  return word[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** Digits may be parted by single underscores; anything else with one stays as it is, and is no number. */
function withoutUnderscores(text: string): string {
  return /(?:^|\D)_|_(?:\D|$)/.test(text) ? text : text.replaceAll('_', '');
}

/** Standard or URL-safe base64, padded. */
function parseBase64(text: string): Uint8Array | undefined {
  const padded = text.length % 4 === 0 && /^(?:[A-Za-z0-9+/]*|[A-Za-z0-9_-]*)={0,2}$/.test(text);
  return padded ? Buffer.from(text, 'base64') : undefined;
}

/**
 * Either alphabet, with or without padding. A space is taken for the `+` that it was before somebody forgot to escape
 * it: the commonest fault with page keys.
 */
function parseMangledBase64(text: string): Uint8Array | undefined {
  const standard = text.replaceAll(' ', '+').replaceAll('-', '+').replaceAll('_', '/');
  const digits = standard.replace(/={1,2}$/, '');
  if (!/^[A-Za-z0-9+/]*$/.test(digits) || digits.length % 4 === 1) return undefined;
  if (digits.length !== standard.length && standard.length % 4 !== 0) return undefined;
  return Buffer.from(digits, 'base64');
}
