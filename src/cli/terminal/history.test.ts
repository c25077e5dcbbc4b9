import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileHistory } from './history.js';

let dir: string;
let path: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'chat-history-'));
  path = join(dir, 'chat-history');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('a history in a file', () => {
  it('survives a restart, for its owner alone, with lines and without repeats', async () => {
    const first = await fileHistory(path);
    for (const text of ['a', 'b\nc', 'b\nc', 'd']) first.add(text);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect((await fileHistory(path)).entries).toEqual(['a', 'b\nc', 'd']);
  });

  it('takes what two terminals add, mends its mode, and passes over what a crash tore', async () => {
    const [one, two] = [await fileHistory(path), await fileHistory(path)];
    one.add('from one');
    two.add('from two');
    writeFileSync(path, `${readFileSync(path, 'utf8')}"torn`);
    chmodSync(path, 0o644);
    expect((await fileHistory(path)).entries).toEqual(['from one', 'from two']);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('is bounded', async () => {
    writeFileSync(path, Array.from({ length: 1200 }, (_, index) => `"line ${index}"\n`).join(''));
    const { entries } = await fileHistory(path);
    expect([entries.length, entries.at(-1)]).toEqual([500, 'line 1199']);
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(501);
    (await fileHistory(path)).add('x'.repeat(20_000));
    expect((await fileHistory(path)).entries).toHaveLength(500);
  });

  it.each([
    ' typed after a space',
    '   ',
    'my password is hunter2-and-more',
    'use api_key=abcdef123456 for it',
    'Authorization: Bearer abcdefghijklmnop1234',
    'sk-proj-abcdefghijklmnopqrst',
    'orc_0123456789ab_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ',
    'is ORACLE_TOKEN=orc_0123456789ab_abcd right?',
    'ghp_abcdefghijklmnopqrstuvwxyz123456',
    'postgres://me:secret@db.example/x',
    '-----BEGIN PRIVATE KEY-----\nMIIE',
    'legal winner thank year wave sausage worth useful legal winner thank yellow',
  ])('does not keep %j', async (text) => {
    (await fileHistory(path)).add(text);
    expect(existsSync(path)).toBe(false);
  });

  it('keeps ordinary words about secrets, and lives in memory where there is no folder', async () => {
    const history = await fileHistory(join(dir, 'none', 'chat-history'));
    history.add('How do I rotate a token?');
    expect(history.entries).toEqual(['How do I rotate a token?']);
    expect(existsSync(join(dir, 'none'))).toBe(false);
  });
});
