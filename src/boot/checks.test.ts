import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { withViews } from '../operations/index.js';
import {
  type AnyOperation,
  type AnyRoute,
  defineResource,
  makeValidator,
  NO_CAVEATS,
  num,
  type Plugin,
  port,
  str,
  url,
} from '../plugin/index.js';
import { ALONE } from '../testing/views-of.js';
import { contributing, testBoot, testPlugin, testTool } from './testing/test-plugins.js';

const manifest = { title: 'T', summary: 'S.', whenToUse: ['x'] };
const route = (extra: object): AnyRoute =>
  ({
    method: 'get',
    path: '/x',
    auth: 'public',
    summary: '',
    responses: {},
    handler: () => 1,
    ...extra,
  }) as AnyRoute;

const operation = (extra: object): AnyOperation => ({
  name: 'run',
  title: 'Run',
  description: 'Runs.',
  effect: 'read',
  input: z.object({ city: z.string() }),
  answer: { description: 'a' },
  run: () => ({}),
  ...extra,
});
const part = (name: string, operations: readonly string[]) => ({ name, manifest, operations });

/** A plugin with these capabilities and tools. */
function inParts(capabilities: Plugin['capabilities'] & {}, ...tools: string[]): Plugin {
  const { manifest: _, ...plugin } = contributing('p', { tools: tools.map((name) => testTool(name)) });
  return { ...plugin, capabilities };
}

const notes = defineResource({
  name: 'notes',
  prefix: 'ixo:notes',
  abilities: [],
  usage: 'ixo:notes',
  parse: (text: string) => (text === 'ixo:notes' ? text : undefined),
  covers: () => true,
  owner: () => 'issuer',
  caveats: NO_CAVEATS,
});

