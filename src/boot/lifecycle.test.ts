import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { contributing, testBoot, testPlugin } from './testing/test-plugins.js';

const never = () => new Promise<never>(() => undefined);

describe('a setup that fails', () => {
  it('contributes nothing, is reported, and takes its dependants with it', async () => {
    const { boot, lines } = testBoot([
      testPlugin('a', {
        setup: () => {
          throw new Error('no\nluck');
        },
      }),
      testPlugin('b', { dependsOn: ['a'] }),
      testPlugin('c', { softDependsOn: ['a'] }),
    ]);
    const result = await boot();
    expect(lines).toEqual([
      '[boot] failed: a (no luck)',
      '[boot] loaded: c (on-demand) 3ms',
      '[boot] excluded: b (needs a)',
    ]);
    expect(result.plugins.map(({ plugin }) => plugin.name)).toEqual(['c']);
  });

  it.each<[string, unknown, RegExp]>([
    ['no object', 5, /must return an object/],
    ['no list of tools', { tools: {} }, /'tools' that is no list/],
    ['a hole in a list', { routes: [null] }, /'routes' with an item that is no object/],
  ])('is one that returns %s', async (_, value, words) => {
    const { boot } = testBoot([testPlugin('a', { setup: () => value as object })]);
    expect((await boot()).report()[0]).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(words),
    });
  });

  it('is one whose migration fails; setup is not called', async () => {
    const setup = vi.fn(() => ({}));
    const plugin = testPlugin('a', { migrations: { '001-x': { up: async () => undefined } }, setup });
    const { boot } = testBoot([plugin], {}, { migrate: () => Promise.reject(new Error('locked')) });
    expect((await boot()).report()[0]).toMatchObject({ state: 'failed', reason: 'locked' });
    expect(setup).not.toHaveBeenCalled();
  });

  it('is one that takes too long; what it opens late is closed again', async () => {
    let finish: (contribution: { dispose: () => void }) => void = () => undefined;
    const plugin = testPlugin('slow', { setup: () => new Promise((resolve) => (finish = resolve)) });
    const { boot, lines } = testBoot([plugin, testPlugin('fast')], {}, { limits: { setupMs: 20 } });
    await boot();
    expect(lines[0]).toBe('[boot] failed: slow (setup took longer than 0.02 s)');
    expect(lines[1]).toMatch(/loaded: fast/);
    await new Promise<void>((resolve) => finish({ dispose: resolve }));
  });

  it.each([
    ['required', { required: true }, {}],
    ['asked for by features', {}, { features: { a: true } }],
  ])('ends the boot when it is %s, and disposes what was set up', async (_, extra, config) => {
    const dispose = vi.fn();
    const { faults } = testBoot(
      [
        contributing('first', { dispose }),
        testPlugin('a', { ...extra, setup: () => Promise.reject(new Error('no luck')) }),
        testPlugin('later'),
      ],
      config,
    );
    expect(await faults()).toEqual({
      code: 'plugin_failed',
      lines: ["[boot-error] Plugin 'a' must load but did not: no luck"],
    });
    expect(dispose).toHaveBeenCalledOnce();
  });

  it('ends the boot when it takes a required dependant with it', async () => {
    const { faults } = testBoot([
      testPlugin('a', { setup: () => Promise.reject(new Error('x')) }),
      testPlugin('b', { dependsOn: ['a'], required: true }),
    ]);
    expect((await faults()).lines).toEqual(["[boot-error] Plugin 'b' must load but did not: needs a"]);
  });
});

