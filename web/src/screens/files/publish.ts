import { OracleError } from 'oracle-runtime/client';
import { attempt, note } from '../../app/faults.js';
import { change } from '../../app/oracle.js';
import { sightOf } from '../../app/sight.js';
import { confirm } from '../../ui/dialog.js';
import { t } from '../../words/all.js';
import type { Node } from './types.js';

/** Asks first: what is public is everybody's to keep. What is so by a folder above becomes private with that folder. */
export async function publish(node: Node, published: boolean): Promise<boolean> {
  let folder: string | undefined;
  if (!published) {
    const known = await attempt(async () => {
      const { seenBy, at } = await sightOf(node);
      if (seenBy === 'everybody' && at !== node.path) folder = at;
    });
    if (!known) return false;
  }
  return folder === undefined ? setPublic(node, published) : unpublishAbove(node, folder);
}

async function unpublishAbove({ name }: Node, folder: string): Promise<boolean> {
  const sure = await confirm({
    title: t('files.byFolder', { name, folder }),
    text: t('files.byFolderWhat'),
    act: t('files.unpublishFolder'),
  });
  if (!sure) return false;
  const query = new URLSearchParams({ path: folder, public: 'false' });
  return attempt(async () =>
    tellWhatStands(await change<Published>('PUT', `/api/fs/folders/public?${query}`), false),
  );
}

async function setPublic(node: Node, published: boolean): Promise<boolean> {
  const sure = await confirm({
    title: t(published ? 'files.publishSure' : 'files.unpublishSure', { name: node.name }),
    text: t(published ? 'files.publishWhat' : 'files.unpublishWhat'),
    act: t(published ? 'files.publish' : 'files.unpublish'),
  });
  if (!sure) return false;
  const flag = { public: String(published) };
  if (node.type === 'file')
    return attempt(async () => {
      const at = `/api/fs/files/${node.id}/public?${new URLSearchParams(flag)}`;
      tellWhatStands(await change<Published>('PATCH', at), published);
    });
  const put = (more: { readonly hidden?: string } = {}) =>
    change<Published>(
      'PUT',
      `/api/fs/folders/public?${new URLSearchParams({ path: node.path, ...flag, ...more })}`,
    );
  return attempt(async () => {
    const done = await put().catch(async (error: unknown) => {
      if (!isAboutHidden(error) || !(await sureOfHidden(node))) throw error;
      return put({ hidden: 'true' });
    });
    tellWhatStands(done, published);
  });
}

/** Under a public folder all stays public, whatever was asked for. */
function tellWhatStands({ public: isPublic, note: surprise }: Published, published: boolean): void {
  if (isPublic && !published) note(t('files.stillPublic'), 'bad');
  else if (surprise !== undefined) note(surprise);
}

interface Published {
  readonly public: boolean;
  /** What may surprise. */
  readonly note?: string;
}

/** The folder holds what the page does not show. */
function isAboutHidden(error: unknown): boolean {
  return OracleError.isInstance(error) && error.errors?.some(({ field }) => field === 'hidden') === true;
}

function sureOfHidden({ name }: Node): Promise<boolean> {
  return confirm({
    title: t('files.publishSure', { name }),
    text: t('files.publishHidden'),
    act: t('files.publish'),
    bad: true,
  });
}
