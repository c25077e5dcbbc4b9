import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineOperation, definePlugin } from '../plugin/index.js';
import { startTestOracle, type TestOracle } from '../testing/index.js';

const rules = z
  .object({
    id: z
      .string()
      .trim()
      .regex(/^[a-z]+$/, 'must be small letters'),
    from: z.number().default(0),
    to: z.number().default(1),
    tags: z.array(z.string()).default([]),
    marks: z.array(z.object({ at: z.number() })).optional(),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'must be after from' });

/** What `run` of each operation was given. */
const seen: unknown[] = [];
const said = { title: 't', description: 'd', answer: { description: 'a' }, input: rules } as const;
const run = (input: z.output<typeof rules>) => {
  seen.push(input);
  return { ...input };
};
const plugin = definePlugin({
  name: 'span',
  version: '1.0.0',
  manifest: { title: 'Spans', summary: 'Spans.', whenToUse: ['spans'] },
  setup: () => ({
    operations: [
      defineOperation({
        ...said,
        name: 'set_span',
        effect: 'write',
        run,
        route: { method: 'post', path: '/spans/:id' },
      }),
      defineOperation({
        ...said,
        name: 'get_span',
        effect: 'read',
        run,
        route: { method: 'get', path: '/span' },
      }),
      defineOperation({
        ...said,
        name: 'add_label',
        effect: 'write',
        input: z.object({ title: z.string() }),
        run: () => ({}),
        describe: ({ title }) => `Label ${title}`,
        route: { method: 'post', path: '/labels' },
      }),
      defineOperation({
        ...said,
        name: 'cut_span',
        effect: 'destructive',
        run,
        route: { method: 'delete', path: '/spans/:id' },
      }),
    ],
  }),
});

let oracle: TestOracle;
beforeAll(async () => {
  oracle = await startTestOracle({ plugins: [plugin] });
});
afterAll(() => oracle.close());

describe('the input of an operation', () => {
  it.each([
    ['POST', '/spans/__proto__', {}, 404, 'id'],
    ['POST', '/spans/abc%2Fdef', {}, 404, 'id'],
    ['POST', '/spans/abc%0Adef', {}, 404, 'id'],
    ['POST', '/spans/abc', { from: 5, to: 1 }, 400, 'to'],
    ['POST', '/spans/abc', { id: 'xyz' }, 400, 'id'],
    ['POST', '/spans/abc', { id: '!' }, 400, 'id'],
    ['POST', '/spans/abc', { from: '5' }, 400, 'from'],
    ['POST', '/spans/abc', { form: 5 }, 400, 'form'],
    ['POST', '/spans/abc', { marks: [{ at: 1, label: 'x' }] }, 400, 'marks.0.label'],
    ['POST', '/spans/abc', [], 400, 'body'],
    ['GET', '/span?id=abc&from=5&to=1', undefined, 400, 'to'],
    ['GET', '/span?id=abc&id=def', undefined, 400, 'id'],
    ['GET', '/span?id=abc&from=', undefined, 400, 'from'],
    ['DELETE', '/spans/ABC', undefined, 404, 'id'],
    ['DELETE', '/spans/abc?from=3', undefined, 400, 'to'],
  ])('holds to all of its rules: %s %s %j', async (method, path, body, status, field) => {
    seen.length = 0;
    const answer = await oracle.owner.fetch(path, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status,
      body: { errors: [{ field }] },
    });
    expect(seen).toEqual([]);
  });

  it('is parsed once, wherever its fields come from', async () => {
    expect((await oracle.owner.post('/spans/%20abc%20', { to: 3 })).json).toEqual({
      id: 'abc',
      from: 0,
      to: 3,
      tags: [],
    });
    expect((await oracle.owner.get('/span?id=abc&from=-2.5&tags=a')).json).toEqual({
      id: 'abc',
      from: -2.5,
      to: 1,
      tags: ['a'],
    });
  });

  it('is named in the audit on one line that it cannot break', async () => {
    const title = `Strata\n2026-11-28 approve_design ${'x'.repeat(400)}`;
    await oracle.owner.post('/labels', { title });
    const [entry] = await oracle.app.store.audit.entries({ limit: 1 });
    expect(entry).toMatchObject({ action: 'add_label' });
    expect(entry?.subject).toMatch(/^Label Strata\\n2026-11-28 approve_design x+…$/);
    expect(entry?.subject).toHaveLength(300);
  });

  it('holds to them from the command line', async () => {
    await expect(oracle.app.call('get_span', { id: 'abc', from: '5', to: '1' }, false)).rejects.toMatchObject(
      {
        code: 'invalid_request',
        detail: 'This is no input of get_span: to: must be after from.',
      },
    );
    await expect(oracle.app.call('get_span', { id: ['abc', 'def'] }, false)).rejects.toMatchObject({
      errors: [{ field: 'id' }],
    });
    await expect(oracle.app.call('get_span', { id: 'abc', form: '5' }, false)).rejects.toMatchObject({
      detail: 'This is no input of get_span: form: is no field; did you mean `from`?',
    });
    expect(await oracle.app.call('get_span', { id: 'abc', tags: ['a', 'b'] }, false)).toMatchObject({
      tags: ['a', 'b'],
    });
  });
});
