import { describe, expect, it } from 'vitest';
import type { Migration } from '../../plugin/index.js';
import type { Opened } from './fixtures.js';

export function migrationsSuite(opened: Opened): void {
  describe('migrations', () => {
    it('runs each step once, in key order, and rolls a failing one back', async () => {
      const ran: string[] = [];
      const step = (name: string) => ({
        up: async () => {
          ran.push(name);
        },
      });
      await opened.store.migrate('demo', { '002-b': step('b'), '001-a': step('a') });
      await opened.store.migrate('demo', { '001-a': step('a'), '002-b': step('b'), '003-c': step('c') });
      expect(ran).toEqual(['a', 'b', 'c']);
      const broken: Migration = {
        up: async (db) => {
          await db.schema.createTable('demo_half').addColumn('id', 'text').execute();
          throw new Error('out of luck');
        },
      };
      await expect(opened.store.migrate('demo', { '004-d': broken })).rejects.toThrow(
        /'004-d' of 'demo'.*out of luck/,
      );
      await opened.store.migrate('demo', {
        '004-d': {
          up: async (db) => {
            await db.schema.createTable('demo_half').addColumn('id', 'text').execute();
          },
        },
      });
      await opened.store.migrate('another', { '001-a': step('another a') });
      expect(ran).toEqual(['a', 'b', 'c', 'another a']);
    });

    it('refuse a database that a newer version has used, and name its step', async () => {
      const step: Migration = { up: async () => undefined };
      await opened.store.migrate('newer', { '001-a': step, '002-b': step, '003-c': step });
      await expect(opened.store.migrate('newer', { '001-a': step })).rejects.toMatchObject({
        code: 'config_invalid',
        detail: expect.stringContaining("schema step '002-b', '003-c' of 'newer'"),
      });
      await opened.store.migrate('newer', { '001-a': step, '002-b': step, '003-c': step, '004-d': step });
    });
  });
}