describe('readiness', () => {
  it('is pending until ready resolves, and never holds the boot', async () => {
    let ready: () => void = () => undefined;
    const { boot, lines } = testBoot([
      contributing('matrix', { ready: () => new Promise((resolve) => (ready = resolve)) }),
    ]);
    const result = await boot();
    expect(result.report()[0]?.state).toBe('pending');
    expect(lines).toEqual(['[boot] pending: matrix (on-demand) 3ms']);
    result.startBackground(new AbortController().signal);
    expect(result.report()[0]?.state).toBe('pending');
    ready();
    await vi.waitFor(() => expect(lines.at(-1)).toBe('[plugin] matrix pending -> loaded'));
    expect(result.report()[0]?.state).toBe('loaded');
    await result.dispose();
  });

  it('turns to failed with its reason', async () => {
    const { boot, lines } = testBoot([
      contributing('matrix', { ready: () => Promise.reject(new Error('401')) }),
    ]);
    const result = await boot();
    result.startBackground(new AbortController().signal);
    await vi.waitFor(() => expect(lines.at(-1)).toBe('[plugin] matrix pending -> failed (401)'));
    expect(result.report()[0]).toMatchObject({ state: 'failed', reason: '401' });
  });

  it('says nothing more once the process ends', async () => {
    const { boot, lines } = testBoot([
      contributing('matrix', {
        ready: (signal) =>
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      }),
    ]);
    const result = await boot();
    result.startBackground(new AbortController().signal);
    await result.dispose();
    expect(lines).toHaveLength(1);
  });
});

describe('background and dispose', () => {
  it('starts background once, logs a throw, and ends the rest by its signal', async () => {
    const seen: string[] = [];
    const { boot, lines } = testBoot([
      contributing('a', {
        background: [
          {
            name: 'bad',
            run: () => {
              throw new Error('broke');
            },
          },
          {
            name: 'good',
            run: async (signal) => {
              seen.push('start');
              await sleep(60_000, undefined, { signal }).catch(() => seen.push('end'));
            },
          },
        ],
        dispose: () => {
          seen.push('dispose');
        },
      }),
    ]);
    const result = await boot();
    const outer = new AbortController();
    result.startBackground(outer.signal);
    result.startBackground(outer.signal);
    await vi.waitFor(() => expect(lines.at(-1)).toBe("[plugin] a: background task 'bad' failed (broke)"));
    await result.dispose();
    await result.dispose();
    expect(seen).toEqual(['start', 'end', 'dispose']);
  });

  it('looks like no leak to Node, however many plugins wait', async () => {
    const warned = vi.fn();
    process.on('warning', warned);
    const background = [
      {
        name: 'waits',
        run: (signal: AbortSignal) => sleep(60_000, undefined, { signal }).then(() => undefined),
      },
    ];
    const names = Array.from({ length: 12 }, (_, at) => `p${at}`);
    const result = await testBoot(names.map((name) => contributing(name, { background }))).boot();
    result.startBackground(new AbortController().signal);
    // A warning comes a tick later.
    await sleep(1);
    await result.dispose();
    process.off('warning', warned);
    expect(warned).not.toHaveBeenCalled();
  });

  it('disposes in reverse order, past one that throws and one that hangs', async () => {
    const order: string[] = [];
    const closing = (name: string, then: () => unknown, dependsOn: string[] = []) =>
      contributing(
        name,
        {
          dispose: async () => {
            order.push(name);
            await then();
          },
        },
        { dependsOn },
      );
    const { boot, lines } = testBoot(
      [
        closing('c', never, ['b']),
        closing('b', () => {
          throw new Error('stuck');
        }, ['a']),
        closing('a', () => undefined),
      ],
      {},
      { limits: { disposeMs: 20 } },
    );
    await (await boot()).dispose();
    expect(order).toEqual(['c', 'b', 'a']);
    expect(lines.slice(3)).toEqual([
      '[plugin] c: dispose failed (dispose took longer than 0.02 s)',
      '[plugin] b: dispose failed (stuck)',
    ]);
  });
});

describe('health', () => {
  it('asks each plugin, and counts a throw or silence as down', async () => {
    const { boot } = testBoot(
      [
        contributing('fine', { health: () => ({ status: 'ok' }) }),
        contributing('broken', {
          health: () => {
            throw new Error('no disk');
          },
        }),
        contributing('mute', { health: never }),
        testPlugin('none'),
      ],
      {},
      { limits: { healthMs: 20 } },
    );
    expect(await (await boot()).health()).toEqual([
      { name: 'fine', status: 'ok' },
      { name: 'broken', status: 'down', detail: 'no disk' },
      { name: 'mute', status: 'down', detail: 'the health check took longer than 0.02 s' },
    ]);
  });
});
