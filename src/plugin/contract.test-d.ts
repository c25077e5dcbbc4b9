import type { Readable } from 'node:stream';
import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import {
  bool,
  type Contribution,
  defineOperation,
  definePlugin,
  defineRoute,
  defineService,
  defineTool,
  json,
  num,
  type Plugin,
  type Principal,
  port,
  provide,
  str,
  type ToolRuntime,
  url,
} from './index.js';

interface Files {
  read(path: string): Promise<string>;
}
const FilesService = defineService<Files>()('vfs', 'files');
const manifest = { title: 't', summary: 's', whenToUse: ['w'] };
const base = { name: 'p', version: '1.0.0', manifest } as const;

describe('ctx.env', () => {
  it('has the types of the envalid schema', () => {
    definePlugin({
      ...base,
      env: {
        UNITS: str({ choices: ['celsius', 'fahrenheit'], default: 'celsius' }),
        BASE: url({ default: 'https://a.org' }),
        REQUIRED: str(),
        MAYBE: str({ default: undefined }),
        COUNT: num({ default: 3 }),
        LEVEL: num({ choices: [1, 2] }),
        PORT: port(),
        ON: bool({ default: false }),
        SHAPE: json<{ a: number }>(),
      },
      setup(ctx) {
        expectTypeOf(ctx.env.UNITS).toEqualTypeOf<'celsius' | 'fahrenheit'>();
        expectTypeOf(ctx.env.BASE).toEqualTypeOf<string>();
        expectTypeOf(ctx.env.REQUIRED).toEqualTypeOf<string>();
        expectTypeOf(ctx.env.MAYBE).toEqualTypeOf<string | undefined>();
        expectTypeOf(ctx.env.COUNT).toEqualTypeOf<number>();
        expectTypeOf(ctx.env.LEVEL).toEqualTypeOf<1 | 2>();
        expectTypeOf(ctx.env.PORT).toEqualTypeOf<number>();
        expectTypeOf(ctx.env.ON).toEqualTypeOf<boolean>();
        expectTypeOf(ctx.env.SHAPE).toEqualTypeOf<{ a: number }>();
        expectTypeOf(ctx.env).not.toHaveProperty('OTHER');
        // @ts-expect-error the environment is read-only
        ctx.env.COUNT = 4;
        return {};
      },
    });
  });

  it('is empty without a schema', () => {
    definePlugin({
      ...base,
      setup(ctx) {
        // @ts-expect-error not declared
        ctx.env.HOME;
        return {};
      },
    });
  });

  it('takes nothing but validators', () => {
    // @ts-expect-error a plain value validates nothing
    definePlugin({ ...base, env: { A_URL: 'https://a.org' } });
  });

  it('lets enabledBy name only declared variables', () => {
    definePlugin({ ...base, env: { A_URL: str(), B_URL: str() }, enabledBy: ['A_URL', 'B_URL'] });
    // @ts-expect-error C_URL is not in env
    definePlugin({ ...base, env: { A_URL: str() }, enabledBy: ['C_URL'] });
  });
});

describe('ctx.config', () => {
  it('has the output type of its schema', () => {
    definePlugin({
      ...base,
      config: z.strictObject({ prefix: z.string().default('/ixo'), limit: z.number().optional() }),
      setup(ctx) {
        expectTypeOf(ctx.config).toEqualTypeOf<{ prefix: string; limit?: number | undefined }>();
        return {};
      },
    });
  });

  it('is undefined without one', () => {
    definePlugin({
      ...base,
      setup(ctx) {
        expectTypeOf(ctx.config).toEqualTypeOf<undefined>();
        return {};
      },
    });
  });
});

describe('ctx.use', () => {
  it('gives the service of a hard dependency', () => {
    definePlugin({
      ...base,
      dependsOn: ['vfs', 'sampling'],
      setup(ctx) {
        expectTypeOf(ctx.use(FilesService)).toEqualTypeOf<Files>();
        return {};
      },
    });
  });

  it('gives the service or undefined of a soft dependency', () => {
    definePlugin({
      ...base,
      dependsOn: ['sampling'],
      softDependsOn: ['vfs'],
      setup(ctx) {
        expectTypeOf(ctx.use(FilesService)).toEqualTypeOf<Files | undefined>();
        return {};
      },
    });
  });

  it('refuses a provider that is not listed', () => {
    definePlugin({
      ...base,
      dependsOn: ['sampling'],
      setup(ctx) {
        // @ts-expect-error vfs is in neither list
        ctx.use(FilesService);
        return {};
      },
    });
    definePlugin({
      ...base,
      setup(ctx) {
        // @ts-expect-error there are no lists
        ctx.use(FilesService);
        return {};
      },
    });
  });
});

describe('definePlugin', () => {
  it('gives a Plugin that fits in one list with every other', () => {
    const one = definePlugin({
      ...base,
      env: { A: str() },
      dependsOn: ['vfs'],
      config: z.object({ a: z.string() }),
    });
    const two = definePlugin({
      ...base,
      async setup(): Promise<Contribution> {
        return {};
      },
    });
    expectTypeOf([one, two]).toEqualTypeOf<Plugin[]>();
  });

  it('refuses a key that the contract does not have', () => {
    // @ts-expect-error `tool` is not a contribution
    definePlugin({ ...base, setup: () => ({ tool: [] }) });
  });
});