describe('manifest checks', () => {
  it.each<[string, Partial<Plugin>, string]>([
    ['a name in camel case', { name: 'userPrefs' }, 'must have a kebab-case name'],
    ['a reserved name', { name: 'oracle' }, 'keeps for itself'],
    ['a version', { version: '1.0' }, "'1.0', which is no semantic version"],
    [
      'a misspelt key',
      { scope: {} } as never,
      "declares 'scope', which the runtime does not know. Did you mean 'scopes'?",
    ],
    [
      'a misspelt key of a manifest',
      { manifest: { ...manifest, taggs: ['x'] } as never },
      "has a manifest with 'taggs', which the runtime does not know. Did you mean 'tags'?",
    ],
    [
      'a misspelt list of situations, once',
      { manifest: { title: 'T', summary: 'S.', whenTouse: ['x'] } as never },
      "has a manifest with 'whenTouse', which the runtime does not know. Did you mean 'whenToUse'?",
    ],
    [
      'a misspelt key of an example',
      { manifest: { ...manifest, examples: [{ user: 'x', tool: 'x', arg: {} }] } as never },
      "with an example that has 'arg', which the runtime does not know. Did you mean 'args'?",
    ],
    ['no title', { manifest: { ...manifest, title: ' ' } }, 'has no manifest.title'],
    [
      'a long summary',
      { manifest: { ...manifest, summary: 'x'.repeat(201) } },
      'of 201 characters; at most 200',
    ],
    ['a summary of two lines', { manifest: { ...manifest, summary: 'a\nb' } }, 'more than one line'],
    ['no situations', { manifest: { ...manifest, whenToUse: [] } }, 'empty manifest.whenToUse'],
    [
      'an undeclared gate',
      { enabledBy: ['X_URL'], env: { Y: str({ default: '' }) } },
      "'X_URL', which its env does not",
    ],
    ['a migration name', { migrations: { init: { up: async () => undefined } } }, "migration 'init'"],
    ['a scope', { scopes: { 'Bad Scope': 'x' } }, "scope 'Bad Scope'"],
    ['an ability', { abilities: { read: [] } }, "ability 'read'; write it like fs/read"],
    ['an ability of the runtime', { abilities: { 'oracle/chat': [] } }, "ability 'oracle/chat', but oracle/"],
    ['an ability that implies an unknown one', { abilities: { 'fs/a': ['fs/b'] } }, "implies 'fs/b', which"],
    ['a kind of resource', { resources: [{ ...notes, name: 'Notes' }] }, "kind of resource 'Notes'"],
    [
      'a prefix of the oracle',
      { resources: [{ ...notes, prefix: 'ixo:oracle' }] },
      'which is the oracle itself',
    ],
    [
      'a prefix below another',
      { resources: [{ ...notes, prefix: 'ixo:notes/own' }] },
      'write it like ixo:notes',
    ],
    [
      'a resource with an unknown ability',
      { resources: [{ ...notes, abilities: ['notes/read'] }] },
      "'notes/read', which it does not declare",
    ],
    ['a command group', { commandGroup: { name: 'My Notes', summary: '' } }, "command group 'My Notes'"],
    [
      'a misspelt key of a setting',
      { env: { A_ONE: str({ default: '', descr: 'x' } as never) } },
      "has a setting 'A_ONE' with 'descr', which the runtime does not know. Did you mean 'desc'?",
    ],
    [
      'a misspelt key of a command',
      { commands: [{ name: 'do', summary: '', optoins: [], arguments: [], run: async () => 0 } as never] },
      "has a command 'do' with 'optoins', which the runtime does not know. Did you mean 'options'?",
    ],
    [
      'a misspelt key of an option',
      {
        commands: [
          {
            name: 'do',
            summary: '',
            arguments: [],
            options: [{ flags: '--x', descripton: 'x' } as never],
            run: async () => 0,
          },
        ],
      },
      "has a command 'do' with an option that has 'descripton', which the runtime does not know.",
    ],
    [
      'a command',
      { commands: [{ name: 'Do It', summary: '', arguments: [], run: async () => 0 }] },
      "command 'Do It'",
    ],
  ])('refuses %s', async (_, extra, words) => {
    const { faults } = testBoot([testPlugin('p', extra)], { env: { X_URL: 'set' } });
    const { code, lines } = await faults();
    expect(code).toBe('plugin_invalid');
    expect(lines).toEqual([expect.stringContaining(words)]);
  });

  it('accepts a silent plugin without situations and the limits themselves', async () => {
    const { boot } = testBoot([
      testPlugin('quiet', { manifest: { ...manifest, whenToUse: [], loading: 'silent' } }),
      testPlugin('long', { version: '1.0.0-rc.1+5', manifest: { ...manifest, summary: 'x'.repeat(200) } }),
      contributing('tools', { tools: [testTool('t'.repeat(64))] }),
    ]);
    expect((await boot()).plugins).toHaveLength(3);
  });

  it('lists the faults of all plugins together', async () => {
    const { faults } = testBoot([testPlugin('a', { version: 'x' }), testPlugin('b', { version: 'y' })]);
    expect((await faults()).lines).toHaveLength(2);
  });

  it('lists them beside the settings that are missing or wrong', async () => {
    const { faults } = testBoot([
      testPlugin('a', { version: 'x' }),
      testPlugin('b', { env: { B_URL: url() } }),
      testPlugin('c', { env: { C_URL: 'https://x.org' as never } }),
    ]);
    expect((await faults()).lines).toEqual([
      expect.stringContaining("Plugin 'a' has version 'x'"),
      expect.stringContaining("Plugin 'c' has a setting 'C_URL' that is none. Make it with str()"),
      expect.stringContaining("Plugin 'b' env validation failed for 'B_URL'"),
    ]);
  });

  it('does not look at plugins that are switched off', async () => {
    const { boot } = testBoot([testPlugin('a', { version: 'x' })], { features: { a: false } });
    expect((await boot()).report()[0]?.state).toBe('excluded');
  });
});

