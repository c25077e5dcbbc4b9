import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginConversation, PATH_MS, send } from '../src/http/testing/in-browser.js';
import { call, type PageOracle, type Scripts, startPageOracle } from './support/page-oracle.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Read from its end, as a picture, where nothing marks what turns it. */
const TURNED = '/in/rtl\u202egnp.exe.txt';

const SCRIPTS: Scripts = new Map([
  [
    'tasks',
    [
      {
        text: '# Title\n\n- [ ] todo\n- [x] done\n\n| a | b |\n| - | - |\n| c | d |\n\n| e | f |\n| - | - |\n| g | h |',
      },
    ],
  ],
  [
    'write it',
    [
      call('load_capability', { names: ['vfs'] }),
      call('vfs_write', { path: TURNED, content: 'x' }),
      { text: 'Written.' },
    ],
  ],
  [
    'delete it',
    [
      call('load_capability', { names: ['vfs'] }),
      call('vfs_write', { path: '/one.txt', content: 'x' }),
      call('vfs_write', { path: '/two.txt', content: 'x' }),
      call('vfs_delete', { paths: ['/one.txt'] }),
      { text: 'Deleted.' },
    ],
  ],
]);

let oracle: PageOracle;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  oracle = await startPageOracle(SCRIPTS);
  context = await oracle.browser.newContext({ locale: 'en-GB' });
  page = await oracle.signedIn(context);
}, PATH_MS);
afterAll(() => oracle?.close());

async function ask(words: string): Promise<void> {
  await beginConversation(page, oracle.url);
  await send(page, words);
}

describe('by keyboard', { timeout: PATH_MS }, () => {
  it('F6 goes round all regions and back, into the turns too', async () => {
    await ask('hello');
    await page.locator('.answer .tools').waitFor();
    await page.locator('#composer').focus();
    const at = () => page.evaluate("document.activeElement.closest('[data-region]').className.split(' ')[0]");
    const walk: unknown[] = [];
    for (let step = 0; step < 5; step += 1) {
      await page.keyboard.press('F6');
      walk.push(await at());
    }
    expect(walk).toEqual(['side', 'main', 'log', 'composer', 'side']);
    await page.keyboard.press('Shift+F6');
    expect(await page.evaluate('document.activeElement.id')).toBe('composer');
    await page.keyboard.press('Shift+F6');
    expect(await page.evaluate("document.activeElement.classList.contains('turn')")).toBe(true);
  });

  it('Enter sends what was edited, under a name of its own', async () => {
    await ask('first words');
    await page.locator('.answer .tools').waitFor();
    await send(page, 'second words');
    await page.locator('.turn').nth(1).locator('.answer .tools').waitFor();
    await page.locator('.turn').nth(1).getByRole('button', { name: 'Edit and send again' }).click();
    await page.locator('.edit-said textarea').fill('other words');
    await page.locator('.edit-said textarea').press('Enter');
    await page.locator('h1', { hasText: 'other words' }).waitFor();
    await page.locator('.turn .bubble', { hasText: 'other words' }).waitFor();
  });
});

describe('to whom a screen is read', { timeout: PATH_MS }, () => {
  it('an answer with tasks and tables has names for all, and no gap in its headings', async () => {
    await ask('tasks please');
    await page.locator('.answer .tools').waitFor();
    await page.evaluate(AXE);
    const faults = await page.evaluate(async () => {
      const axe = Reflect.get(globalThis, 'axe') as {
        run(): Promise<{ violations: { id: string }[] }>;
      };
      return (await axe.run()).violations.map(({ id }) => id);
    });
    expect(faults).toEqual([]);
  });
});

describe('what is shown of calls and names', { timeout: PATH_MS }, () => {
  it('marks what turns a name round', async () => {
    await ask('write it');
    await page.locator('.answer', { hasText: 'Written.' }).waitFor();
    await page.goto(`${oracle.url}/#/files/in`);
    await page.getByText('rtl[U+202E]gnp.exe.txt').waitFor();
  });

  it('heads a changed call by what it is now, and tells what was allowed beforehand of what', async () => {
    await ask('delete it');
    const card = page.locator('.approval');
    await card.locator('h3', { hasText: '/one.txt' }).waitFor();
    await card.getByRole('button', { name: 'Edit', exact: true }).click();
    await card.locator('textarea').fill('{"paths": ["/two.txt"]}');
    expect(await card.locator('h3').textContent()).toContain('Vfs delete, as you changed it below');
    await card.locator('.remember summary').click();
    await card.getByRole('button', { name: /^Allow until/ }).click();
    await page.locator('.answer', { hasText: 'Deleted.' }).waitFor();
    await page.goto(`${oracle.url}/#/approvals`);
    await page.locator('.card', { hasText: 'vfs_delete' }).filter({ hasText: '/two.txt' }).waitFor();
  });

  it('says of a public folder that it is, with its link, and finds a file by its path', async () => {
    await page.evaluate(
      "fetch('/api/fs/folders/public?path=/in&public=true', { method: 'PUT' }).then((answer) => answer.text())",
    );
    await page.goto(`${oracle.url}/#/files/in`);
    await page.reload();
    await page.locator('.public-link a', { hasText: '/public/folder/id/' }).waitFor();
    await page.goto(`${oracle.url}/#/files/one.txt`);
    await page.reload();
    await page.locator('h1', { hasText: 'one.txt' }).waitFor();
  });
});

describe('whom a screen is for', { timeout: PATH_MS }, () => {
  it('tells who may invite, and that nobody born to a language has read its words', async () => {
    const hers = await oracle.signedIn(
      await oracle.browser.newContext({ locale: 'de-DE' }),
      ...['invite', '--name', 'Ana', '--scope', 'chat'],
    );
    await hers.goto(`${oracle.url}/#/people`);
    await hers.getByText('Nur wem das Orakel gehört').waitFor();
    await hers.goto(`${oracle.url}/#/settings`);
    await hers.getByText('hat noch niemand geprüft').waitFor();
    await hers.close();
  });
});
