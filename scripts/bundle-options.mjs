// How everything that runs is bundled: what ships, and what the benchmarks measure.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));

/** What a library brings along and nothing here uses; a start would have to read it before it listens. */
const leftOut = {
  name: 'left-out',
  setup(build) {
    // Requests are read by src/http/read-body.ts; Express's own readers bring 30 character sets.
    build.onLoad({ filter: /node_modules\/body-parser\/index\.js$/ }, () => ({
      contents: 'module.exports = {};',
    }));
    // Express asks for these two as it loads; queries are read by src/http, and its notes for itself go nowhere.
    build.onLoad({ filter: /node_modules\/qs\/lib\/index\.js$/ }, () => ({
      contents: 'module.exports = {};',
    }));
    build.onLoad({ filter: /node_modules\/debug\/src\/index\.js$/ }, () => ({
      contents: 'module.exports = () => () => undefined;',
    }));
    // Errors are worded by src/http/words-of-issue.ts, not in 50 languages.
    build.onLoad({ filter: /node_modules\/zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};

/** Options of esbuild, besides `entryPoints` and `outdir`. */
export const bundleOptions = {
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: 'linked',
  sourcesContent: false,
  minifySyntax: true,
  minifyWhitespace: true,
  chunkNames: 'chunks/[name]-[hash]',
  // libsql, resvg and esbuild load binaries by path; pg probes for an optional native build; pdfmake reads fonts beside it.
  // What follows is named in the `packages` of optional plugins, and installed where they are on.
  external: [
    ...['libsql', 'pg', 'pg-native', 'esbuild', '@resvg/resvg-js', 'pdfmake'],
    ...['bullmq', 'ioredis', 'croner', 'cronstrue'],
    ...['@slack/bolt', '@slack/web-api'],
    ...['matrix-js-sdk', '@matrix-org/matrix-sdk-crypto-wasm', 'fake-indexeddb'],
  ],
  alias: {
    'oracle-runtime/plugin': './src/plugin/index.ts',
    'oracle-runtime/kit': './src/kit/index.ts',
    'oracle-runtime/mcp': './src/mcp-client/index.ts',
    // What it calls its main file asks for its parts in a way that no bundler follows.
    'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
  },
  plugins: [leftOut],
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
};
