/** Nanoseconds of a unit, as Go's time.ParseDuration spells them. */
const UNITS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};
const SECOND = 1_000_000_000n;
/** What google.protobuf.Duration holds: about 10,000 years. */
const LONGEST = 315_576_000_000n * SECOND;

const WHOLE = /^([+-]?)((?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+|0)$/;
const PART = /(\d*)\.?(\d*)([a-zµμ]+)/g;

/** `1h30m`, `-1.5s` or `0` as seconds and nanoseconds of one sign; undefined when it is no span of time. */
export function parseDuration(text: string): { seconds: bigint; nanos: number } | undefined {
  const match = text.length > 100 ? null : WHOLE.exec(text);
  if (match === null) return undefined;
  let total = 0n;
  for (const [, whole = '', fraction = '', unit = ''] of (match[2] ?? '').matchAll(PART)) {
    const scale = UNITS[unit] ?? 0n;
    total +=
      BigInt(whole || '0') * scale + (BigInt(fraction || '0') * scale) / 10n ** BigInt(fraction.length);
  }
  if (total > LONGEST) return undefined;
  const sign = match[1] === '-' ? -1n : 1n;
  return { seconds: (sign * total) / SECOND, nanos: Number((sign * total) % SECOND) };
}
