import { describe, expect, it } from 'vitest';
import { defineService, type Middleware, provide, str } from '../plugin/index.js';
import { contributing, testBoot, testPlugin, testTool } from './testing/test-plugins.js';

const units = { WEATHER_DEFAULT_UNITS: str({ choices: ['celsius', 'fahrenheit'], default: 'celsius' }) };
const redis = { env: { REDIS_URL: str() }, enabledBy: ['REDIS_URL'] };

const wrapRun: Middleware['wrapRun'] = (run, next) => next(run);

describe('a boot that succeeds', () => {
  it('logs one exact line a plugin, the excluded ones last', async () => {
    const { boot, lines } = testBoot([
      testPlugin('tasks', redis),
      testPlugin('weather'),
      testPlugin('vfs', { manifest: { title: 'F', summary: 'Files.', whenToUse: ['x'], loading: 'always' } }),
    ]);
    await boot();
    expect(lines).toEqual([
      '[boot] loaded: weather (on-demand) 3ms',
      '[boot] loaded: vfs (always) 3ms',
      '[boot] excluded: tasks (REDIS_URL)',
    ]);
  });

  it('tells of a part of every oracle in the report alone, unless it does not work', async () => {
    const people = testPlugin('people');
    const works = testBoot([people, testPlugin('weather')], {}, { unlisted: new Set([people]) });
    const report = (await works.boot()).report();
    expect(works.lines).toEqual(['[boot] loaded: weather (on-demand) 3ms']);
    expect(report.map(({ name }) => name)).toEqual(['people', 'weather']);
    const off = testBoot([people], { features: { people: false } }, { unlisted: new Set([people]) });
    await off.boot();
    expect(off.lines).toEqual(['[boot] excluded: people (features)']);
  });

  it('gathers contributions in dependency order and reports them', async () => {
    const route = {
      method: 'get',
      path: '/a/:id',
      auth: 'public',
      summary: 's',
      responses: {},
      handler: () => 1,
    } as const;
    const { boot } = testBoot([
      contributing(
        'b',
        { tools: [testTool('b_tool')], middleware: [{ name: 'mb', wrapRun }] },
        { dependsOn: ['a'] },
      ),
      contributing('a', {
        tools: [testTool('a_tool')],
        routes: [route],
        middleware: [{ name: 'ma', wrapRun }],
      }),
    ]);
    const result = await boot();
    expect(result.plugins.map(({ plugin }) => plugin.name)).toEqual(['a', 'b']);
    expect(result.plugins[0]?.capabilities[0]?.manifest.loading).toBe('on-demand');
    expect([...result.tools].map(([name, { plugin }]) => [name, plugin])).toEqual([
      ['a_tool', 'a'],
      ['b_tool', 'b'],
    ]);
    expect(result.routes.map(({ plugin, route: { path } }) => [plugin, path])).toEqual([['a', '/a/:id']]);
    expect(result.middleware.map(({ name }) => name)).toEqual(['ma', 'mb']);
    expect(result.report()).toEqual([
      {
        name: 'a',
        version: '1.0.0',
        state: 'loaded',
        loading: 'on-demand',
        ms: 3,
        dependsOn: [],
        tools: ['a_tool'],
        routes: ['GET /a/:id'],
      },
      {
        name: 'b',
        version: '1.0.0',
        state: 'loaded',
        loading: 'on-demand',
        ms: 3,
        dependsOn: ['a'],
        tools: ['b_tool'],
        routes: [],
      },
    ]);
  });

  it('gives setup its typed env and config, and runs migrations before it', async () => {
    const seen: unknown[] = [];
    const { boot, migrated } = testBoot(
      [
        testPlugin('weather', {
          env: units,
          migrations: { '001-create': { up: async () => undefined } },
          setup: (ctx) => {
            seen.push(ctx.env, [...migrated]);
            return {};
          },
        }),
      ],
      { env: { WEATHER_DEFAULT_UNITS: 'fahrenheit' } },
    );
    await boot();
    expect(seen).toEqual([{ WEATHER_DEFAULT_UNITS: 'fahrenheit' }, ['weather/001-create']]);
  });
});

