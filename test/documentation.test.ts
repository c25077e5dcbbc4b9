import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'dotenv';
import { describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { parseCoreEnv } from '../src/config/core-env.js';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');

describe('.env.example', () => {
  // Uncommented, it is a .env that changes nothing.
  const documented = parse(read('.env.example').replaceAll(/^#(?=[A-Z])/gm, ''));
  /** Read by the process itself, before and beside the configuration. */
  const own: Record<string, unknown> = { ORACLE_CONFIG: 'oracle.config.json', LOG_FORMAT: 'text' };
  const core: Record<string, unknown> = parseCoreEnv({}, (name) => name).values;
  const plugins = Object.fromEntries(
    shippedPlugins.flatMap(({ env = {} }) =>
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

/** Every page that speaks to people, by its path from the root. */
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(fileURLToPath(new URL('../docs', import.meta.url)), { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path}`),
];
const at = (page: string, link: string) => posix.join(posix.dirname(page), link);
/** Indentation is the example's own. */
const lines = (code: string) =>
  code
    .trim()
    .split('\n')
    .map((line) => line.trim());

describe('README.md', () => {
  it('shows the example plugin as it is type-checked and tested', () => {
    const [, code] = /```ts\n([\s\S]*?)```/.exec(read('README.md')) ?? [];
    expect(code).toBe(read('examples/dice/index.ts'));
  });
});

describe.each(PAGES)('%s', (page) => {
  const text = read(page);

  it('shows only code of the files that it names, as they are type-checked and tested', () => {
    for (const { 1: code = '', index } of text.matchAll(/```ts\n([\s\S]*?)```/g)) {
      const [, link = ''] = [...text.slice(0, index).matchAll(/\]\(([^)]+\.ts)\)/g)].at(-1) ?? [];
      const path = at(page, link);
      let rest = lines(read(path)).join('\n');
      for (const part of code.split(/^\s*\/\/ …$/m)) {
        const shown = lines(part).join('\n');
        expect(rest, path).toContain(shown);
        rest = rest.slice(rest.indexOf(shown) + shown.length);
      }
    }
  });

  it('names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const named = [...text.matchAll(/npm (?:run ([a-z:-]+)|(start|test)\b)/g)].map(
      ([, run, word]) => run ?? word,
    );
    for (const script of named) expect(Object.keys(scripts)).toContain(script);
  });

  it('links only to what is there', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(([, link]) => link ?? '');
    for (const link of links)
      expect(existsSync(new URL(`../${at(page, link)}`, import.meta.url)), link).toBe(true);
  });
});

it.each(PAGES.filter((page) => page.startsWith('docs/plugins/')))(
  '%s links to nothing that the package does not hold',
  (page) => {
    const links = [...read(page).matchAll(/\]\((?!\w+:|#)([^)#]+)/g)].map(([, link = '']) => at(page, link));
    expect(
      links.filter((link) => /^(src|plugins|test|bench|scripts|web|deploy|templates)\//.test(link)),
    ).toEqual([]);
  },
);

describe('docs/decisions', () => {
  const index = read('docs/decisions/README.md');
  const decisions = PAGES.filter((page) => /\/\d{4}-[^/]+\.md$/.test(page));

  it.each(decisions)('lists %s with its title, status and date', (page) => {
    const [title, , said] = read(page).split('\n');
    const [, status, date] =
      /^(Accepted|Superseded by \[\d{4}\]\([^)]+\)), (\d{4}-\d{2}-\d{2})(?:; .+)?\.$/.exec(said ?? '') ?? [];
    const [name = ''] = page.split('/').slice(-1);
    const row = [name.slice(0, 4), `[${title?.slice(2)}](${name})`, status?.toLowerCase(), date];
    expect(
      index.split('\n').map((line) =>
        line
          .split('|')
          .map((cell) => cell.trim())
          .slice(1, -1),
      ),
    ).toContainEqual(row);
  });
});

describe('docs/providers.md', () => {
  const tests = [
    'openai/providers',
    'openai/finished-open.slow',
    'openai/odd-answers',
    'openai/stray-parts',
    'openai/threads',
    'langchain/langchain',
    'langchain/langchain.slow',
    'langchain/anthropic-wire',
  ].map((name) => read(`src/models/${name}.test.ts`));
  const named = tests.flatMap((source) =>
    [...source.matchAll(/^(?: {2})?it\(\s*(['"])(.+?)\1,/gm)].map(([, , name]) => name ?? ''),
  );
  const rows = read('docs/providers.md')
    .split('\n## One by one\n')
    .slice(-1)
    .flatMap((table) => table.split('\n').filter((line) => line.startsWith('| ')))
    .slice(2)
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

  it.each(rows)('holds that %s: %s', (_, __, test) => {
    expect(named).toContain(test);
  });

  it('names every test of a provider', () => {
    const providers = new Set(rows.map(([provider]) => provider));
    const all = named.filter((name) => providers.has(name.split(' ')[0]));
    expect(rows.map(([, , test]) => test)).toEqual(expect.arrayContaining(all));
    expect(providers.size).toBe(14);
  });
});
