import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Bundles a server that a benchmark measures as what ships is bundled: run from source, tsx would wrap every function
 * of it. Gives the file to run.
 *
 * @param entry path of its module below the project
 */
export async function bundleServer(entry: string): Promise<string> {
  const { bundleOptions }: { bundleOptions: BuildOptions } = await import(
    new URL('../scripts/bundle-options.mjs', import.meta.url).href
  );
  const name = basename(entry, '.ts');
  // Where packages that are not bundled are found.
  const outdir = join(ROOT, 'node_modules/.cache/bench', entry.replace(/\.ts$/, ''));
  await build({ ...bundleOptions, entryPoints: { [name]: entry }, outdir });
  return join(outdir, `${name}.js`);
}
