import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintLoginCode } from '../../auth/index.js';
import { newPage, PATH_MS, startChromium } from '../testing/in-browser.js';
import { startTestApp, type TestApp } from '../testing/test-app.js';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  app = await startTestApp();
  browser = await startChromium();
}, PATH_MS);
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

/** A page in a fresh profile that notes whatever its security policy blocks or its scripts throw. */
async function open(
  options: { javaScriptEnabled?: boolean } = {},
): Promise<{ page: Page; faults: string[] }> {
  const page = await newPage(await browser.newContext(options));
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (line) => {
    if (/Content Security Policy/.test(line.text())) faults.push(line.text());
  });
  return { page, faults };
}

async function loginLink(): Promise<string> {
  if (app.app.identity === undefined) throw new Error('no identity');
  return `${app.url}/#login=${await mintLoginCode(app.app.identity, { clock: { now: () => Date.now() } })}`;
}

describe('the page in a browser', { timeout: PATH_MS }, () => {
  it('signs in by the one-time link, keeps the code out of the address, stays in and refuses the link again', async () => {
    const { page, faults } = await open();
    const link = await loginLink();
    await page.goto(link);
    const composer = page.locator('#composer');
    await composer.waitFor();
    expect(page.url()).toBe(`${app.url}/`);
    await page.reload();
    await composer.waitFor();
    await page.evaluate(() => fetch('/auth/session', { method: 'DELETE' }));
    await page.reload();
    await page.locator('#login').filter({ hasText: 'Sign in by a link' }).waitFor();
    // The same link a second time: its code is used up, and the page says so.
    await page.goto('about:blank');
    await page.goto(link);
    await page.locator('#login').filter({ hasText: 'The link did not work. The credential is' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('reads without JavaScript', async () => {
    const { page } = await open({ javaScriptEnabled: false });
    await page.goto(app.url);
    expect(await page.locator('h1').textContent()).toBe('tester');
  });
});

describe('the API page in a browser', { timeout: PATH_MS }, () => {
  it('filters as one types and opens the operation of its address', async () => {
    const { page, faults } = await open();
    await page.goto(`${app.url}/docs#post_messages_sessionId`);
    await page.getByText('Send a message and get the answer').waitFor();
    expect(await page.locator('#post_messages_sessionId').getAttribute('open')).not.toBeNull();
    await page.fill('#search', 'sessionId}/approvals');
    expect(await page.locator('details.op:visible').count()).toBe(1);
    await page.fill('#search', 'no such thing');
    await page.getByText('Nothing matches.').waitFor();
    expect(faults).toEqual([]);
  });

  it('asks for nothing but itself', async () => {
    const { page } = await open();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(`${app.url}/docs`, { waitUntil: 'networkidle' });
    expect(requested.filter((url) => !url.startsWith('data:'))).toEqual([`${app.url}/docs`]);
  });
});