describe('features and env gates', () => {
  it('leaves out what features switch off, and what needs it, each with its reason', async () => {
    const { boot, lines } = testBoot(
      [
        testPlugin('c', { dependsOn: ['b'] }),
        testPlugin('b', { dependsOn: ['a'] }),
        testPlugin('a'),
        testPlugin('d'),
      ],
      { features: { a: false, d: 'auto' } },
    );
    const result = await boot();
    expect(lines).toEqual([
      '[boot] loaded: d (on-demand) 3ms',
      '[boot] excluded: a (features)',
      '[boot] excluded: b (needs a)',
      '[boot] excluded: c (needs b)',
    ]);
    expect(result.report().map(({ state }) => state)).toEqual(['loaded', 'excluded', 'excluded', 'excluded']);
  });

  it('names only the blank ones of several variables', async () => {
    const memory = testPlugin('memory', {
      env: { MEMORY_MCP_URL: str(), MEMORY_ENGINE_URL: str(), MEMORY_KEY: str() },
      enabledBy: ['MEMORY_MCP_URL', 'MEMORY_ENGINE_URL', 'MEMORY_KEY'],
    });
    const { boot, lines } = testBoot([memory], { env: { MEMORY_ENGINE_URL: 'x', MEMORY_KEY: '  ' } });
    await boot();
    expect(lines).toEqual(['[boot] excluded: memory (MEMORY_MCP_URL, MEMORY_KEY)']);
  });

  it('loads an optional plugin whose variables are set', async () => {
    const { boot, lines } = testBoot([testPlugin('tasks', redis)], { env: { REDIS_URL: 'redis://h' } });
    await boot();
    expect(lines).toEqual(['[boot] loaded: tasks (on-demand) 3ms']);
  });

  it('ends the boot when features ask for a plugin whose variables are blank', async () => {
    const { faults } = testBoot([testPlugin('tasks', redis)], { features: { tasks: true } });
    expect(await faults()).toEqual({
      code: 'plugin_env_invalid',
      lines: [
        "[boot-error] Plugin 'tasks' env validation failed for 'REDIS_URL': it is blank while features: { tasks: true } asks for this plugin. Set REDIS_URL, or disable it: features: { tasks: false }",
      ],
    });
  });

  it.each([
    ['by features', { features: { tasks: true } }, {}, 'is asked for by features: { tasks: true }'],
    ['by required', {}, { required: true }, 'is required'],
  ])(
    'ends the boot when an exclusion reaches a plugin that must load %s',
    async (_, config, extra, words) => {
      const { faults } = testBoot(
        [testPlugin('redis', redis), testPlugin('tasks', { dependsOn: ['redis'], ...extra })],
        config,
      );
      expect((await faults()).lines).toEqual([
        `[boot-error] Plugin 'tasks' ${words} but needs 'redis', which is excluded (REDIS_URL). Enable what it needs, or disable it: features: { tasks: false }`,
      ]);
    },
  );

  it('refuses features and sections of plugins that do not exist, with the nearest name, all at once', async () => {
    const { faults } = testBoot([testPlugin('weather')], {
      features: { wether: true, constructor: false },
      plugins: { wheather: {} },
    });
    expect(await faults()).toEqual({
      code: 'config_invalid',
      lines: [
        "[boot-error] 'features.wether' in the configuration: there is no plugin 'wether'. Did you mean 'weather'?",
        "[boot-error] 'features.constructor' in the configuration: there is no plugin 'constructor'.",
        "[boot-error] 'plugins.wheather' in the configuration: there is no plugin 'wheather'. Did you mean 'weather'?",
      ],
    });
  });
});

