import { NO_CAVEATS, ORACLE_RESOURCE, type ResourceKind } from '../../plugin/index.js';
import { callsResource } from '../../runs/decisions/calls-resource.js';

/** What a capability is about, as its kind has read it. */
export interface Resource {
  readonly kind: ResourceKind;
  readonly value: unknown;
}

/** All that UCANs may be about here: what this oracle grants itself, and the kinds of its plugins. */
export interface Resources {
  readonly kinds: readonly ResourceKind[];
  /** Undefined for what no kind knows, or what is not in the normal form of its kind. */
  parse(text: string): Resource | undefined;
  /** Whether a grant on `granted` reaches `claimed`; never across kinds. */
  covers(granted: Resource, claimed: Resource): boolean;
}

/** The oracle itself: a whole, without parts or caveats. All scopes and abilities are about it that no other kind has. */
export const ORACLE_KIND: ResourceKind = {
  name: 'oracle',
  prefix: ORACLE_RESOURCE,
  abilities: [],
  usage: ORACLE_RESOURCE,
  parse: (text) => (text === ORACLE_RESOURCE ? ORACLE_RESOURCE : undefined),
  covers: () => true,
  owner: () => 'oracle',
  caveats: NO_CAVEATS,
};

/** What every oracle knows, whatever its plugins. */
export const OWN_KINDS: readonly ResourceKind[] = [ORACLE_KIND, callsResource];

/** The kinds of this oracle's plugins beside its own. Each reads nothing but what is below its prefix. */
export function createResources(contributed: readonly ResourceKind[]): Resources {
  const kinds = [...OWN_KINDS, ...contributed];
  return {
    kinds,
    parse(text) {
      const kind = kinds.find(({ prefix }) => text === prefix || text.startsWith(`${prefix}/`));
      const value = kind?.parse(text);
      return kind === undefined || value === undefined ? undefined : { kind, value };
    },
    covers: (granted, claimed) =>
      granted.kind === claimed.kind && granted.kind.covers(granted.value, claimed.value),
  };
}

/** Whether a grant on one resource reaches another, as texts. */
export function reaches({ parse, covers }: Resources, granted: string, claimed: string): boolean {
  const [one, other] = [parse(granted), parse(claimed)];
  return one !== undefined && other !== undefined && covers(one, other);
}
