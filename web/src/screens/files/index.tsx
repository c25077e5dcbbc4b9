import { route } from '../../app/route.js';
import { FileView } from './file-view.js';
import { FolderView } from './folder-view.js';
import { Trash } from './trash.js';

/** `#/files/a/b` shows a folder, with `?id=` one of its files; `?trash=1` what was deleted. */
export function Files() {
  const { rest, query } = route.value;
  const id = query.get('id');
  if (query.has('trash')) return <Trash />;
  return id === null ? <FolderView path={`/${rest.join('/')}`} /> : <FileView key={id} id={id} />;
}
