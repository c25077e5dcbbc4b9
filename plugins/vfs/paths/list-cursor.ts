import { OracleError } from 'oracle-runtime/plugin';
import { asPath, isWithin, type NamespacePath, parentOf } from './namespace-path.js';

/**
 * A cursor is a path that the listing of this folder could have shown, whether or not a file is still there.
 * @throws OracleError `invalid_request` for any other text, such as the cursor of another listing
 */
export function checkCursor(
  cursor: string | undefined,
  folder: NamespacePath,
  view: 'flat' | 'tree',
): asserts cursor is NamespacePath | undefined {
  if (cursor === undefined) return;
  const path = asPath(cursor);
  const listed =
    path !== undefined &&
    (view === 'tree' ? parentOf(path) === folder : isWithin(path, folder)) &&
    path !== folder;
  if (listed) return;
  throw new OracleError('invalid_request', {
    detail: 'cursor is not of this listing.',
    hint: 'Give the cursor of the page before, with the same path and view; leave it out for the first page.',
    errors: [{ field: 'cursor', message: 'is not of this listing' }],
  });
}