describe('dependencies', () => {
  it('lists every hard dependency that does not exist', async () => {
    const { faults } = testBoot([
      testPlugin('a', { dependsOn: ['wether'] }),
      testPlugin('weather', { dependsOn: ['zzzzzz'] }),
    ]);
    expect(await faults()).toEqual({
      code: 'plugin_dependency_missing',
      lines: [
        "[boot-error] Plugin 'a' depends on 'wether', which does not exist. Did you mean 'weather'? Add that plugin, or take it out of dependsOn",
        "[boot-error] Plugin 'weather' depends on 'zzzzzz', which does not exist. Add that plugin, or take it out of dependsOn",
      ],
    });
  });

  it('prints each cycle as a -> b -> a', async () => {
    const { faults } = testBoot([
      testPlugin('a', { dependsOn: ['b'] }),
      testPlugin('b', { softDependsOn: ['a'] }),
      testPlugin('c', { dependsOn: ['c'] }),
    ]);
    expect(await faults()).toEqual({
      code: 'plugin_dependency_cycle',
      lines: [
        '[boot-error] Plugins depend on each other: a -> b -> a',
        '[boot-error] Plugins depend on each other: c -> c',
      ],
    });
  });

  it('does not mind a soft dependency that is absent', async () => {
    const Files = defineService<{ read(): string }>()('vfs', 'files');
    const seen: unknown[] = [];
    const { boot } = testBoot([
      testPlugin('a', {
        softDependsOn: ['vfs'],
        setup: (ctx) => {
          seen.push(ctx.use(Files));
          return {};
        },
      }),
    ]);
    await boot();
    expect(seen).toEqual([undefined]);
  });
});

describe('services', () => {
  const Files = defineService<string>()('vfs', 'files');
  const user = (extra: object) =>
    testPlugin('user', {
      ...extra,
      setup: (ctx) => ({ promptSections: [{ name: 'files', body: () => String(ctx.use(Files)) }] }),
    });

  it('hands a service to those that listed its provider, whatever the order of the list', async () => {
    const seen: string[] = [];
    const { boot } = testBoot([
      testPlugin('user', {
        softDependsOn: ['vfs'],
        setup: (ctx) => {
          seen.push(String(ctx.use(Files)));
          return {};
        },
      }),
      contributing('vfs', { services: [provide(Files, 'the files')] }),
    ]);
    await boot();
    expect(seen).toEqual(['the files']);
  });

  it('refuses ctx.use of a provider that is not listed', async () => {
    const { boot, lines } = testBoot([
      contributing('vfs', { services: [provide(Files, 'f')] }),
      testPlugin('user', {
        setup: (ctx) => ({ requestTools: () => [], middleware: [{ name: String(ctx.use(Files)), wrapRun }] }),
      }),
    ]);
    await boot();
    expect(lines).toEqual([
      '[boot] loaded: vfs (on-demand) 3ms',
      "[boot] failed: user (Plugin 'user' uses the service 'files' of 'vfs', which it does not list. Add 'vfs' to dependsOn or softDependsOn)",
    ]);
  });

  it('says when a hard dependency is loaded but does not provide the service', async () => {
    const { boot } = testBoot([
      testPlugin('vfs'),
      testPlugin('user', {
        dependsOn: ['vfs'],
        setup: (ctx) => {
          ctx.use(Files);
          return {};
        },
      }),
    ]);
    expect((await boot()).report()[1]?.reason).toBe(
      "Plugin 'user' needs the service 'files', which 'vfs' does not provide",
    );
  });

  it('refuses a service from a plugin other than its owner, and names both', async () => {
    const { faults } = testBoot([
      contributing('vfs', { services: [provide(Files, 'f')] }),
      contributing('thief', { services: [provide(Files, 'g')] }),
      user({ dependsOn: ['vfs'] }),
    ]);
    expect((await faults()).lines).toEqual([
      "[boot-error] Plugin 'thief' provides the service 'files', which belongs to 'vfs'. Only its owner may provide it",
      "[boot-error] Duplicate service 'files': plugins 'vfs' and 'thief' both declare it. Rename one",
    ]);
  });
});