describe('contribution checks', () => {
  const example = (tool: string, args: Record<string, unknown>) => ({
    manifest: { ...manifest, examples: [{ user: 'hi', tool, args }] },
  });

  it.each<[string, Plugin, string]>([
    [
      'a tool in camel case',
      contributing('p', { tools: [testTool('getWeather')] }),
      "has a tool 'getWeather'; name it",
    ],
    [
      'a tool name of 65 characters',
      contributing('p', { tools: [testTool('t'.repeat(65))] }),
      'at most 64 characters',
    ],
    [
      'a meta-tool name',
      contributing('p', { tools: [testTool('load_capability')] }),
      'a tool of the runtime itself',
    ],
    [
      'an input that is no JSON Schema',
      contributing('p', { tools: [testTool('t', z.object({ at: z.date() }))] }),
      "a tool 't' whose input cannot be written as JSON Schema",
    ],
    [
      'an example without its tool',
      contributing('p', { tools: [testTool('get_wind')] }, example('get_wnd', {})),
      "Did you mean 'get_wind'?",
    ],
    [
      'an example that does not fit',
      contributing('p', { tools: [testTool('get_wind')] }, example('get_wind', { city: 5 })),
      "whose args do not fit the tool 'get_wind': city:",
    ],
    [
      'an effect that is none',
      contributing('p', { operations: [operation({ effect: 'writes' as never })] }),
      "an operation 'run' with the effect 'writes'. Say read, write, destructive",
    ],
    [
      'a misspelt key of an operation',
      contributing('p', { operations: [operation({ sumary: () => 'x' })] }),
      "an operation 'run' with 'sumary', which the runtime does not know. Did you mean 'summary'?",
    ],
    [
      'a misspelt key of its route',
      contributing('p', { operations: [operation({ route: { method: 'get', path: '/x', stat: 201 } })] }),
      "an operation 'run' whose route has 'stat', which the runtime does not know. Did you mean 'status'?",
    ],
    [
      'a misspelt key of its tool',
      contributing('p', { operations: [operation({ tool: { timeout: 5 } })] }),
      "an operation 'run' whose tool has 'timeout', which the runtime does not know. Did you mean 'timeoutMs'?",
    ],
    [
      'a schema in the place of an answer',
      contributing('p', { operations: [operation({ answer: z.object({}) })] }),
      "an operation 'run' whose answer is a schema. Write { description, schema }",
    ],
    [
      'a misspelt key of an answer',
      contributing('p', { operations: [operation({ answer: { description: 'a', shema: z.string() } })] }),
      "an operation 'run' whose answer has 'shema', which the runtime does not know. Did you mean 'schema'?",
    ],
    [
      'a status that is no error',
      contributing('p', {
        operations: [operation({ route: { method: 'get', path: '/x', errors: { 9: 'x' } } })],
      }),
      "an operation 'run' whose route errors name the status '9'. Use one from 400 to 599",
    ],
    [
      'a misspelt key of a tool',
      contributing('p', { tools: [{ ...testTool('get_wind'), aproval: 'always' } as never] }),
      "a tool 'get_wind' with 'aproval', which the runtime does not know. Did you mean 'approval'?",
    ],
    [
      'a misspelt approval of an operation',
      contributing('p', { operations: [operation({ approval: 'alwys' as never })] }),
      "an operation 'run' with an approval 'alwys' that is none. Say 'always' or 'never'",
    ],
    [
      'an approval of a tool that is a switch',
      contributing('p', { tools: [{ ...testTool('get_wind'), approval: true } as never] }),
      "a tool 'get_wind' with an approval that is none. Say 'always' or 'never'",
    ],
    [
      'a misspelt effect of a tool',
      contributing('p', { tools: [{ ...testTool('get_wind'), effect: 'destructiv' } as never] }),
      "a tool 'get_wind' with the effect 'destructiv'. Say read, write, destructive",
    ],
    [
      'a misspelt key of a route',
      contributing('p', { routes: [route({ reqest: {} })] }),
      "a route GET /x with 'reqest', which the runtime does not know. Did you mean 'request'?",
    ],
    [
      'a misspelt key of what a route asks for',
      contributing('p', { routes: [route({ request: { boddy: z.string() } })] }),
      "a route GET /x whose request has 'boddy', which the runtime does not know. Did you mean 'body'?",
    ],
    [
      'a misspelt key of a response',
      contributing('p', { routes: [route({ responses: { 200: { descripton: 'x' } } })] }),
      "a route GET /x whose response 200 has 'descripton', which the runtime does not know. Did you mean 'description'?",
    ],
    [
      'a status that is none',
      contributing('p', { routes: [route({ responses: { 9: { description: 'x' } } })] }),
      "a route GET /x whose responses name the status '9'. Use one from 100 to 599",
    ],
    [
      'a path parameter that is no field',
      contributing('p', { operations: [operation({ route: { method: 'get', path: '/x/:cty' } })] }),
      "whose path parameter 'cty' is no field of its input. Did you mean 'city'?",
    ],
    [
      'a guard that is not there',
      contributing('p', { middleware: [{ name: 'guard', wrapToolcall: () => 1 } as never] }),
      "has a middleware 'guard' with 'wrapToolcall', which the runtime does not know. Did you mean 'wrapToolCall'?",
    ],
    [
      'a middleware that wraps nothing',
      contributing('p', { middleware: [{ name: 'guard' }] }),
      "has a middleware 'guard' that wraps nothing. Give it wrapRun, wrapModelCall or wrapToolCall",
    ],
    [
      'a misspelt key of a prompt section',
      contributing('p', { promptSections: [{ name: 'units', boddy: () => 'x' } as never] }),
      "has a prompt section 'units' with 'boddy', which the runtime does not know. Did you mean 'body'?",
    ],
    [
      'a misspelt key of a background task',
      contributing('p', { background: [{ name: 'tidy', runs: async () => undefined } as never] }),
      "has a background task 'tidy' with 'runs', which the runtime does not know. Did you mean 'run'?",
    ],
    [
      'a misspelt key of mcp',
      contributing('p', { mcp: { path: '/x', ability: 'x/read', abilty: 'y' } as never }),
      "has an mcp with 'abilty', which the runtime does not know. Did you mean 'ability'?",
    ],
    [
      'a misspelt part',
      contributing('p', { tool: [] } as never),
      "returns from setup 'tool', which the runtime does not know. Did you mean 'tools'?",
    ],
    [
      'a capability with an operation that is not there',
      inParts([part('p', ['rum', 'run'])], 'run'),
      "a capability 'p' with the operation 'rum', which it does not have. Did you mean 'run'?",
    ],
    [
      'an operation in no capability',
      inParts([part('p', ['run'])], 'run', 'walk'),
      "the operation 'walk' in none of its capabilities",
    ],
    ['a capability without operations', inParts([part('p', [])]), "a capability 'p' without operations"],
    [
      'a capability in camel case',
      inParts([part('aPart', ['run'])], 'run'),
      "a capability 'aPart'; name it in kebab-case",
    ],
    [
      'a route without auth',
      contributing('p', { routes: [route({ auth: undefined })] }),
      'GET /x without a valid auth',
    ],
    [
      'a route with an empty ability',
      contributing('p', { routes: [route({ auth: { ucan: '' } })] }),
      'without a valid auth',
    ],
    [
      'a route with an unknown auth',
      contributing('p', { routes: [route({ auth: 'none' })] }),
      'without a valid auth',
    ],
    ['a relative path', contributing('p', { routes: [route({ path: 'x' })] }), "does not start with '/'"],
    ['an unknown method', contributing('p', { routes: [route({ method: 'trace' })] }), 'unknown method'],
    [
      'a route with a scope that nobody declares',
      { ...contributing('p', { routes: [route({ scope: 'note' })] }), scopes: { notes: 'read notes' } },
      "a route GET /x with the scope 'note', which no plugin declares. Did you mean 'notes'? Add it to scopes",
    ],
    [
      'a tool with a scope that nobody declares',
      contributing('p', { tools: [{ ...testTool('get_wind'), scope: 'wind' }] }),
      "a tool 'get_wind' with the scope 'wind', which no plugin declares",
    ],
  ])('refuses %s', async (_, plugin, words) => {
    const { code, lines } = await testBoot([plugin]).faults();
    expect(code).toBe('plugin_invalid');
    expect(lines).toEqual([expect.stringContaining(words)]);
  });

  it('tells once what is written wrong in an operation, and not of what is made of it', async () => {
    const wrong = operation({
      approval: 'alwys' as never,
      answer: { description: 'a', shema: z.string() } as never,
      route: { method: 'get', path: '/x', errors: { 9: 'x' } },
    });
    const { lines } = await testBoot(
      [contributing('p', { operations: [wrong] })],
      {},
      {
        withViews: (_, contribution) => withViews(contribution, ALONE),
      },
    ).faults();
    expect(lines).toEqual([
      expect.stringContaining("whose answer has 'shema'"),
      expect.stringContaining("whose route errors name the status '9'"),
      expect.stringContaining("with an approval 'alwys'"),
    ]);
  });

  it('refuses a scope that two plugins tell in two ways, and takes one that they tell alike', async () => {
    const told = (name: string, words: string) => testPlugin(name, { scopes: { pumps: words } });
    const { lines } = await testBoot([told('pumps', 'report pumps'), told('rounds', 'read pumps')]).faults();
    expect(lines).toEqual([
      expect.stringContaining(
        "Plugin 'rounds' declares the scope 'pumps' as 'read pumps', and plugin 'pumps' as 'report pumps'.",
      ),
    ]);
    await testBoot([told('pumps', 'report pumps'), told('rounds', 'report pumps')]).boot();
    const core = await testBoot([testPlugin('p', { scopes: { chat: 'x' } })]).faults();
    expect(core.lines).toEqual([expect.stringContaining("the scope 'chat' as 'x', and the runtime as")]);
  });

  const taught = (...lines: object[]): Partial<Plugin> => ({
    utterances: { en: lines.map((line) => JSON.stringify(line)).join('\n') },
  });
  const sown = () =>
    contributing('p', {
      tools: [
        testTool(
          'sow',
          z.object({
            rows: z.array(z.object({ crop: z.string() })).optional(),
            depth: z.number().optional(),
            notes: z.record(z.string(), z.string()).optional(),
          }),
        ),
      ],
    });

  it.each([
    [{ do: 'sew', say: 'sow it' }, "line 1: there is no operation 'sew' for agents. Did you mean 'sow'?"],
    [
      { do: 'sow', say: 'sow (it|at {depht:number})' },
      "line 1: 'depht' is no field of 'sow'. Did you mean 'depth'?",
    ],
    [
      { do: 'sow', say: 'sow {rows.corp:name}' },
      "line 1: 'rows.corp' is no field of 'sow'. Did you mean 'crop'?",
    ],
    [{ do: 'sow', say: 'sow {depth.of:name}' }, "line 1: 'depth.of' is no field of 'sow'."],
    [
      { do: 'sow', say: 'sow deep', with: { deph: 3 } },
      "line 1: 'deph' is no field of 'sow'. Did you mean 'depth'?",
    ],
  ])('refuses the utterance %j', async (line, words) => {
    const { lines } = await testBoot([{ ...sown(), ...taught(line) }]).faults();
    expect(lines).toEqual([
      expect.stringContaining(`'p' has an utterance that teaches nothing, utterances/en.jsonl ${words}`),
    ]);
  });

  it('accepts utterances of what there is, in lists, records and none at all', async () => {
    const lines = [
      { do: 'sow', say: 'sow {rows.crop:name} {depth:number} deep, {_:number} rows' },
      {
        do: 'sow',
        say: 'sow {notes.of:name}',
        with: { depth: 3, rows: [{ crop: 'rye' }], notes: { a: 'b' } },
      },
      { not: 'negation', say: 'do not sow {whatever:name}' },
    ];
    await testBoot([{ ...sown(), ...taught(...lines) }]).boot();
  });

  it('accepts an example that fits, and inputs with transforms and defaults', async () => {
    const input = z.object({ city: z.string().trim(), days: z.coerce.number().default(3) });
    const plugin = contributing(
      'p',
      { tools: [testTool('get_wind', input)] },
      example('get_wind', { city: 'Berlin' }),
    );
    expect((await testBoot([plugin]).boot()).tools.has('get_wind')).toBe(true);
  });

  it('accepts scopes of the runtime, abilities, and scopes of a plugin that does not load', async () => {
    const asking = (...scopes: string[]) =>
      contributing(
        'asking',
        { routes: scopes.map((scope) => route({ scope, path: `/${scope}` })) },
        { softDependsOn: ['declaring'] },
      );
    const declaring = testPlugin('declaring', {
      scopes: { notes: 'read notes' },
      abilities: { 'notes/read': [] },
      enabledBy: ['NOTES_URL'],
      env: { NOTES_URL: str({ default: '' }) },
    });
    const { boot } = testBoot([asking('chat', 'admin', 'notes', 'notes/read'), declaring]);
    expect((await boot()).routes).toHaveLength(4);
  });

  it('refuses a scope of a plugin that is not listed', async () => {
    const { lines } = await testBoot([
      testPlugin('notes', { scopes: { notes: 'read notes' } }),
      contributing('asking', { operations: [operation({ scope: 'notes' })] }),
    ]).faults();
    expect(lines).toEqual([
      expect.stringContaining(
        "Plugin 'asking' has an operation 'run' with the scope 'notes', which is that of plugin 'notes'. Add 'notes' to dependsOn or softDependsOn",
      ),
    ]);
  });

  it('names both owners of a tool, and of routes that answer the same requests', async () => {
    const { faults } = testBoot([
      contributing('a', { tools: [testTool('get_wind')], routes: [route({ path: '/x/:id' })] }),
      contributing('b', {
        tools: [testTool('get_wind')],
        routes: [route({ path: '/X/:name/' }), route({ path: '/x/:id', method: 'post' })],
      }),
      contributing('c', { tools: [testTool('twice'), testTool('twice')] }),
    ]);
    expect(await faults()).toEqual({
      code: 'plugin_name_taken',
      lines: [
        "[boot-error] Duplicate tool 'get_wind': plugins 'a' and 'b' both declare it. Rename one",
        "[boot-error] Duplicate tool 'twice': plugin 'c' declares it twice. Rename one",
        "[boot-error] Duplicate route GET /X/:name/: plugins 'a' and 'b' both declare it (there as GET /x/:id). Rename one",
      ],
    });
  });

  it('names both owners of an operation, though one of them is no tool', async () => {
    const { faults } = testBoot([
      contributing('a', { operations: [operation({})] }),
      contributing('b', { operations: [operation({ tool: false })] }),
    ]);
    expect((await faults()).lines).toContain(
      "[boot-error] Duplicate operation 'run': plugins 'a' and 'b' both declare it. Rename one",
    );
  });

  it('names both owners of a DID method', async () => {
    const didDocuments = { methods: ['ixo'], resolve: async () => undefined };
    const { faults } = testBoot([contributing('a', { didDocuments }), contributing('b', { didDocuments })]);
    expect(await faults()).toEqual({
      code: 'plugin_name_taken',
      lines: ["[boot-error] Duplicate DID method 'did:ixo': plugins 'a' and 'b' both declare it. Rename one"],
    });
  });

  it('names both owners of a kind of resource, and of what commands answer to', async () => {
    const commands = [{ name: 'ls', summary: 'L.', arguments: [], run: async () => 0 }];
    const { faults } = testBoot([
      testPlugin('a', { resources: [notes], commands, commandGroup: { name: 'b', summary: 'B.' } }),
      testPlugin('b', { resources: [{ ...notes, name: 'other-notes' }], commands }),
    ]);
    expect(await faults()).toEqual({
      code: 'plugin_name_taken',
      lines: [
        "[boot-error] Duplicate resource ixo:notes: plugins 'a' and 'b' both declare it. Rename one",
        "[boot-error] Duplicate command group 'b': plugins 'a' and 'b' both declare it. Rename one",
      ],
    });
  });

  it('names two plugins of one name', async () => {
    const { faults } = testBoot([testPlugin('a'), testPlugin('a', { version: '2.0.0' })]);
    expect(await faults()).toEqual({
      code: 'plugin_name_taken',
      lines: ["[boot-error] Two plugins are named 'a' (versions 1.0.0 and 2.0.0). Rename one"],
    });
  });
});

