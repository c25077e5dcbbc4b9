import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginConversation, PATH_MS, send } from '../src/http/testing/in-browser.js';
import { call, type PageOracle, type Scripts, startPageOracle } from './support/page-oracle.js';

const SCRIPTS: Scripts = new Map();
SCRIPTS.set('plan it', [
  call('load_capability', { names: ['sample-size', 'vfs'] }),
  call('design_sample', { population: 4321, expectedMean: 0.83, expectedSD: 0.37, dropoutRate: 0.1 }),
  call('vfs_write', { path: '/u/deep/minutes.txt', content: 'What was said.' }),
  { text: 'It is planned.' },
]);

let oracle: PageOracle;
let owners: Page;
let hers: Page;

beforeAll(async () => {
  oracle = await startPageOracle(SCRIPTS);
  owners = await oracle.signedIn(
    await oracle.browser.newContext({ locale: 'en-GB', permissions: ['clipboard-read', 'clipboard-write'] }),
  );
  hers = await oracle.signedIn(
    await oracle.browser.newContext({ locale: 'en-GB' }),
    ...['invite', '--name', 'Mallory', '--scope', 'chat,sampling,fs/list,fs/read'],
  );
}, PATH_MS);
afterAll(() => oracle?.close());

function share(kind: string, id: string): Promise<unknown> {
  return owners.evaluate(`fetch('/shares', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: ${JSON.stringify(JSON.stringify({ kind, id, with: 'Mallory' }))},
  }).then(({ status }) => status)`);
}

describe('what somebody shared', { timeout: PATH_MS }, () => {
  it('stands in the screens of whom it is shared with, to be read and not to be answered', async () => {
    await beginConversation(owners, oracle.url);
    await send(owners, 'plan it');
    await owners.locator('.answer', { hasText: 'It is planned.' }).waitFor();
    const session = /#\/s\/([^/?]+)/.exec(owners.url())?.[1] ?? '';
    const design: string = await owners.evaluate(
      "fetch('/v1/sampling?limit=1').then((answer) => answer.json()).then(({ items }) => items[0].designId)",
    );
    expect(await share('session', session)).toBe(201);
    expect(await share('design', design)).toBe(201);
    expect(await share('folder', '/u')).toBe(201);

    await hers.goto(`${oracle.url}/#/designs`);
    await hers.reload();
    await hers.locator('.main a.card', { hasText: 'owner' }).click();
    await hers.locator('.headline').waitFor();
    expect(hers.url()).toContain(design);

    await hers.goto(`${oracle.url}/#/files`);
    await hers.locator('.main a.card', { hasText: '/u' }).click();
    await hers.getByText('owner shared this folder with you').waitFor();
    await hers.getByRole('link', { name: 'deep' }).click();
    const file = hers.getByRole('link', { name: 'minutes.txt' });
    const content: string = await hers.evaluate(
      `fetch(${JSON.stringify(await file.getAttribute('href'))}).then((answer) => answer.text())`,
    );
    expect(content).toBe('What was said.');

    await hers.locator('.sessions a', { hasText: 'owner' }).click();
    await hers.locator('.answer', { hasText: 'It is planned.' }).waitFor();
    await hers.getByText('owner shared this with you to read.').waitFor();
    expect(await hers.locator('#composer').count()).toBe(0);
    for (const name of ['Answer again', 'Edit', 'Undo'])
      expect(await hers.getByRole('button', { name }).count(), name).toBe(0);
    expect(await hers.getByRole('button', { name: 'Copy' }).count()).toBeGreaterThan(0);
  });

  it('has a link that its owner can send', async () => {
    await owners.goto(`${oracle.url}/#/people`);
    await owners
      .locator('.card', { hasText: 'design' })
      .getByRole('button', { name: 'Copy the link' })
      .click();
    const copied: string = await owners.evaluate('navigator.clipboard.readText()');
    expect(copied).toMatch(/^http.*#\/designs\/design-/);
  });
});
