import fc from 'fast-check';
import { person } from 'oracle-runtime/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { type Answer, startVfsApp, type VfsApp } from '../testing/vfs-app.js';

/** Paths and whether each is hidden: by a dot on the way, by its own flag, or by that of a folder above. */
const FILES: Readonly<Record<string, boolean>> = {
  '/a/open.txt': false,
  '/a/.dot/one.txt': true,
  '/a/.dot/two/three.txt': true,
  '/a/.dotted.txt': true,
  '/a/flag/four.txt': true,
  '/a/flagged.txt': true,
  '/ab/open.txt': false,
  '/ab/.dot/five.txt': true,
  '/.top/six.txt': true,
};
const PREFIXES = ['/', '/a', '/a/.dot', '/a/.dot/two', '/a/.d', '/a/flag', '/a/flagged.txt', '/ab', '/.top'];
const ROOTS = ['', '/a', '/a/.dot', '/ab'];

let vfs: VfsApp;
const ids = new Map<string, string>();
const bob = person('bob of the reveals');

beforeAll(async () => {
  vfs = await startVfsApp();
  const owner = vfs.ucan({ can: 'fs/write', hidden: ['*'] });
  for (const path of Object.keys(FILES)) {
    const answer = await owner('POST', `/api/fs/files?path=${path}`, {
      body: 'needle',
      headers: { 'Content-Type': 'text/plain' },
    });
    ids.set(path, String(answer.json['id']));
  }
  await owner('PUT', '/api/fs/folders/hidden?path=/a/flag&hidden=true');
  await owner('PATCH', `/api/fs/files/${ids.get('/a/flagged.txt')}/hidden?hidden=true`);
});
afterAll(() => vfs.close());

type Reveal = readonly string[] | undefined;
interface Link {
  readonly root: string;
  readonly hidden: Reveal;
}

const covers = (prefix: string, path: string) =>
  prefix === '/' || path === prefix || path.startsWith(`${prefix}/`);
const isRevealed = (hidden: Reveal, path: string) =>
  hidden?.some((prefix) => prefix === '*' || covers(prefix, path)) === true;

/** What the chain may see, told once more and more plainly than the code does. */
function seen(given: Link, used: Link): string[] {
  return Object.entries(FILES)
    .filter(([path]) => covers(used.root === '' ? '/' : used.root, path))
    .filter(([path, hidden]) => !hidden || (isRevealed(given.hidden, path) && isRevealed(used.hidden, path)))
    .map(([path]) => path)
    .toSorted();
}

/** Calls as Bob, who has what the owner gave him and asks for what he uses of it. */
function callerOf(given: Link, used: Link) {
  const grant = ({ root, hidden }: Link) => ({ can: 'fs/read', with: `ixo:filesystem${root}`, hidden });
  const proof = vfs.delegation({ ...grant(given), to: bob.did });
  return async (path: string): Promise<Answer> =>
    vfs.ucan({ ...grant(used), by: bob, proofs: [await proof] })('GET', path);
}

async function zipNames(bytes: Buffer): Promise<string[]> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
  const names: string[] = [];
  for await (const { fileName } of zip.eachEntry()) names.push(fileName);
  return names;
}

/** Paths that an answer lists; none in a folder that is not there for the caller: 404. */
function pathsIn(answer: Answer, field: string): string[] {
  if (answer.status === 404) return [];
  const list = answer.json[field] as unknown as readonly { readonly path: string }[];
  return list.map(({ path }) => path).toSorted();
}

const reveal: fc.Arbitrary<Reveal> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constant(['*']) },
  { weight: 3, arbitrary: fc.uniqueArray(fc.constantFrom(...PREFIXES), { maxLength: 3 }) },
);

it('every authenticated surface shows what the whole chain reveals in its folder, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('', '/a'),
      fc.constantFrom(...ROOTS),
      reveal,
      reveal,
      async (givenRoot, usedRoot, givenHidden, usedHidden) => {
        fc.pre(usedRoot === givenRoot || usedRoot.startsWith(`${givenRoot}/`));
        const [given, used] = [
          { root: givenRoot, hidden: givenHidden },
          { root: usedRoot, hidden: usedHidden },
        ];
        const expected = seen(given, used);
        const call = callerOf(given, used);
        // A folder that is itself hidden and not revealed is none to list, whatever is revealed in it.
        const isPlace =
          !usedRoot.includes('/.') || (isRevealed(givenHidden, usedRoot) && isRevealed(usedHidden, usedRoot));
        const listed = isPlace ? expected : [];
        expect(pathsIn(await call('/api/fs/files?limit=100'), 'files')).toEqual(listed);
        expect(pathsIn(await call('/api/fs/glob?pattern=/**'), 'files')).toEqual(expected);
        expect(pathsIn(await call('/api/fs/grep?q=needle'), 'matches')).toEqual(expected);
        expect(pathsIn(await call('/api/fs/search?q=needle'), 'hits')).toEqual(expected);
        const tree = pathsIn(await call('/api/fs/tree'), 'nodes');
        const children = listed.map((path) => path.slice(0, `${path}/`.indexOf('/', usedRoot.length + 1)));
        expect(tree.filter((path) => path in FILES)).toEqual(children.filter((path) => path in FILES));
        const zip = await call(`/api/fs/folder/download?path=${usedRoot === '' ? '/' : usedRoot}`);
        if (listed.length > 0) {
          const names = (await zipNames(zip.bytes)).filter((name) => !name.endsWith('/'));
          const top = usedRoot.slice(0, usedRoot.lastIndexOf('/') + 1);
          const inZip = expected.map((path) => path.slice(usedRoot === '' ? 0 : top.length));
          expect(
            names.map((name) => (usedRoot === '' ? name.slice(name.indexOf('/')) : name)).toSorted(),
          ).toEqual(inZip.toSorted());
        }
        for (const [path, id] of ids) {
          const status = expected.includes(path) ? 200 : 404;
          expect((await call(`/api/fs/files/${id}`)).status, path).toBe(status);
          const outside = !covers(usedRoot === '' ? '/' : usedRoot, path);
          expect((await call(`/api/fs/content?path=${path}`)).status, path).toBe(outside ? 403 : status);
        }
      },
    ),
    {
      numRuns: 5,
      examples: [
        ['/a', '/a', ['/a/.dot', '/a/flag'], ['*']],
        ['', '/a/.dot', ['/'], ['/a/.dot/two']],
      ],
    },
  );
});