describe('env validation', () => {
  it('prints the exact line of a bad choice', async () => {
    const { faults } = testBoot(
      [
        testPlugin('weather', {
          env: { WEATHER_DEFAULT_UNITS: str({ choices: ['celsius', 'fahrenheit'], default: 'celsius' }) },
        }),
      ],
      { env: { WEATHER_DEFAULT_UNITS: 'kelvin' } },
    );
    expect(await faults()).toEqual({
      code: 'plugin_env_invalid',
      lines: [
        "[boot-error] Plugin 'weather' env validation failed for 'WEATHER_DEFAULT_UNITS': 'kelvin' is not one of celsius, fahrenheit. Set WEATHER_DEFAULT_UNITS to one of celsius, fahrenheit, or disable it: features: { weather: false }",
      ],
    });
  });

  it('lists every fault of every plugin, with what each variable is for', async () => {
    const { faults } = testBoot(
      [
        testPlugin('a', {
          env: { A_PORT: port(), A_URL: url({ desc: 'where a lives', example: 'https://a.org' }) },
        }),
        testPlugin('b-c', { env: { B_COUNT: num(), B_BLANK: str() } }),
      ],
      { env: { A_PORT: 'x', B_COUNT: 'many', B_BLANK: '  ' } },
    );
    const { lines } = await faults();
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(
      /failed for 'A_PORT': Invalid port input: "x"\. Correct A_PORT, or disable it: features: \{ a: false \}$/,
    );
    expect(lines[1]).toMatch(
      /'A_URL': it is not set\. Set A_URL \(where a lives, such as https:\/\/a\.org\), or disable it/,
    );
    expect(lines[2]).toMatch(/'B_COUNT': .*"many"/);
    expect(lines[3]).toMatch(
      /'B_BLANK': it is not set\. Set B_BLANK, or disable it: features: \{ "b-c": false \}$/,
    );
  });

  it.each(['file:///etc/passwd', 'javascript:alert(1)', 'ftp://host/'])(
    'takes %s for no address of a service',
    async (address) => {
      const { faults } = testBoot([testPlugin('a', { env: { A_URL: url() } })], { env: { A_URL: address } });
      const { lines } = await faults();
      expect(lines[0]).toContain("'A_URL': Invalid url input");
    },
  );

  it('shows no secret', async () => {
    const strict = makeValidator<string>((input) => {
      throw new Error(`bad value ${input}`);
    });
    const { faults } = testBoot([testPlugin('a', { env: { A_TOKEN: strict(), A_DB: strict() } })], {
      env: { A_TOKEN: 'hunter2', A_DB: 'postgres://u:hunter2@h' },
    });
    const { lines } = await faults();
    expect(lines).toHaveLength(2);
    expect(lines.join()).not.toContain('hunter2');
  });

  it('leaves the words of a check whole where the value is a letter of them', async () => {
    const token = makeValidator<string>(() => {
      throw new Error('it begins with xoxb-');
    });
    const { faults } = testBoot([testPlugin('a', { env: { A_TOKEN: token() } })], { env: { A_TOKEN: 'x' } });
    expect((await faults()).lines[0]).toContain('it begins with xoxb-');
  });

  it('gives an unset optional variable as undefined and a blank one its default', async () => {
    const seen: unknown[] = [];
    const plugin = testPlugin('a', {
      env: { A_ONE: str({ default: undefined }), A_TWO: num({ default: 2 }) },
      setup: (ctx) => {
        seen.push(ctx.env);
        return {};
      },
    });
    await testBoot([plugin], { env: { A_TWO: '' } }).boot();
    expect(seen).toEqual([{ A_ONE: undefined, A_TWO: 2 }]);
  });
});

