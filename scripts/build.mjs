// Bundles what ships into dist/: start-up time is dominated by the number of module files, so the process is a
// handful of chunks, split where the code says `await import()`.
import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildWeb } from './build-web.mjs';
import { bundleOptions } from './bundle-options.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

// Built aside and swapped in, so that an oracle that starts meanwhile never sees half a bundle.
const fresh = `dist-${process.pid}.tmp`;

await build({
  ...bundleOptions,
  entryPoints: {
    index: 'src/index.ts',
    plugin: 'src/plugin/index.ts',
    kit: 'src/kit/index.ts',
    mcp: 'src/mcp-client/index.ts',
    testing: 'src/testing/index.ts',
    sampling: 'plugins/sampling/library.ts',
    cli: 'src/main.ts',
    'dev-ahead': 'src/dev-ahead.ts',
    'chart-process': 'plugins/charts/drawing/chart-process.ts',
    'document-process': 'plugins/knowledge/readers/document-process.ts',
    'verify-process': 'plugins/reports/verification/verify-process.ts',
  },
  outdir: fresh,
});
// For pages of others as well as for Node: nothing of Node in it, and each in one file.
await build({
  absWorkingDir: root,
  entryPoints: { client: 'src/client/index.ts', receipts: 'src/client/receipts/index.ts' },
  outdir: fresh,
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'warning',
});
await buildWeb(`${fresh}/web`);
copyFileSync(`${root}/src/planner/understanding/planner-model.gz`, `${root}/${fresh}/planner-model.gz`);
cpSync(`${root}/plugins/skills/shipped`, `${root}/${fresh}/skills`, { recursive: true });
cpSync(`${root}/plugins/knowledge/notes`, `${root}/${fresh}/knowledge-notes`, { recursive: true });
// What an optional plugin teaches the keyless chat, which learns it where that plugin is on.
for (const plugin of readdirSync(`${root}/plugins`).filter(isTaughtWhereItIsOn))
  cpSync(`${root}/plugins/${plugin}/utterances`, `${root}/${fresh}/plugins/${plugin}/utterances`, {
    recursive: true,
  });
cpSync(`${root}/templates`, `${root}/${fresh}/templates`, { recursive: true });

const old = `${root}/dist-${process.pid}.old.tmp`;
try {
  renameSync(`${root}/dist`, old);
} catch (error) {
  if (error.code !== 'ENOENT') throw error;
}
renameSync(`${root}/${fresh}`, `${root}/dist`);
rmSync(old, { recursive: true, force: true });

/** One that a variable switches on, with sentences. */
function isTaughtWhereItIsOn(plugin) {
  const folder = `${root}/plugins/${plugin}`;
  return (
    existsSync(`${folder}/utterances`) && /^ {2}enabledBy:/mu.test(readFileSync(`${folder}/index.ts`, 'utf8'))
  );
}
