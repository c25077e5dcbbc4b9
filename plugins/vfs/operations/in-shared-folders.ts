import {
  type AnyOperation,
  type Asker,
  type Caller,
  type Foreseen,
  OracleError,
  type Principal,
} from 'oracle-runtime/plugin';
import type { Reach } from '../access/caller-access.js';
import {
  inPlace,
  type PathInShare,
  SHARED_SIGN,
  type SharedPlace,
  sharedPlaces,
} from '../access/shared-places.js';
import type { Vfs } from '../vfs.js';
import type { Looking } from './deps.js';

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
  const foresee = operation.foresee as
    | ((input: Fields, asker: Looking) => Promise<Foreseen | string>)
    | undefined;

  /** Where the input reaches into what others have shared; undefined when it does not. */
  async function reached(input: Fields, principal: Principal): Promise<PathInShare | undefined> {
    const named = textsOf(input).filter((text) => text.startsWith(SHARED_SIGN));
    if (named.length === 0) return undefined;
    const places = await sharedPlaces(shares, principal);
    if (field !== undefined) return inPlace(places, String(input[field]));
    if (named.some((text) => inPlace(places, text) !== undefined)) throw notThere(operation.title);
    return undefined;
  }

  return {
    ...operation,
    async run(input: Fields, caller: Caller): Promise<object> {
      if (operation.name === 'vfs_list' && input['path'] === '/' && input['cursor'] === undefined)
        return withPlaces(await run(input, caller), await sharedPlaces(shares, caller.principal));
      const found = await reached(input, caller.principal);
      if (field === undefined || found === undefined) return run(input, caller);
      const { place, path } = found;
      return rooted(await run({ ...input, [field]: path }, { ...caller, shared: place }), place) as object;
    },
    // The person is asked about what is there, not about what is at that path among their own files.
    ...(foresee && {
      async foresee(input: Fields, asker: Asker): Promise<Foreseen | string> {
        const found = await reached(input, asker.principal);
        if (field === undefined || found === undefined) return foresee(input, asker);
        return foresee({ ...input, [field]: found.path }, { ...asker, shared: found.place });
      },
    }),
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