describe('services', () => {
  it('pairs a token only with its own type', () => {
    provide(FilesService, { read: async () => '' });
    // @ts-expect-error no such interface
    provide(FilesService, { write: async () => '' });
    expectTypeOf(FilesService.provider).toEqualTypeOf<'vfs'>();
  });
});

describe('defineTool', () => {
  it('gives run the output type of its input schema', () => {
    defineTool({
      name: 't',
      description: 'd',
      input: z.object({
        city: z.string(),
        days: z.coerce.number().default(3),
        kind: z.enum(['a', 'b']).optional(),
      }),
      output: z.object({ ok: z.boolean() }),
      approval: (args) => {
        expectTypeOf(args.days).toEqualTypeOf<number>();
        return args.days > 3;
      },
      run(args, rt) {
        expectTypeOf(args).toEqualTypeOf<{ city: string; days: number; kind?: 'a' | 'b' | undefined }>();
        expectTypeOf(rt).toEqualTypeOf<ToolRuntime>();
        return { ok: true };
      },
    });
  });

  it('holds run to the output schema', () => {
    defineTool({
      name: 't',
      description: 'd',
      input: z.object({}),
      output: z.object({ ok: z.boolean() }),
      // @ts-expect-error `ok` is a boolean
      run: () => ({ ok: 'yes' }),
    });
  });
});

describe('defineRoute', () => {
  const shared = { method: 'post', path: '/x/:id', auth: 'any', summary: 's', responses: {} } as const;

  it('gives the handler the output types of its schemas', () => {
    defineRoute({
      ...shared,
      request: {
        params: z.object({ id: z.string() }),
        query: z.object({ limit: z.coerce.number().default(10) }),
        body: z.object({ name: z.string() }),
      },
      handler(ctx) {
        expectTypeOf(ctx.params).toEqualTypeOf<{ id: string }>();
        expectTypeOf(ctx.query).toEqualTypeOf<{ limit: number }>();
        expectTypeOf(ctx.body).toEqualTypeOf<{ name: string }>();
        expectTypeOf(ctx.headers).toEqualTypeOf<Readonly<Record<string, string | string[] | undefined>>>();
        expectTypeOf(ctx.principal).toEqualTypeOf<Principal>();
        expectTypeOf(ctx.signal).toEqualTypeOf<AbortSignal>();
      },
    });
  });

  it('gives a raw body as a stream, and none as undefined', () => {
    defineRoute({
      ...shared,
      request: { body: 'raw' },
      handler: (ctx) => expectTypeOf(ctx.body).toEqualTypeOf<Readable>(),
    });
    defineRoute({
      ...shared,
      handler(ctx) {
        expectTypeOf(ctx.body).toEqualTypeOf<undefined>();
        expectTypeOf(ctx.params).toEqualTypeOf<Readonly<Record<string, string>>>();
      },
    });
  });

  it('cannot be declared without auth', () => {
    // @ts-expect-error auth is missing
    defineRoute({ method: 'get', path: '/x', summary: 's', responses: {}, handler: () => 1 });
  });
});

describe('defineOperation', () => {
  const said = {
    name: 'read_plot',
    title: 't',
    description: 'd',
    effect: 'read',
    answer: { description: 'a' },
  } as const;

  it('gives run the input and the presenters what run returns', () => {
    defineOperation({
      ...said,
      input: z.object({ plot: z.int(), depth: z.number().default(1) }),
      run: (input) => {
        expectTypeOf(input).toEqualTypeOf<{ plot: number; depth: number }>();
        return { trees: input.plot };
      },
      summary: (answer) => {
        expectTypeOf(answer).toEqualTypeOf<{ trees: number }>();
        return '';
      },
      undo: (input, answer) => {
        expectTypeOf(input.plot).toEqualTypeOf<number>();
        expectTypeOf(answer.trees).toEqualTypeOf<number>();
        return undefined;
      },
      route: { method: 'get', path: '/plots/:plot/at/:depth' },
    });
  });

  it('says which path parameter is no field of the input', () => {
    defineOperation({
      ...said,
      input: z.object({ plot: z.int() }),
      run: () => ({}),
      // @ts-expect-error The path parameter 'garden' is no field of the input
      route: { method: 'get', path: '/gardens/:garden/plots/:plot' },
    });
  });

  it('asks for approval by the input of the tool', () => {
    defineOperation({
      ...said,
      input: z.object({ plot: z.int() }),
      tool: {
        input: z.object({ plots: z.array(z.int()) }),
        toInput: ({ plots }) => ({ plot: plots[0] ?? 0 }),
      },
      approval: ({ plots }) => plots.length > 1,
      run: () => ({}),
    });
  });
});

describe('ctx.use of a plugin that is not listed', () => {
  it('says what to do', () => {
    definePlugin({
      ...base,
      dependsOn: ['weather'],
      setup(ctx) {
        // @ts-expect-error list the provider in dependsOn or softDependsOn
        ctx.use(FilesService);
        return {};
      },
    });
  });
});
