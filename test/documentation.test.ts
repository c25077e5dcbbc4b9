import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'dotenv';
import { describe, expect, it } from 'vitest';
import { bundledPlugins, optionalPlugins } from '../plugins/index.js';
import { parseCoreEnv } from '../src/config/core-env.js';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');

describe('.env.example', () => {
  // Uncommented, it is a .env that changes nothing.
  const documented = parse(read('.env.example').replaceAll(/^#(?=[A-Z])/gm, ''));
  /** Read by the process itself, before and beside the configuration. */
  const own: Record<string, unknown> = { ORACLE_CONFIG: 'oracle.config.json', LOG_FORMAT: 'text' };
  const core: Record<string, unknown> = parseCoreEnv({}, (name) => name).values;
  const plugins = Object.fromEntries(
    [...bundledPlugins, ...optionalPlugins].flatMap(({ env = {} }) =>
      Object.entries(env).map(([name, spec]): [string, unknown] => [name, spec.default]),
    ),
  );
  const known = { ...own, ...core, ...plugins };

  it('names every variable and no other', () => {
    expect(Object.keys(documented).sort()).toEqual(Object.keys(known).sort());
  });

  it.each(Object.entries(known))('tells the default of %s', (name, value) => {
    // What depends on other settings has no default of its own; the words beside it say which.
    const unset = value === undefined || (Array.isArray(value) && value.length === 0);
    const derived = ['LLM_PROVIDER', 'NETWORK'].includes(name);
    if (!derived) expect(documented[name]).toBe(unset ? '' : String(value));
  });

  it('is a valid environment as it stands', () => {
    expect(
      parseCoreEnv(
        Object.fromEntries(Object.entries(documented).map(([name, value]) => [name, value || undefined])),
        (name) => name,
      ).faults,
    ).toEqual([]);
  });
});

describe('README.md', () => {
  it('shows the example plugin as it is type-checked and tested', () => {
    const [, code] = /```ts\n([\s\S]*?)```/.exec(read('README.md')) ?? [];
    expect(code).toBe(read('examples/dice/index.ts'));
  });

  it('names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const named = [...read('README.md').matchAll(/npm (?:run )?([a-z:]+)/g)].map(([, script]) => script);
    for (const script of named) expect(Object.keys(scripts)).toContain(script);
  });

  it('links only to what is there', () => {
    const links = [...read('README.md').matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, path]) => path ?? '');
    expect(links.length).toBeGreaterThan(3);
    for (const path of links) expect(() => read(path), path).not.toThrow(/ENOENT/);
  });
});
