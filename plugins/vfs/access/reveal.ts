import { type CaveatFlag, type CaveatKind, OracleError } from 'oracle-runtime/plugin';
import { parsePathPrefix, pathCovers } from './segments.js';

/** What `nb.hidden` reveals: everything, or what lies under these paths (none: nothing). */
export type Reveal = 'all' | readonly (readonly string[])[];

/** Path prefixes of one `nb.hidden`. */
const MOST_PREFIXES = 64;

/**
 * The caveats of one capability, `{}` or `{ hidden: ['*'] | ['/path', …] }`; undefined for anything else. Absent means
 * that nothing hidden is revealed.
 */
export function readReveal(nb: Readonly<Record<string, unknown>>): Reveal | undefined {
  const { hidden, ...unknown } = nb;
  if (Object.keys(unknown).length > 0) return undefined;
  if (hidden === undefined) return [];
  if (!Array.isArray(hidden) || hidden.length > MOST_PREFIXES) return undefined;
  if (hidden.length === 1 && hidden[0] === '*') return 'all';
  const prefixes = hidden.map((item: unknown) =>
    typeof item === 'string' ? parsePathPrefix(item) : undefined,
  );
  const paths = prefixes.filter((prefix) => prefix !== undefined);
  return paths.length === prefixes.length ? paths : undefined;
}

/** What both reveal. */
export function intersectReveals(one: Reveal, other: Reveal): Reveal {
  if (one === 'all') return other;
  if (other === 'all') return one;
  return distinct(
    one.flatMap((a) => other.flatMap((b) => (pathCovers(a, b) ? [b] : pathCovers(b, a) ? [a] : []))),
  );
}

/** What either reveals. */
export function uniteReveals(one: Reveal, other: Reveal): Reveal {
  return one === 'all' || other === 'all' ? 'all' : distinct([...one, ...other]);
}

/** As `nb` says it. */
export function writeReveal(reveal: Reveal): { readonly hidden?: readonly string[] } {
  if (reveal === 'all') return { hidden: ['*'] };
  return reveal.length === 0 ? {} : { hidden: reveal.map((path) => `/${path.join('/')}`) };
}

function distinct(paths: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...new Map(paths.map((path) => [path.join('/'), path])).values()];
}

/** `--hidden <prefix...>` of `oracle token` and `oracle delegate`. */
const hiddenFlag: CaveatFlag = {
  name: 'hidden',
  value: 'prefix',
  description: "reveal what is hidden under these paths; '*' for all",
  nb(prefixes) {
    if (prefixes.includes('*')) return { hidden: ['*'] };
    const wrong = prefixes.find((prefix) => parsePathPrefix(prefix) === undefined);
    if (wrong === undefined) return { hidden: prefixes };
    throw new OracleError('invalid_request', {
      detail: `'${wrong}' is no path to reveal.`,
      hint: "Write an absolute path such as /.drafts, or '*' for all.",
    });
  },
};

/** `nb` of a capability about files: along a chain only that stays revealed which every link reveals. */
export const revealCaveats: CaveatKind<Reveal> = {
  read: readReveal,
  narrow: intersectReveals,
  unite: uniteReveals,
  write: writeReveal,
  describe(reveal) {
    const { hidden } = writeReveal(reveal);
    return hidden === undefined ? undefined : `revealing ${hidden.join(', ')}`;
  },
  flags: [hiddenFlag],
};
