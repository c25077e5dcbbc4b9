import type { Principal } from './principal.js';

/** What a share lets its holder do: look, or change as well. Never: deleting the thing, sharing it on, its keys. */
export type ShareAccess = 'read' | 'write';

/** One thing that can be shared. */
export interface SharedThing {
  /** As the plugin that has it calls it, such as `design`. */
  readonly kind: string;
  readonly id: string;
}

/** A kind of thing whose owners can share it. */
export interface Shareable {
  /** Such as `design`; unique over all plugins. */
  readonly kind: string;
  /** In words that follow "may", for the person who shares. */
  readonly allows: Readonly<Record<ShareAccess, string>>;
  /**
   * The thing by what its owner calls it, with the id that it is shared under and a title for people; undefined when the
   * owner has no such thing (any more). An id that is free again for another thing is no id to share under, unless `place`
   * says what it is.
   */
  find(owner: Principal, id: string): Promise<{ readonly id: string; readonly title: string } | undefined>;
  /**
   * For things whose ids name places, such as paths: the same, whether anything is there or not. A share of a place where
   * nothing is stays listed, since it would open what comes there, and can be ended.
   */
  place?(owner: Principal, id: string): Promise<{ readonly id: string; readonly title: string } | undefined>;
}

/** Something that one principal has shared with another. */
export interface Share extends SharedThing {
  readonly title: string;
  /** Principal ids; `*` for everybody who was invited. */
  readonly owner: string;
  readonly with: string;
  readonly access: ShareAccess;
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** Nothing is at this place now; what comes there is shared. */
  readonly gone?: true;
  /** What people call them. */
  readonly names: { readonly owner: string; readonly with: string };
}

/** What people share with each other. Who was shared nothing is told nothing, not even that there is something. */
export interface Shares {
  /**
   * The principal in the place of the owner, for this thing alone: with the owner's `id`, so that what the owner has of
   * it is found and what is made of it is the owner's; its `did` stays who acts. The principal itself when nothing was
   * shared, or less.
   */
  inPlaceOf(principal: Principal, thing: SharedThing, access: ShareAccess): Promise<Principal>;
  /** Shared with the principal, newest first. */
  withMe(principal: Principal, kind?: string): Promise<readonly Share[]>;
  /** What the principal has shared, newest first. */
  byMe(principal: Principal, kind?: string): Promise<readonly Share[]>;
  /**
   * Shares a thing of the owner's with a person by name or DID, or with `everybody` who was invited. Sharing it again
   * changes the access. Recorded.
   * @param invoker who does it for the owner, such as `oracle`; the owner when left out
   * @throws OracleError `not_found` for a thing that the owner does not have, or a name that nobody has
   */
  share(
    owner: Principal,
    thing: SharedThing,
    withWhom: string,
    access: ShareAccess,
    invoker?: string,
  ): Promise<Share>;
  /** Ends that, and records it. @throws OracleError `not_found` */
  unshare(owner: Principal, thing: SharedThing, withWhom: string, invoker?: string): Promise<Share>;
  /**
   * The place `from` went elsewhere with all below it (ids that begin with `from/`), or is gone, without `to`: its shares
   * are of `to` from now on, or end. Recorded.
   */
  follow(kind: string, from: string, to: string | undefined, by: ShareChanger): Promise<void>;
}

/** Who changed what was shared, as the audit names them. */
export interface ShareChanger {
  readonly actor: string;
  readonly invoker: string;
}
