// Bundles what ships into dist/: start-up time is dominated by the number of module files, so the process is a
// handful of chunks, split where the code says `await import()`.
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));

// Built aside and swapped in, so that an oracle that starts meanwhile never sees half a bundle.
const fresh = `dist-${process.pid}.tmp`;

await build({
  absWorkingDir: root,
  entryPoints: {
    index: 'src/index.ts',
    plugin: 'src/plugin/index.ts',
    testing: 'src/testing/index.ts',
    sampling: 'plugins/sampling/library.ts',
    cli: 'src/main.ts',
  },
  outdir: fresh,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: 'linked',
  sourcesContent: false,
  minifySyntax: true,
  chunkNames: 'chunks/[name]-[hash]',
  // libsql and esbuild load binaries by path; pg probes for an optional native build.
  external: ['libsql', 'pg', 'pg-native', 'esbuild'],
  alias: { 'oracle-runtime/plugin': './src/plugin/index.ts' },
  define: { __ORACLE_VERSION__: JSON.stringify(version) },
  // CommonJS packages inside an ES module bundle still call require, __dirname and __filename.
  banner: {
    js: [
      "import { createRequire as __createRequire } from 'node:module';",
      "import { fileURLToPath as __fileURLToPath } from 'node:url';",
      "import { dirname as __dirnameOf } from 'node:path';",
      'const require = __createRequire(import.meta.url);',
      'const __filename = __fileURLToPath(import.meta.url);',
      'const __dirname = __dirnameOf(__filename);',
    ].join('\n'),
  },
  logLevel: 'warning',
});

const old = `${root}/dist-${process.pid}.old.tmp`;
try {
  renameSync(`${root}/dist`, old);
} catch (error) {
  if (error.code !== 'ENOENT') throw error;
}
renameSync(`${root}/${fresh}`, `${root}/dist`);
rmSync(old, { recursive: true, force: true });
