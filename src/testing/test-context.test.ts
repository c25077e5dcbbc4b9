import { str } from 'envalid';
import { defineOperation, definePlugin, defineService, defineTool, provide } from 'oracle-runtime/plugin';
import { testContext } from 'oracle-runtime/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

interface Shelf {
  label(id: string): string;
}
const Shelf = defineService<Shelf>()('shelves', 'shelf');

const jars = definePlugin({
  name: 'jars',
  version: '1.0.0',
  manifest: { title: 'Jars', summary: 'Jars.', whenToUse: ['jars'] },
  env: { JAR_COLOUR: str({ choices: ['red', 'blue'], default: 'red' }) },
  config: z.strictObject({ lids: z.boolean().default(true) }),
  dependsOn: ['shelves'],
  migrations: {
    '001-jars': { up: (db) => db.schema.createTable('jars').addColumn('id', 'text').execute() },
  },
  async setup({ env, config, database, blobs, clock, use }) {
    const db = database.as<{ jars: { id: string } }>();
    const shelf = use(Shelf);
    return {
      operations: [
        defineOperation({
          name: 'put_jar',
          title: 'Put a jar',
          description: 'Puts a jar on its shelf.',
          effect: 'write',
          input: z.object({ id: z.string().min(1) }),
          answer: { description: 'Where it stands.' },
          async run({ id }, { principal }) {
            await db.insertInto('jars').values({ id }).execute();
            const jarsHere = await db.selectFrom('jars').selectAll().execute();
            return { label: shelf.label(id), jars: jarsHere.length, by: principal.name, at: clock.now() };
          },
        }),
      ],
      tools: [
        defineTool({
          name: 'fill_jar',
          description: 'Fills a jar.',
          input: z.object({ with: z.string() }),
          async run({ with: content }) {
            const { size } = await blobs.put('jar', Buffer.from(content));
            return { size, colour: env.JAR_COLOUR, lids: config.lids };
          },
        }),
      ],
    };
  },
});

const services = [provide(Shelf, { label: (id) => `top shelf, ${id}` })];

describe('testContext', () => {
  it('sets one plugin up over a real database, real blobs and the services that it is given', async () => {
    const unit = await testContext(jars, {
      services,
      clock: { now: () => 1000 },
      env: { JAR_COLOUR: 'blue' },
      config: { lids: false },
    });
    unit.advance(500);
    expect(await unit.call('put_jar', { id: 'plums' })).toEqual({
      label: 'top shelf, plums',
      jars: 1,
      by: 'owner',
      at: 1500,
    });
    const principal = {
      id: 'key:1',
      did: '',
      kind: 'api-key',
      name: 'ben',
      scopes: new Set<string>(),
    } as const;
    expect(await unit.call('put_jar', { id: 'pears' }, { principal })).toMatchObject({ by: 'ben', jars: 2 });
    expect(await unit.call('fill_jar', { with: 'honey' })).toEqual({ size: 5, colour: 'blue', lids: false });
    await expect(unit.call('put_jar', { id: '' })).rejects.toThrow(z.ZodError);
    await expect(unit.call('break_jar', {})).rejects.toThrow("no operation or tool 'break_jar'");
    expect(unit.contribution.tools).toHaveLength(1);
    expect(unit.context.oracle.did).toMatch(/^did:key:/);
    await unit.close();
  });

  it.each([
    ['a setting that cannot be', { services, env: { JAR_COLOUR: 'green' } }, 'JAR_COLOUR'],
    ['a section that cannot be', { services, config: { lid: true } }, 'lid'],
    ['a service that nobody gives', {}, "needs the service 'shelf'"],
  ])('fails as the boot does on %s', async (_what, options, words) => {
    await expect(testContext(jars, options)).rejects.toThrow(words);
  });

  it('takes scopes of the plugins that it depends on as declared', async () => {
    const scoped = (dependsOn: readonly string[]) =>
      definePlugin({
        name: 'lids',
        version: '1.0.0',
        manifest: { title: 'Lids', summary: 'Lids.', whenToUse: ['lids'] },
        dependsOn: [...dependsOn],
        setup: () => ({
          operations: [
            defineOperation({
              name: 'put_lid',
              title: 'Put a lid',
              description: 'Puts a lid on.',
              effect: 'write',
              scope: 'shelves',
              input: z.object({}),
              answer: { description: 'Nothing.' },
              run: () => ({}),
            }),
          ],
        }),
      });
    await expect(testContext(scoped(['shelves']), { services })).rejects.toThrow("scope 'shelves'");
    const unit = await testContext(scoped(['shelves']), { services, scopes: ['shelves'] });
    expect(await unit.call('put_lid', {})).toEqual({});
    await unit.close();
    await expect(testContext(scoped([]), { scopes: ['shelves'] })).rejects.toThrow('depends on no plugin');
  });

  it('holds an answer to its schema, and what takes it back to what there is', async () => {
    const bent = definePlugin({
      name: 'bent',
      version: '1.0.0',
      manifest: { title: 'Bent', summary: 'Bent.', whenToUse: ['bent'] },
      setup: () => ({
        operations: [
          defineOperation({
            name: 'bend',
            title: 'Bend',
            description: 'Bends.',
            effect: 'write',
            input: z.object({ by: z.number() }),
            answer: { description: 'How far.', schema: z.object({ by: z.number().max(9) }) },
            run: ({ by }) => ({ by }),
            undo: () => ({ operation: 'unbend', input: {} }),
          }),
        ],
      }),
    });
    const unit = await testContext(bent);
    await expect(unit.call('bend', { by: 10 })).rejects.toThrow('does not fit its own schema: by');
    await expect(unit.call('bend', { by: 1 })).rejects.toThrow("taken back by 'unbend', which its plugin");
    await expect(unit.call('bend', { by: 1, far: 2 })).rejects.toThrow('`far` is no field');
    await unit.close();
  });

  it('says why a plugin was left out', async () => {
    const optional = definePlugin({
      name: 'optional',
      version: '1.0.0',
      manifest: { title: 'O', summary: 'O.', whenToUse: ['o'] },
      env: { FAR_URL: str({ default: '' }) },
      enabledBy: ['FAR_URL'],
    });
    await expect(testContext(optional)).rejects.toThrow('FAR_URL');
    const unit = await testContext(optional, { env: { FAR_URL: 'http://far.example' } });
    expect(unit.contribution).toEqual({});
    await unit.close();
  });
});
