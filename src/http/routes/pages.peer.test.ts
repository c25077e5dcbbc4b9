import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintLoginCode } from '../../auth/index.js';
import { newPage, PATH_MS, startChromium } from '../testing/in-browser.js';
import { startTestApp, type TestApp } from '../testing/test-app.js';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  app = await startTestApp({ script: [] });
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
    await page.locator('#login').filter({ hasText: 'The link did not work. It was used already' }).waitFor();
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

  /** Signed in, with one operation open. */
  async function tryOut(operation: string) {
    const { page, faults } = await open();
    await page.goto(await loginLink());
    await page.locator('#composer').waitFor();
    await page.goto(`${app.url}/docs#${operation}`);
    const form = page.locator(`#${operation} form.try`);
    await form.waitFor();
    return { page, faults, form, answer: form.locator('.answer') };
  }

  it('sends what is filled in with the session, and shows status, headers and body', async () => {
    const { page, faults, form, answer } = await tryOut('post_sessions');
    await page.locator('#post_sessions').getByText('It is sent with your session, as owner.').waitFor();
    await form.getByRole('button', { name: 'Send' }).click();
    await answer.getByText('201 Created').waitFor();
    const body = JSON.parse((await answer.getByLabel('Body').textContent()) ?? '') as { sessionId: string };
    await answer.getByText('Headers').click();
    expect(await answer.locator('details').textContent()).toContain('x-request-id: ');

    // It was there: a parameter of the path, and of the query.
    const reads = page.locator('#get_sessions_sessionId_messages');
    await reads.locator('summary').first().click();
    await reads.getByLabel('sessionId').fill(body.sessionId);
    await reads.getByLabel('limit').fill('7');
    const sent = page.waitForRequest((request) => request.url().includes('/messages?'));
    await reads.getByRole('button', { name: 'Send' }).click();
    expect((await sent).url()).toBe(`${app.url}/sessions/${body.sessionId}/messages?limit=7`);
    await reads.getByText('200 OK').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('asks before it takes something away, and takes nothing when the answer is no', async () => {
    const key = (await app.app.store.apiKeys.create({ name: 'short-lived', scopes: ['chat'] })).row;
    const { page, faults, form, answer } = await tryOut('delete_keys_id');
    await form.getByLabel('id').fill(key.id);
    await form.getByRole('button', { name: 'Send' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`DELETE /keys/${key.id}`).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await answer.textContent()).toBe('');
    expect(await app.app.store.apiKeys.holds(key.id)).toBe(true);
    await form.getByRole('button', { name: 'Send' }).click();
    await dialog.getByRole('button', { name: 'Send it' }).click();
    await answer.getByText('204 No Content').waitFor();
    expect(await app.app.store.apiKeys.holds(key.id)).toBe(false);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('follows an answer that comes piece by piece, and shows it as text, whatever stands in it', async () => {
    const { page, faults, form, answer } = await tryOut('post_messages_sessionId');
    app.model.push({ text: '<img src=x onerror=alert(1)>' });
    const session = await page.evaluate(async () => {
      const response = await fetch('/sessions', { method: 'POST' });
      return ((await response.json()) as { sessionId: string }).sessionId;
    });
    await form.getByLabel('sessionId').fill(session);
    await form.getByLabel('Body (JSON)').fill('{ message: 1 }');
    await form.getByRole('button', { name: 'Send' }).click();
    await answer.getByText('The body is no JSON').waitFor();
    await form.getByLabel('Body (JSON)').fill('{ "message": "Hello", "stream": true }');
    await form.getByRole('button', { name: 'Send' }).click();
    await answer.getByText('event: done').waitFor();
    expect(await answer.textContent()).toContain('<img src=x onerror=alert(1)>');
    expect(await answer.locator('img').count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('says who would be refused, and sends all the same', async () => {
    const { page, faults } = await open();
    await page.goto(`${app.url}/docs#get_sessions`);
    const place = page.locator('#get_sessions');
    await place.getByText('You are not signed in').waitFor();
    await place.getByRole('button', { name: 'Send' }).click();
    await place.getByText('401 Unauthorized').waitFor();
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
