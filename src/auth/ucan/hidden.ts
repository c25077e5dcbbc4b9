import { parsePathPrefix, pathCovers } from '../../plugin/index.js';
import { HIDDEN_PREFIXES } from './limits.js';

/** What `nb.hidden` reveals: everything, or what lies under these paths (none: nothing). */
export type Reveal = 'all' | readonly (readonly string[])[];

/**
 * The caveats of one capability, `{}` or `{ hidden: ['*'] | ['/path', …] }`; undefined for anything else. A caveat
 * that is not understood cannot be kept, so it voids its capability. Absent means that nothing hidden is revealed.
 */
export function readReveal(nb: Readonly<Record<string, unknown>> | undefined): Reveal | undefined {
  if (nb === undefined) return [];
  const { hidden, ...unknown } = nb;
  if (Object.keys(unknown).length > 0) return undefined;
  if (hidden === undefined) return [];
  if (!Array.isArray(hidden) || hidden.length > HIDDEN_PREFIXES) return undefined;
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
