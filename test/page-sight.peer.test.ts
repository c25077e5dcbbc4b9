import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATH_MS } from '../src/http/testing/in-browser.js';
import { type PageOracle, startPageOracle } from './support/page-oracle.js';

let oracle: PageOracle;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  oracle = await startPageOracle(new Map());
  context = await oracle.browser.newContext({ locale: 'en-GB' });
  page = await oracle.signedIn(context);
  for (const path of ['/open/there.txt', '/open/gone.txt', '/mine.txt'])
    await send('POST', `/api/fs/files?path=${path}`, 'secret');
  await send('PUT', '/api/fs/folders/public?path=/open&public=true');
}, PATH_MS);
afterAll(() => oracle?.close());

/** Asks the oracle as the page does, and reads its answer to the end. */
function send(method: string, path: string, body?: string): Promise<string> {
  const what = JSON.stringify([path, { method, body, headers: { 'Content-Type': 'text/plain' } }]);
  return page.evaluate(`fetch(...${what}).then((answer) => answer.text())`);
}

async function show(screen: string): Promise<void> {
  await page.goto(`${oracle.url}/#/files${screen}`);
  await page.reload();
}

async function choose(card: string, act: string): Promise<void> {
  const row = page.locator('.files .card', { hasText: card });
  await row.locator('summary').click();
  await row.getByRole('button', { name: act, exact: true }).click();
}

const dialog = () => page.locator('dialog[open]');
const namesIn = async (folder: string) =>
  (JSON.parse(await send('GET', `/api/fs/tree?path=${folder}`)) as { nodes: { name: string }[] }).nodes.map(
    ({ name }) => name,
  );

describe('what would be read by everybody', { timeout: PATH_MS }, () => {
  it('is asked about when it is renamed into a public folder', async () => {
    await show('');
    await choose('mine.txt', 'Rename');
    await dialog().locator('input').fill('open/mine.txt');
    await dialog().getByRole('button', { name: 'Rename' }).click();
    await dialog().getByText('The folder /open is public').waitFor();
    await dialog().getByText('Anybody can read what comes into it, at once: mine.txt.').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(await namesIn('/')).toContain('mine.txt');
    expect(await namesIn('/open')).not.toContain('mine.txt');
  });

  it('is asked about when it comes back out of the trash', async () => {
    const { nodes } = JSON.parse(await send('GET', '/api/fs/tree?path=/open')) as {
      nodes: { id: string; name: string }[];
    };
    await send('DELETE', `/api/fs/files/${nodes.find(({ name }) => name === 'gone.txt')?.id}`);
    await show('?trash=1');
    const back = page.locator('.card', { hasText: 'gone.txt' }).getByRole('button', { name: 'Bring back' });
    await back.click();
    await dialog().getByText('The folder /open is public').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(await namesIn('/open')).not.toContain('gone.txt');
    await back.click();
    await dialog().getByRole('button', { name: 'Bring back' }).click();
    await page.getByText('The trash is empty.').waitFor();
    expect(await namesIn('/open')).toContain('gone.txt');
  });

  it('is private again with the folder that makes it public, which its menu and its page name', async () => {
    await show('/open');
    await choose('there.txt', 'Why is it public?');
    await dialog().getByText('“there.txt” is public because the folder /open is').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'there.txt' }).click();
    await page.getByRole('button', { name: 'Why is it public?' }).click();
    await dialog().getByRole('button', { name: 'Unpublish the folder' }).click();
    await page.getByRole('button', { name: 'Publish' }).waitFor();
    await show('/open');
    await page.locator('.files .card', { hasText: 'there.txt' }).waitFor();
    expect(await page.locator('.badge.public').count()).toBe(0);
  });
});
