// A directory as a stored ZIP on standard output: `node zip-archiver.mjs <directory> <name>`.
import { ZipArchive } from 'archiver';

const [, , directory, name] = process.argv;
const archive = new ZipArchive({ store: true });
archive.on('error', (error) => {
  throw error;
});
archive.pipe(process.stdout);
archive.directory(directory, name);
await archive.finalize();
