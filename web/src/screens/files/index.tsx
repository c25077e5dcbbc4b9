import { route } from '../../app/route.js';
import { FileView } from './file-view.js';
import { FolderView } from './folder-view.js';
import { SharedFolder } from './shared-folder.js';
import { Trash } from './trash.js';

/** `#/files/a/b` shows a folder, with `?id=` one of its files; `?trash=1` what was deleted,
 * `?shared=<id>` a folder of somebody else. */
export function Files() {
  const { rest, query } = route.value;
  const id = query.get('id');
  const shared = query.get('shared');
  if (shared !== null) return <SharedFolder key={shared} id={shared} at={query.get('at')} />;
  if (query.has('trash')) return <Trash />;
  return id === null ? <FolderView path={`/${rest.join('/')}`} /> : <FileView key={id} id={id} />;
}
