import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginConversation, newPage, PATH_MS, send } from '../src/http/testing/in-browser.js';
import { call, type PageOracle, type Scripts, startPageOracle } from './support/page-oracle.js';

const SCRIPTS: Scripts = new Map();
SCRIPTS.set('delete it', [
  call('load_capability', { names: ['vfs'] }),
  call('vfs_write', { path: '/old.txt', content: 'old' }),
  call('vfs_delete', { paths: ['/old.txt'] }),
  { text: 'That was that.' },
]);
/** Most of it stands below the edge of the box that it is shown in. */
const HARMLESS_AT_FIRST = `ls # harmless${'\n'.repeat(40)}rm -rf ~`;
SCRIPTS.set('long one', [
  call('load_capability', { names: ['vfs'] }),
  call('vfs_write', { path: '/run.sh', content: HARMLESS_AT_FIRST, publish: true }),
  { text: 'Written.' },
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

/** A window of 1280 by 800 in which everything is twice as large, and a phone that lies. */
const LOW = [
  { width: 640, height: 400 },
  { width: 844, height: 390 },
] as const;

describe('in a low window', { timeout: PATH_MS }, () => {
  it.each(LOW)('all of the side and of the beginning is reached, at $width by $height', async (size) => {
    for (let at = 0; at < 12; at += 1) {
      const made = await page.evaluate(
        "fetch('/sessions', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{}'}).then(({ status }) => status)",
      );
      expect(made).toBe(201);
    }
    await page.setViewportSize(size);
    await beginConversation(page, oracle.url);
    await page.reload();
    const heading = page.locator('.welcome h2');
    await heading.waitFor();
    const welcome = await page.locator('.welcome').boundingBox();
    expect((await heading.boundingBox())?.y).toBeGreaterThanOrEqual(welcome?.y ?? 0);

    const button = page.locator('.side-button');
    if (await button.isVisible()) await button.click();
    const list = await page.locator('.sessions').boundingBox();
    expect(list?.height).toBeGreaterThan(120);
    const settings = page.locator('.screens a', { hasText: 'Settings' });
    await page.mouse.move(60, 40);
    // The side may still be on its way in, or the list being filled, when the wheel first turns.
    const scrolledTo = async () => {
      await page.mouse.wheel(0, 2000);
      return (await settings.boundingBox())?.y;
    };
    await expect.poll(scrolledTo).toBeLessThan(size.height);
    await settings.click();
    await page.locator('h1', { hasText: 'Settings' }).waitFor();
  });
});

describe('on a phone', { timeout: PATH_MS }, () => {
  it('the folded side says that something waits, and a call what it is of', async () => {
    const phone = await oracle.browser.newContext({
      locale: 'en-GB',
      viewport: { width: 390, height: 800 },
    });
    const hers = await oracle.signedIn(phone);
    await beginConversation(hers, oracle.url);
    await send(hers, 'delete it');
    await hers.locator('.approval').waitFor();
    await hers.locator('.side-button .count', { hasText: '1' }).waitFor();
    expect(await hers.locator('.call .args', { hasText: '/old.txt' }).last().isVisible()).toBe(true);
    // It would take the call back that waits.
    expect(await hers.getByRole('button', { name: 'Answer again' }).count()).toBe(0);
    await hers.getByRole('button', { name: 'Allow', exact: true }).click();
    await hers.locator('.answer', { hasText: 'That was that.' }).waitFor();
    await hers.locator('.side-button .count').waitFor({ state: 'detached' });
    expect(await hers.getByRole('button', { name: 'Answer again' }).count()).toBe(1);
    await phone.close();
  });
});

describe('a formula', { timeout: PATH_MS }, () => {
  it('has its indices below the line, also without a font for formulas', async () => {
    SCRIPTS.set('formula', [{ text: 'So $n_0$ it is.' }]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await beginConversation(page, oracle.url);
    await send(page, 'formula');
    await page.locator('.answer msub').waitFor();
    const [base, index] = await page
      .locator('.answer msub > *')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().bottom));
    expect(index).toBeGreaterThan((base ?? 0) + 2);
  });
});

describe('by keyboard', { timeout: PATH_MS }, () => {
  it('goes on at the message after a decision, and at the screen that was gone to', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await beginConversation(page, oracle.url);
    await send(page, 'delete it');
    await page.locator('.approval').waitFor();
    await page.getByRole('button', { name: 'Allow', exact: true }).press('Enter');
    await page.locator('.answer', { hasText: 'That was that.' }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('composer');

    await page.keyboard.press('Control+k');
    await page.keyboard.type('zzzzz');
    await page.locator('.palette', { hasText: 'Nothing was found.' }).waitFor();
    await page.locator('.palette input').fill('settin');
    await page.keyboard.press('Enter');
    await page.locator('h1', { hasText: 'Settings' }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main');
  });
});

describe('an error that was mended', { timeout: PATH_MS }, () => {
  it('is gone with the next answer, and never lay over what sends it', async () => {
    const own = await newPage(context);
    await beginConversation(own, oracle.url);
    await send(own, 'good day');
    await own.locator('.answer', { hasText: 'Okay.' }).waitFor();
    await context.setOffline(true);
    await own.fill('#composer', 'another');
    await own.locator('#composer').press('Enter');
    const told = own.locator('.note.bad');
    await told.waitFor();
    const [note, sending] = [await told.boundingBox(), await own.locator('.composer').boundingBox()];
    expect((note?.y ?? 0) + (note?.height ?? 0)).toBeLessThan(sending?.y ?? 0);
    await context.setOffline(false);
    await own.locator('.composer button[type=submit]').click();
    await own.locator('.answer', { hasText: 'Okay.' }).nth(1).waitFor();
    expect(await told.count()).toBe(0);
    await own.close();
  });
});

describe('what could be overlooked', { timeout: PATH_MS }, () => {
  it('is counted beside what is allowed, and reached by keyboard', async () => {
    await beginConversation(page, oracle.url);
    await send(page, 'a long one');
    const argument = page.locator('.approval .args-list div', { hasText: 'content' });
    await argument.locator('dt', { hasText: 'Lines: 41. Characters: 61.' }).waitFor();
    expect(await argument.locator('dd').evaluate(({ tabIndex }) => tabIndex)).toBe(0);
    await page.getByRole('button', { name: 'Deny', exact: true }).click();
    await page.locator('.call.denied').waitFor();
  });

  it('what was being written when its conversation was deleted goes on in a new one', async () => {
    await beginConversation(page, oracle.url);
    await send(page, 'good day');
    await page.locator('.answer', { hasText: 'Okay.' }).waitFor();
    const id = new URL(page.url()).hash.split('/')[2];
    await page.fill('#composer', 'half typed words');
    await page.evaluate(`fetch('/sessions/${id}', { method: 'DELETE' }).then((answer) => answer.text())`);
    await page.reload();
    await page.locator('h1', { hasText: 'No such conversation' }).waitFor();
    await expect.poll(() => page.locator('#composer').inputValue()).toBe('half typed words');
    await page.locator('#composer').press('Enter');
    await page.locator('.turn .bubble', { hasText: 'half typed words' }).waitFor();
    await page.locator('.answer', { hasText: 'Okay.' }).waitFor();
  });
});
