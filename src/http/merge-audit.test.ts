import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AuditEntry, AuditSource } from '../plugin/index.js';
import { type AuditPlace, mergeAudit } from './merge-audit.js';

/** A source as the contract describes it, over a list. */
function sourceOf(entries: readonly AuditEntry[]): AuditSource {
  const newestFirst = entries.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  return {
    entries: async ({ limit, before, actor }) =>
      newestFirst
        .filter((entry) => actor === undefined || entry.actor === actor)
        .filter(
          ({ at, id }) => before === undefined || at < before.at || (at === before.at && id < before.id),
        )
        .slice(0, limit),
  };
}

const entries = fc.uniqueArray(
  fc.record({
    id: fc.stringMatching(/^[a-z]{1,3}$/),
    at: fc.nat(4),
    actor: fc.constantFrom('did:a', 'did:b'),
    action: fc.constant('x'),
    subject: fc.constant('s'),
    invoker: fc.constant('oracle'),
  }),
  { selector: ({ id }) => id, maxLength: 12 },
);

it('pages through all entries of all sources once, newest first, for everybody or one actor', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(entries, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 5 }),
      fc.option(fc.constantFrom('did:a', 'did:b'), { nil: undefined }),
      async (lists, limit, actor) => {
        const sources = lists.map((list, index) => ({ name: `plugin ${index}`, source: sourceOf(list) }));
        const seen: { readonly at: number; readonly source: string; readonly id: string }[] = [];
        let after: AuditPlace | undefined;
        for (;;) {
          const page = await mergeAudit(sources, {
            limit,
            ...(after === undefined ? {} : { after }),
            ...(actor === undefined ? {} : { actor }),
          });
          seen.push(...page);
          const last = page.at(-1);
          if (last === undefined) break;
          after = [last.at, last.source, last.id];
        }
        const all = lists.flatMap((list, index) =>
          list
            .filter((entry) => actor === undefined || entry.actor === actor)
            .map(({ id }) => `plugin ${index} ${id}`),
        );
        expect(seen.map(({ source, id }) => `${source} ${id}`).toSorted()).toEqual(all.toSorted());
        expect(seen.map(({ at }) => at)).toEqual(seen.map(({ at }) => at).toSorted((a, b) => b - a));
      },
    ),
  );
});
