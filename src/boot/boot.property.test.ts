import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OracleError, type Plugin, str } from '../plugin/index.js';
import { cascadeExclusions } from './cascade-exclusions.js';
import { orderByDependency } from './order-by-dependency.js';
import { testBoot, testPlugin } from './testing/test-plugins.js';

const name = (index: number) => `p${index}`;

/** Plugins whose dependencies point to earlier ones only, then shuffled: no cycle by construction. */
const acyclic = fc
  .array(
    fc.record({ hard: fc.array(fc.nat(), { maxLength: 3 }), soft: fc.array(fc.nat(), { maxLength: 2 }) }),
    { maxLength: 12 },
  )
  .map((specs) =>
    specs.map(({ hard, soft }, index) => {
      const earlier = (list: readonly number[]) =>
        index === 0 ? [] : [...new Set(list.map((value) => name(value % index)))];
      return testPlugin(name(index), { dependsOn: earlier(hard), softDependsOn: earlier(soft) });
    }),
  )
  .chain((plugins) =>
    fc.shuffledSubarray(plugins, { minLength: plugins.length }).map((shuffled) => ({ plugins, shuffled })),
  );

/** Anything goes: cycles, unknown names, duplicates, blank gates, throwing setups. */
const wild = fc.array(
  fc.record({
    name: fc.nat({ max: 8 }).map(name),
    dependsOn: fc.array(fc.nat({ max: 9 }).map(name), { maxLength: 2 }),
    softDependsOn: fc.array(fc.nat({ max: 9 }).map(name), { maxLength: 2 }),
    required: fc.boolean(),
    gated: fc.boolean(),
    version: fc.constantFrom('1.0.0', '1.0.0', '1.0.0', 'one'),
    throws: fc.constantFrom<unknown>(undefined, undefined, new Error('x'), 'text', null, 0),
    loading: fc.constantFrom('always', 'on-demand', 'silent'),
  }),
  { maxLength: 8 },
);
const features = fc.dictionary(
  fc.nat({ max: 8 }).map(name),
  fc.constantFrom<boolean | 'auto'>(true, false, 'auto'),
  { maxKeys: 3 },
);

describe('orderByDependency', () => {
  it('puts every dependency before its dependant and loses nobody', () => {
    fc.assert(
      fc.property(acyclic, ({ shuffled }) => {
        const { ordered, faults } = orderByDependency(shuffled);
        expect(faults).toEqual([]);
        expect(new Set(ordered)).toEqual(new Set(shuffled));
        const place = new Map(ordered.map((plugin, index) => [plugin.name, index]));
        for (const plugin of ordered)
          for (const needed of [...(plugin.dependsOn ?? []), ...(plugin.softDependsOn ?? [])])
            expect(place.get(needed)).toBeLessThan(place.get(plugin.name) ?? -1);
      }),
    );
  });

  it('leaves an order that is right already', () => {
    fc.assert(
      fc.property(acyclic, ({ plugins, shuffled }) => {
        expect(orderByDependency(plugins).ordered).toEqual(plugins);
        const { ordered } = orderByDependency(shuffled);
        expect(orderByDependency(ordered).ordered).toEqual(ordered);
      }),
    );
  });

  it('reports a cycle exactly when no order exists', () => {
    fc.assert(
      fc.property(acyclic, fc.nat(), fc.nat(), ({ plugins }, a, b) => {
        fc.pre(plugins.length > 1);
        const from = plugins[a % plugins.length] as Plugin;
        const to = plugins[b % plugins.length] as Plugin;
        const reaches = (start: string): boolean =>
          start === from.name ||
          plugins
            .filter((plugin) => plugin.name === start)
            .some((plugin) => [...(plugin.dependsOn ?? []), ...(plugin.softDependsOn ?? [])].some(reaches));
        const withEdge = plugins.map((plugin) =>
          plugin === from ? { ...plugin, dependsOn: [...(plugin.dependsOn ?? []), to.name] } : plugin,
        );
        const { faults } = orderByDependency(withEdge);
        expect(faults.length > 0).toBe(reaches(to.name));
        for (const { line } of faults) {
          const cycle = line.replace('Plugins depend on each other: ', '').split(' -> ');
          expect(cycle.length).toBeGreaterThan(1);
          expect(cycle.at(-1)).toBe(cycle[0]);
        }
      }),
    );
  });
});

describe('cascadeExclusions', () => {
  it('keeps exactly those whose whole chain of hard dependencies is there', () => {
    fc.assert(
      fc.property(acyclic, fc.nat(), ({ plugins, shuffled }, pick) => {
        fc.pre(plugins.length > 0);
        const out = shuffled[pick % shuffled.length] as Plugin;
        const rest = shuffled.filter((plugin) => plugin !== out);
        const { active, excluded, faults } = cascadeExclusions(
          rest,
          [{ plugin: out, reason: 'features' }],
          {},
        );
        const whole = (plugin: Plugin): boolean =>
          plugin.name !== out.name &&
          (plugin.dependsOn ?? []).every((needed) =>
            plugins.filter((other) => other.name === needed).every(whole),
          );
        expect(faults).toEqual([]);
        expect(active).toEqual(rest.filter(whole));
        expect(new Set([...active, ...excluded.map(({ plugin }) => plugin)])).toEqual(new Set(rest));
      }),
    );
  });
});

describe('bootPlugins', () => {
  it('never throws other than OracleError, and accounts for every plugin when it succeeds', async () => {
    await fc.assert(
      fc.asyncProperty(wild, features, async (specs, chosen) => {
        const plugins = specs.map(({ gated, throws, loading, ...spec }) =>
          testPlugin(spec.name, {
            ...spec,
            ...(gated ? { env: { GATE: str() }, enabledBy: ['GATE'] } : {}),
            manifest: { title: 't', summary: 's', whenToUse: ['w'], loading: loading as 'always' },
            setup: () => {
              if (throws !== undefined) throw throws;
              return {};
            },
          }),
        );
        const { boot } = testBoot(plugins, { features: chosen });
        const result = await boot().catch((error: unknown) => {
          if (!OracleError.isInstance(error)) throw error;
          for (const line of error.detail.split('\n')) expect(line).toMatch(/^\[boot-error\] /);
          return undefined;
        });
        if (result === undefined) return;
        const report = result.report();
        expect(report.map((status) => status.name).sort()).toEqual(
          plugins.map((plugin) => plugin.name).sort(),
        );
        const loaded = new Set(report.filter(({ state }) => state === 'loaded').map((status) => status.name));
        for (const status of report) {
          if (status.state === 'loaded')
            for (const needed of status.dependsOn) expect(loaded).toContain(needed);
          else expect(status.reason).toBeTruthy();
        }
      }),
      { numRuns: 300 },
    );
  });
});
