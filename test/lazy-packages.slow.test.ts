import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/**
 * What is imported when it is first used comes out of the bundle by other rules than out of Node: a CommonJS package has
 * a `default` there and no names. Each such import of the product is made once from a bundle of them all.
 */
interface Lazy {
  readonly file: string;
  readonly name: string;
  readonly wanted: readonly string[];
}

const { bundleOptions } = (await import(new URL('../scripts/bundle-options.mjs', import.meta.url).href)) as {
  bundleOptions: BuildOptions & { external: readonly string[] };
};
const root = fileURLToPath(new URL('..', import.meta.url));
const IMPORT = /(?:const \{([^}]*)\} = )?await import\(\s*'([^.'][^']*)',?\s*\)/gu;
const isBundled = (name: string) =>
  !name.startsWith('node:') &&
  !bundleOptions.external.some((own) => name === own || name.startsWith(`${own}/`));

const imports: Lazy[] = ['src', 'plugins']
  .flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((file) => join(room, file)),
  )
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\/testing\//u.test(file))
  .flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].map(([, names = '', name = '']) => ({
      file,
      name,
      wanted: names
        .split(',')
        .map((one) => one.split(':')[0]?.trim() ?? '')
        .filter((one) => one !== '' && !one.startsWith('...')),
    })),
  )
  .filter(({ name }) => isBundled(name));

const outdir = mkdtempSync(join(tmpdir(), 'lazy-packages-'));
let loaded: Record<string, () => Promise<Record<string, unknown>>>;

beforeAll(async () => {
  const names = [...new Set([...imports.map(({ name }) => name), 'qrcode'])];
  await build({
    ...bundleOptions,
    external: [...bundleOptions.external],
    stdin: {
      contents: names
        .map((name, at) => `export const p${at} = () => import('${name}');\nexport const n${at} = '${name}';`)
        .join('\n'),
      resolveDir: root,
    },
    outdir,
    outExtension: { '.js': '.mjs' },
    sourcemap: false,
  });
  const all = await import(pathToFileURL(join(outdir, 'stdin.mjs')).href);
  loaded = Object.fromEntries(names.map((_, at) => [all[`n${at}`], all[`p${at}`]]));
});
afterAll(() => rmSync(outdir, { recursive: true, force: true }));

describe('what is loaded at first use', () => {
  it.each(imports)('$name in $file has $wanted', async ({ name, wanted }) => {
    const found = await loaded[name]?.();
    expect(wanted.filter((one) => found?.[one] === undefined)).toEqual([]);
  });

  it('finds the imports, and a name that the bundle does not have', async () => {
    expect(imports.length).toBeGreaterThan(12);
    expect(Object.keys((await loaded['qrcode']?.()) ?? {})).toEqual(['default']);
  });
});
