import { expect, it } from 'vitest';
import { newPage, PATH_MS, startChromium } from '../src/http/testing/in-browser.js';
import { OracleProject } from './support/oracle-process.js';

it(
  'the page asks a second time before it publishes what a folder hides, and says what went public',
  async () => {
    const project = new OracleProject();
    const oracle = await project.start();
    const headers = { Authorization: `Bearer ${await project.createKey('fs/write')}` };
    for (const path of ['/box/a.txt', '/box/.env'])
      await fetch(`${oracle.url}/api/fs/files?path=${path}`, { method: 'POST', headers, body: 'x' });
    const isPublic = async () => {
      const tree = await fetch(`${oracle.url}/api/fs/tree?path=/`, { headers });
      return ((await tree.json()) as { nodes: { public: boolean }[] }).nodes[0]?.public;
    };
    const browser = await startChromium();
    try {
      const page = await newPage(await browser.newContext({ locale: 'en-GB' }));
      const { stdout } = await project.run(['login']);
      await page.goto(`${oracle.url}/${stdout.trim().replace(/^.*(?=#login)/, '')}`);
      await page.waitForLoadState('networkidle');
      await page.goto(`${oracle.url}/#/files`);
      const entry = page.locator('li.card', { hasText: 'box' });
      await entry.locator('summary').click();
      await entry.getByText('Publish', { exact: true }).click();
      const dialog = page.locator('dialog[open]');
      await dialog.getByRole('button', { name: 'Publish' }).click();
      await dialog.filter({ hasText: 'hidden items' }).waitFor();
      expect(await isPublic()).toBe(false);
      await dialog.getByRole('button', { name: 'Publish' }).click();
      await page.getByText('/box/.env').first().waitFor();
      expect(await isPublic()).toBe(true);
    } finally {
      await browser.close();
      await project.remove();
    }
  },
  PATH_MS,
);
