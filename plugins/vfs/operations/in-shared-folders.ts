import { type AnyOperation, type Caller, OracleError } from 'oracle-runtime/plugin';
import type { Reach } from '../access/caller-access.js';
import { inPlace, SHARED_SIGN, type SharedPlace, sharedPlaces } from '../access/shared-places.js';
import type { Vfs } from '../vfs.js';

/** Operations that reach folders which others have shared, and the field that says where. */
const REACHING: Readonly<Record<string, 'path' | 'pattern'>> = {
  vfs_list: 'path',
  vfs_search: 'path',
  vfs_grep: 'path',
  vfs_glob: 'pattern',
  vfs_read: 'path',
  vfs_fetch: 'path',
  vfs_write: 'path',
  vfs_edit: 'path',
  vfs_create_folder: 'path',
  vfs_versions: 'path',
  vfs_restore_version: 'path',
};
/** Fields of answers that hold paths. */
const PATHS: ReadonlySet<string> = new Set(['path', 'from', 'to']);

type Fields = Readonly<Record<string, unknown>>;

/**
 * The operation on folders that others have shared too: `/@Cora/reports/a.txt` is what Cora calls `/reports/a.txt`. Her
 * share says what may be done there. A list of `/` names the shared folders after the principal's own.
 */
export function inSharedFolders(operation: AnyOperation, { shares }: Pick<Vfs, 'shares'>): AnyOperation {
  const field = REACHING[operation.name];
  const run = operation.run as (input: Fields, caller: Caller & Reach) => Promise<object>;
  return {
    ...operation,
    async run(input: Fields, caller: Caller): Promise<object> {
      const said = field === undefined ? undefined : String(input[field]);
      const isRoot = operation.name === 'vfs_list' && said === '/' && input['cursor'] === undefined;
      const named = textsOf(input).filter((text) => text.startsWith(SHARED_SIGN));
      if (!isRoot && named.length === 0) return run(input, caller);
      const places = await sharedPlaces(shares, caller.principal);
      if (isRoot) return withPlaces(await run(input, caller), places);
      if (field === undefined || said === undefined) {
        if (named.some((text) => inPlace(places, text) !== undefined)) throw notThere(operation.title);
        return run(input, caller);
      }
      const found = inPlace(places, said);
      if (found === undefined) return run(input, caller);
      const { place, path } = found;
      return rooted(await run({ ...input, [field]: path }, { ...caller, shared: place.id }), place) as object;
    },
  };
}

/** Texts of an input, also those of its lists. */
function textsOf(input: Fields): readonly string[] {
  return Object.values(input)
    .flat()
    .filter((value) => typeof value === 'string');
}

function withPlaces(answer: object, places: readonly SharedPlace[]): object {
  const entries: unknown = 'entries' in answer ? answer.entries : undefined;
  if (!Array.isArray(entries) || 'cursor' in answer) return answer;
  const shared = places.map(({ prefix, root }) => ({
    type: 'folder',
    path: root === '/' ? prefix : prefix + root,
    public: false,
  }));
  return { ...answer, entries: [...entries, ...shared] };
}

/** The answer with its paths as whoever asked knows them. */
function rooted(value: unknown, place: SharedPlace): unknown {
  if (Array.isArray(value)) return value.map((item) => rooted(item, place));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      PATHS.has(name) && typeof item === 'string' && item.startsWith('/')
        ? place.prefix + (item === '/' ? '' : item)
        : rooted(item, place),
    ]),
  );
}

function notThere(title: string): OracleError {
  return new OracleError('forbidden', {
    detail: `${title}: that is not done in a folder that somebody else has shared.`,
    hint: 'Read it and write it there; whose it is moves, deletes and publishes.',
  });
}
