import type { Principal, Share, Shares } from 'oracle-runtime/plugin';
import { asPath, isWithin, type NamespacePath, ROOT } from '../paths/namespace-path.js';

/** A folder that somebody shared with a principal, under the path by which agents know it. */
export interface SharedPlace {
  /** What it was shared under. */
  readonly id: string;
  /** `/@Cora`: before each path of hers. */
  readonly prefix: string;
  /** Where the folder is among its owner's. */
  readonly root: NamespacePath;
}

/** A path that lies in a shared folder. */
export interface PathInShare {
  readonly place: SharedPlace;
  /** Among its owner's. */
  readonly path: string;
}

/** Before the name of whoever shares: `/@Cora/reports` is what Cora calls `/reports`. */
export const SHARED_SIGN = '/@';

/** The folders that were shared with a principal. Owners of one name are told apart by their DIDs. */
export async function sharedPlaces(
  shares: Pick<Shares, 'withMe'>,
  principal: Principal,
): Promise<readonly SharedPlace[]> {
  const found = await shares.withMe(principal, 'folder');
  return found.flatMap((share) => {
    const root = asPath(share.title);
    return root === undefined || share.gone === true
      ? []
      : [{ id: share.id, prefix: SHARED_SIGN + calledBy(share, found), root }];
  });
}

/** The folder in which a path lies, or a pattern of one; the nearest one where several hold it. */
export function inPlace(places: readonly SharedPlace[], said: string): PathInShare | undefined {
  const holding = places.flatMap((place) => {
    const path = said.startsWith(`${place.prefix}/`) ? said.slice(place.prefix.length) : undefined;
    const own = said === place.prefix ? ROOT : path;
    return own !== undefined && isIn(own, place.root) ? [{ place, path: own }] : [];
  });
  return holding.toSorted((one, other) => other.place.root.length - one.place.root.length)[0];
}

/** A pattern lies where it begins. */
function isIn(path: string, root: NamespacePath): boolean {
  const known = asPath(path);
  return known === undefined ? root === ROOT || path.startsWith(`${root}/`) : isWithin(known, root);
}

function calledBy({ owner, names }: Share, all: readonly Share[]): string {
  const isOnly = all.every((other) => other.owner === owner || other.names.owner !== names.owner);
  return isOnly && !names.owner.includes('/') ? names.owner : owner;
}
