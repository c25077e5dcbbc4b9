/** `ixo:oracle`: this oracle's own scopes, such as `oracle/chat`. */
export const ORACLE_RESOURCE = 'ixo:oracle';

/**
 * Whose a resource is, and so who may begin a chain of grants on it: this oracle; whoever does begin it, because
 * everybody has their own (`issuer`); or a DID, for itself or by those who control it.
 */
export type ResourceOwner = 'oracle' | 'issuer' | { readonly did: string };

/** What `nb` of a capability may say about a kind of resource, and how that narrows along a chain. */
export interface CaveatKind<Caveats = unknown> {
  /**
   * Reads `nb`; `{}` where there is none. Undefined for anything that is not understood: a caveat that cannot be kept
   * voids its capability.
   */
  read(nb: Readonly<Record<string, unknown>>): Caveats | undefined;
  /** What a grant leaves of what is claimed under it: never more than either of them. */
  narrow(granted: Caveats, claimed: Caveats): Caveats;
  /** What two grants of one owner leave together. */
  unite(one: Caveats, other: Caveats): Caveats;
  /** As `nb` says it. `read` gives the same back. */
  write(caveats: Caveats): Readonly<Record<string, unknown>>;
  /** What they mean, for people, such as `revealing /.drafts`; undefined when there is nothing to say. */
  describe(caveats: Caveats): string | undefined;
  /** Flags of `oracle token` and `oracle delegate` that write `nb`. */
  readonly flags?: readonly CaveatFlag[];
}

/** `--hidden <prefix...>` */
export interface CaveatFlag {
  /** Such as `hidden`. */
  readonly name: string;
  /** Such as `prefix`: what each of its values is. */
  readonly value: string;
  readonly description: string;
  /** @throws OracleError `invalid_request` for values that say nothing */
  nb(values: readonly string[]): Readonly<Record<string, unknown>>;
}

/**
 * A kind of thing that UCANs are about. A plugin brings the kinds of what it keeps (`definePlugin({ resources })`); what
 * no kind reads is refused. The checks of a token rest on these functions: pure, total, and without mercy for what
 * they do not know.
 */
export interface ResourceKind<Resource = unknown, Caveats = unknown> {
  /** kebab-case, unique. */
  readonly name: string;
  /** `ixo:notes`: it and what stands below it (`ixo:notes/…`) is of this kind, and of no other. */
  readonly prefix: string;
  /** The abilities of the plugin that are about it. On it nothing else counts, and they count on nothing else. */
  readonly abilities: readonly string[];
  /** How it is written, for people: `ixo:notes or ixo:notes/<year>, with no percent signs`. */
  readonly usage: string;
  /**
   * Undefined for what is not in the one normal form. A form with two spellings would let a check and a look-up
   * disagree.
   */
  parse(text: string): Resource | undefined;
  /** Whether a grant on `granted` reaches `claimed`. */
  covers(granted: Resource, claimed: Resource): boolean;
  owner(resource: Resource): ResourceOwner;
  readonly caveats: CaveatKind<Caveats>;
}

/** Types a kind of resource by what `parse` and `caveats.read` give; adds nothing at run time. */
export function defineResource<Resource, Caveats>(kind: ResourceKind<Resource, Caveats>): ResourceKind {
  return kind as ResourceKind;
}

/** Of a resource on which `nb` may say nothing. */
export const NO_CAVEATS: CaveatKind = {
  read: (nb) => (Object.keys(nb).length === 0 ? {} : undefined),
  narrow: () => ({}),
  unite: () => ({}),
  write: () => ({}),
  describe: () => undefined,
};

/** DID Core, section 3.1, without percent-encoding, which would give one DID two spellings. `%3A` is did:web's port. */
const DID = /^did:[a-z0-9]+:(?:[A-Za-z0-9._:-]|%3A)*[A-Za-z0-9._-]$/;

/** Whether the text is a DID that this runtime accepts. */
export function isDid(text: string): boolean {
  return text.length <= 512 && DID.test(text);
}

/**
 * The namespace of a DID's own things: `user:<method-specific id>`. Undefined for an id that is no DID, such as that of
 * an account from outside: read as one, `chat:x:z6Mk…` would name what is somebody else's.
 */
export function personalNamespace(did: string): string | undefined {
  return isDid(did) ? `user:${did.split(':').slice(2).join(':')}` : undefined;
}
