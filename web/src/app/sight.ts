import { confirm } from '../ui/dialog.js';
import { t } from '../words/index.js';
import { read } from './oracle.js';

/** Who reads what is stored at a path, beside its owner, as the oracle knows it. */
export interface Sight {
  readonly seenBy: 'everybody' | 'some' | 'nobody';
  /** The file or folder that makes it so. */
  readonly at?: string;
}

/** What is to come to a path: anew, from another one, or out of the trash. */
export interface Coming {
  readonly path: string;
  readonly from?: string;
  readonly trashedAt?: number;
}

export function sightOf({ path, from, trashedAt }: Coming): Promise<Sight> {
  const query = new URLSearchParams({
    path,
    ...(from !== undefined && { from }),
    ...(trashedAt !== undefined && { trashedAt: String(trashedAt) }),
  });
  return read<Sight>(`/api/fs/sight?${query}`);
}

/** A place in a folder, such as a file that comes into it would have. */
export const within = (folder: string): string => `${folder}/-`;

/**
 * Asks the person before others can read what comes to a path; nobody is asked where only they do.
 * @param names of what comes @param act what the button that does it says
 * @returns whether to do it
 */
export async function sureOfSight(coming: Coming, names: string, act: string): Promise<boolean> {
  const { seenBy, at } = await sightOf(coming);
  if (seenBy === 'nobody') return true;
  const folder = at ?? '/';
  if (at === coming.path)
    return confirm(
      coming.trashedAt === undefined
        ? { title: t('sight.own', { names }), text: t('sight.ownWhat'), act }
        : { title: t('sight.again', { names }), text: t('sight.againWhat'), act },
    );
  return confirm(
    seenBy === 'everybody'
      ? { title: t('sight.public', { folder }), text: t('sight.publicWhat', { names }), act }
      : { title: t('sight.shared', { folder }), text: t('sight.sharedWhat', { names }), act },
  );
}