describe('configuration sections', () => {
  const config = z.strictObject({ prefix: z.string().startsWith('/').default('/ixo') });

  it('parses the section, or {} in its place', async () => {
    const seen: unknown[] = [];
    const plugin = testPlugin('gateway', {
      config,
      setup: (ctx) => {
        seen.push(ctx.config);
        return {};
      },
    });
    await testBoot([plugin]).boot();
    await testBoot([plugin], { plugins: { gateway: { prefix: '/x' } } }).boot();
    expect(seen).toEqual([{ prefix: '/ixo' }, { prefix: '/x' }]);
  });

  it('says of nothing that it is needed without what is given and wrong', async () => {
    const refused = makeValidator(() => {
      throw new Error('it is too short');
    });
    const isOff = (env: { readonly SECRET?: unknown }) => env.SECRET === undefined;
    const env = {
      SECRET: refused({ default: undefined }),
      TOKEN: str({ default: undefined, requiredWhen: isOff }),
    };
    const wrong = await testBoot([testPlugin('chat', { env })], { env: { SECRET: 'abcd' } }).faults();
    expect(wrong.lines).toEqual([expect.stringContaining("for 'SECRET': it is too short")]);
    const none = await testBoot([testPlugin('chat', { env })]).faults();
    expect(none.lines).toEqual([expect.stringContaining("for 'TOKEN': it is not set")]);
  });

  it('lists the faults of sections beside those of the environment', async () => {
    const { faults } = testBoot([testPlugin('gateway', { config, env: { G: str() } }), testPlugin('plain')], {
      plugins: { gateway: { prefix: 'x' }, plain: {} },
    });
    const { lines } = await faults();
    expect(lines).toEqual([
      expect.stringContaining("Plugin 'gateway' env validation failed for 'G'"),
      expect.stringContaining("'plugins.gateway.prefix' in the configuration: "),
      "[boot-error] 'plugins.plain' in the configuration: plugin 'plain' takes no configuration. Remove the section",
    ]);
  });
});
