import type { ResourceKind } from '../../plugin/index.js';
import { ORACLE_KIND, OWN_KINDS } from './resources.js';

/** What the loaded plugins declare, as data: ability -> the abilities that it implies at once. */
export type AbilityTable = Readonly<Record<string, readonly string[]>>;

/** What grants what. */
export interface Abilities {
  /** The ability and all that it implies, near or far. An unknown one implies nothing else. */
  implied(ability: string): ReadonlySet<string>;
  /** Whether a grant of `granted` is enough for `wanted`. `*` is granted only by `*`, and covers all. */
  covers(granted: string, wanted: string): boolean;
  /** What a holder of these abilities and scopes may do in all. */
  expand(scopes: Iterable<string>): ReadonlySet<string>;
  /**
   * Scopes that a UCAN's ability stands for on a resource of a kind; `*` stands for all there are. An ability that a
   * kind has for its own counts on that kind alone. Everything else is the oracle's to grant.
   */
  scopesOn(kind: ResourceKind, ability: string): ReadonlySet<string>;
}

const ORACLE_PREFIX = 'oracle/';

/**
 * The ability of a scope on `ixo:oracle`: `chat` is `oracle/chat`, because an ability of UCAN 0.9 has at least two
 * segments; `sampling/verify` is `oracle/sampling/verify`.
 */
function abilityOfScope(scope: string): string {
  return ORACLE_PREFIX + scope;
}

/** The lattice of a table, the scopes that count on `ixo:oracle`, and the kinds of resources with abilities of their own. */
export function createAbilities(
  table: AbilityTable,
  scopes: Iterable<string>,
  kinds: readonly ResourceKind[],
): Abilities {
  const closed = new Map(Object.keys(table).map((ability) => [ability, closure(table, ability)]));
  const oracle = new Map(
    [...scopes].filter((scope) => !closed.has(scope)).map((scope) => [abilityOfScope(scope), scope]),
  );
  const implied = (ability: string): ReadonlySet<string> => closed.get(ability) ?? new Set([ability]);
  const kindOf = new Map(
    [...OWN_KINDS, ...kinds].flatMap((kind) => kind.abilities.map((ability) => [ability, kind] as const)),
  );
  /** What the ability stands for anywhere, and all that `*` could mean. */
  const scopesOf = (ability: string): readonly string[] => {
    if (ability === '*') return [...closed.keys(), ...oracle.values()];
    const scope = oracle.get(ability);
    if (scope !== undefined) return [scope];
    return [...(closed.get(ability) ?? [])];
  };
  return {
    implied,
    covers: (granted, wanted) => granted === '*' || implied(granted).has(wanted),
    expand: (held) => new Set([...held].flatMap((scope) => [...implied(scope)])),
    scopesOn: (kind, ability) =>
      new Set(scopesOf(ability).filter((scope) => (kindOf.get(scope) ?? ORACLE_KIND) === kind)),
  };
}

function closure(table: AbilityTable, ability: string): ReadonlySet<string> {
  const reached = new Set([ability]);
  // A set grows while it is walked.
  for (const each of reached) for (const next of table[each] ?? []) reached.add(next);
  return reached;
}
