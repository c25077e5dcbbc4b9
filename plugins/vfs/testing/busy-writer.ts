import { randomBytes, randomInt } from 'node:crypto';
import { moveFile, moveFolder } from '../drive/move.js';
import { flagFile, flagFolder } from '../drive/publish.js';
import { purgeFile } from '../drive/purge.js';
import { trashFile } from '../drive/trash.js';
import { createFile, replaceFile } from '../drive/write.js';
import { parsePath } from '../paths/namespace-path.js';
import { Assemblies } from '../uploads/assembly.js';
import { receivePart } from '../uploads/receive-part.js';
import { beginUpload } from '../uploads/upload-store.js';
import { openTestFiles, source } from './open-test-files.js';

/**
 * A process that changes files without pause until it is killed: uploads, in one go and in parts, replacements, publishing, moves, purges.
 * Only what lies under `/open` or is called `open-…` is ever published.
 */
const files = await openTestFiles({ dataDir: process.argv[2] ?? '' });
const { vfs } = files;
const access = files.access();
process.stdout.write('ready\n');

const some = () => randomBytes(randomInt(4) === 0 ? randomInt(400_000) : randomInt(5_000));
const name = () => randomBytes(4).toString('hex');
const path = (text: string) => parsePath(text);

const assemblies = new Assemblies(vfs);

/** A file that comes in up to four parts. */
async function uploadInParts(): Promise<void> {
  const content = randomBytes(randomInt(400_000));
  const target = { path: path(`/work/${name()}`), public: undefined, mimeType: 'text/plain' };
  let upload = await beginUpload(vfs, access, {
    target: { ...target, overwrite: false, ifMatch: undefined },
    size: content.length,
    metadata: undefined,
    concat: undefined,
  });
  while (upload.received < content.length) {
    const part = content.subarray(upload.received, upload.received + randomInt(100_000, 400_000));
    ({ upload } = await receivePart(vfs, access, assemblies, upload, source(part)));
  }
}

for (;;) {
  if (randomInt(3) === 0) await uploadInParts();
  const created: string[] = [];
  const names: string[] = [];
  for (let n = 0; n < 4; n++) {
    const isOpen = randomInt(3) === 0;
    const file = await createFile(vfs, access, {
      path: path(`/${randomInt(2) === 0 ? 'private' : 'work'}/${name()}/${isOpen ? 'open-' : ''}${name()}`),
      source: source(some()),
      public: isOpen,
    });
    created.push(file.id);
    names.push(file.name);
  }
  const [a = '', b = '', c = '', d = ''] = created;
  await Promise.all([
    replaceFile(vfs, access, a, { source: source(some()) }),
    moveFile(vfs, access, b, { to: path(`/open/${names[1]}-${name()}`) }),
    moveFile(vfs, access, c, { to: path(`/private/moved/${name()}/open-${name()}`) }),
  ]);
  await flagFile(vfs, access, c, 'public', randomInt(2) === 0);
  await flagFolder(vfs, access, path('/open'), 'public', randomInt(2) === 0);
  await moveFolder(vfs, access, path('/private/moved'), path(`/private/${name()}`));
  await trashFile(vfs, access, d);
  if (randomInt(2) === 0) await purgeFile(vfs, access, d);
}
