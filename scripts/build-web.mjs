// Builds the page into static files: named after their content, so that a browser may keep them for ever, and packed
// beforehand, so that nobody packs them while somebody waits.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { savedVerifier } from './saved-verifier.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @param outdir from the root of the project
 * @returns what is loaded first: the names of the script, of the style, and of all scripts that the first one brings
 */
export async function buildWeb(outdir) {
  const options = {
    absWorkingDir: root,
    platform: 'browser',
    target: ['chrome109', 'firefox115', 'safari16.4'],
    minify: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    alias: {
      'oracle-runtime/client': './src/client/index.ts',
      'oracle-runtime/client/receipts': './src/client/receipts/index.ts',
    },
    legalComments: 'none',
    logLevel: 'warning',
  };
  const { metafile } = await build({
    ...options,
    entryPoints: { start: 'web/src/start.ts', app: 'web/src/main.tsx', style: 'web/src/style/index.css' },
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    metafile: true,
    plugins: [savedVerifier(options)],
  });
  // In one piece, for it stands inside the page of the API.
  await build({
    ...options,
    entryPoints: { docs: 'web/src/docs/main.ts' },
    outdir,
    bundle: true,
    format: 'iife',
  });
  const built = { ...firstLoad(metafile), docs: 'docs.js' };
  const folder = join(root, outdir);
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
    const size = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params: size }));
  }
  writeFileSync(join(folder, 'build.json'), JSON.stringify(built));
  return built;
}

function firstLoad({ outputs }) {
  const nameOf = (path) => path.slice(path.lastIndexOf('/') + 1);
  const entry = (source) => Object.keys(outputs).find((path) => outputs[path].entryPoint === source);
  const script = entry('web/src/start.ts');
  // It imports the rest a frame later, but nobody waits until then to fetch it.
  const seen = new Set([entry('web/src/main.tsx')]);
  for (const path of seen)
    for (const { path: next, kind } of outputs[path].imports) if (kind === 'import-statement') seen.add(next);
  const imports = [...seen].map(nameOf);
  return { script: nameOf(script), style: nameOf(entry('web/src/style/index.css')), imports };
}
