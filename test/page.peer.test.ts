import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  beginConversation,
  newPage,
  PATH_MS,
  pressOnceThere,
  send,
  startChromium,
} from '../src/http/testing/in-browser.js';
import { type OracleProcess, OracleProject } from './support/oracle-process.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const registry = `id,stratum\n${Array.from({ length: 5000 }, (_, at) => `HH-${String(at + 1).padStart(5, '0')},${at < 3000 ? 'urban' : 'rural'}`).join('\n')}\n`;

const project = new OracleProject({ env: { RATE_LIMIT_PER_MINUTE: '100000' } });
let oracle: OracleProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;
const faults: string[] = [];

beforeAll(async () => {
  oracle = await project.start();
  browser = await startChromium();
  context = await browser.newContext({ locale: 'en-GB' });
  page = await open(context);
}, PATH_MS);
afterAll(async () => {
  await browser?.close();
  await project.remove();
});

/** A page that notes what its policy blocks, what its scripts throw and what it asks of others. */
async function open(from: BrowserContext): Promise<Page> {
  const opened = await newPage(from);
  opened.on('pageerror', (error) => faults.push(error.message));
  opened.on('console', (line) => {
    if (/Content Security Policy|TrustedHTML/.test(line.text())) faults.push(line.text());
  });
  opened.on('request', (request) => {
    if (!request.url().startsWith(oracle.url) && !/^(data|blob):/.test(request.url()))
      faults.push(request.url());
  });
  return opened;
}

async function loginLink(): Promise<string> {
  const { code, stdout, stderr } = await project.run(['login']);
  if (code !== 0) throw new Error(`oracle login ended with ${code}: ${stderr}`);
  return `${oracle.url}/${stdout.trim().replace(/^.*(?=#login)/, '')}`;
}

/** Says something and gives the answer, once it is whole. */
async function say(words: string, on = page): Promise<string> {
  const before = await on.locator('.turn').count();
  await send(on, words);
  const turn = on.locator('.turn').nth(before);
  await turn.locator('.answer .tools').waitFor();
  return (await turn.locator('.answer').textContent()) ?? '';
}

/** What axe finds that is serious. */
async function seriousFaults(on: Page): Promise<string[]> {
  // The page lets no script of ours in, so axe comes through the debugger.
  await on.evaluate(AXE);
  return on.evaluate(async () => {
    const axe = Reflect.get(globalThis, 'axe') as {
      run(): Promise<{
        violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[];
      }>;
    };
    const { violations } = await axe.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
      );
  });
}

describe("a newcomer's path", { timeout: PATH_MS }, () => {
  it('goes from the link to a design whose figures have receipts', async () => {
    await page.goto(await loginLink());
    await page.locator('#composer').waitFor();
    expect(page.url()).not.toContain('login=');
    const answer = await say(
      'Design a sample for 5000 households: mean usage 0.8, sd 0.2, 15% dropout, 95/5',
    );
    expect(answer).toContain('Draw 112 of 5,000');
    await page.locator('.figure.found', { hasText: '112' }).first().click();
    const receipt = page.locator('.receipt');
    expect(await receipt.textContent()).toContain('n_adj = n / (1 - d)');
    await page.keyboard.press('Escape');
    await receipt.waitFor({ state: 'detached' });
    expect(await page.locator('.figure.open').count()).toBe(0);
  });

  it('closes a receipt by an Esc that comes at once', async () => {
    await pressOnceThere(page, {
      does: "document.querySelector('.figure.found').click()",
      comes: '.receipt',
      key: 'Escape',
    });
    await page.locator('.receipt').waitFor({ state: 'detached' });
    expect(await page.evaluate("document.activeElement.matches('.figure.found')")).toBe(true);
  });

  it('registers households by a file, draws, and repeats the draw in the browser', async () => {
    await page.setInputFiles('.composer input[type=file]', {
      name: 'homes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(registry),
    });
    await page.locator('.chip progress').waitFor({ state: 'detached' });
    expect(await say('Register this household registry')).toContain('Registered 5000 units');
    const asked = await say('Draw the sample from this registry with the seed lottery-7');
    // What changes something may be proposed first.
    const drawn = asked.includes('go ahead?') ? await say('yes') : asked;
    expect(drawn).toContain('Selected 112 of 5000 units');
    await page.getByRole('link', { name: 'Designs' }).click();
    await page.locator('a.card').first().click();
    await page.locator('.draw summary').click();
    await page.setInputFiles('.registry-file', {
      name: 'homes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(registry),
    });
    await page.getByText('All 112 units are those that this seed draws.').waitFor();
    await page.setInputFiles('.registry-file', {
      name: 'other.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(registry.replace('HH-00001', 'HH-X')),
    });
    // Another file shows nothing, and what the one before has shown is gone.
    await page.getByText('This is not the registry that the record names').waitFor();
    expect(await page.getByText('All 112 units are those').count()).toBe(0);
    await page.setInputFiles('.registry-file', {
      name: 'book.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('PK\u0003\u0004 sheet'),
    });
    await page.getByText('This is a workbook').waitFor();
    expect(await page.locator('.checks .failed').count()).toBe(0);
  });

  it('publishes the record, which a stranger verifies until it is unpublished', async () => {
    await page.getByRole('link', { name: 'Files' }).click();
    await page.locator('.files a', { hasText: 'sampling' }).click();
    await page.locator('.files a', { hasText: /^design-/ }).click();
    await page.locator('.files a', { hasText: /^selection-/ }).click();
    await page.locator('.files a', { hasText: 'record.json' }).click();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.locator('dialog[open]').getByRole('button', { name: 'Publish' }).click();
    const verifier = page.getByRole('link', { name: /public verifier/ });
    await verifier.waitFor();
    const address = `${oracle.url}/${await verifier.getAttribute('href')}`;

    const stranger = await open(await browser.newContext({ locale: 'en-GB' }));
    await stranger.goto(address);
    await stranger.locator('.checks .passed').nth(1).waitFor();
    await stranger.setInputFiles('.registry-file', {
      name: 'homes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(registry),
    });
    await stranger.getByText('All 112 units are those that this seed draws.').waitFor();
    expect(await seriousFaults(stranger)).toEqual([]);
    const saved = stranger.waitForEvent('download');
    await stranger.getByRole('button', { name: 'Save as one file' }).click();
    await (await saved).saveAs(`${project.dir}/verify-draw.html`);

    await page.getByRole('button', { name: 'Unpublish' }).click();
    await page.locator('dialog[open]').getByRole('button', { name: 'Unpublish' }).click();
    await verifier.waitFor({ state: 'detached' });
    await stranger.reload();
    await stranger.getByText('There is no record of a draw here').waitFor();
    await stranger.close();
  });

  it('verifies from the file that was saved, which asks nobody', async () => {
    const offline = await newPage(await browser.newContext({ locale: 'de-DE', offline: true }));
    const asked: string[] = [];
    offline.on('request', (request) => asked.push(request.url()));
    offline.on('console', (line) => asked.push(line.text()));
    await offline.goto(`file://${project.dir}/verify-draw.html`);
    await offline.locator('.checks .passed').nth(1).waitFor();
    await offline.setInputFiles('.registry-file', {
      name: 'homes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(registry),
    });
    await offline.locator('.verdict', { hasText: '112' }).waitFor();
    expect(asked.filter((url) => !url.startsWith('data:'))).toEqual([offline.url()]);
    expect(await seriousFaults(offline)).toEqual([]);
    await offline.close();
  });

  it('asks before it deletes, and does what was decided by keyboard alone', async () => {
    await beginConversation(page, oracle.url);
    await page.keyboard.press('/');
    await page.keyboard.type('write hello to the file /notes.txt');
    await page.keyboard.press('Enter');
    await page.locator('.answer .tools, .approval').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.locator('.palette input').waitFor();
    await page.keyboard.type('Designs');
    await page.keyboard.press('Enter');
    await page.locator('a.card').first().waitFor();
    await page.keyboard.press('F6');
    expect(await page.evaluate("document.activeElement.closest('[data-region]') !== null")).toBe(true);
  });

  it('shows what was said in another tab and after a reload', async () => {
    await page.goto(`${oracle.url}/#/s`);
    await page.locator('.sessions a').first().click();
    const other = await open(context);
    await other.goto(page.url());
    await other.locator('.turn').first().waitFor();
    await page.reload();
    await page.locator('.turn').first().waitFor();
    expect(await page.locator('.turn').count()).toBe(await other.locator('.turn').count());
    await other.close();
  });

  it('opens the call that a link names, at its place', async () => {
    const other = await open(context);
    await other.goto(await loginLink());
    await other.locator('#composer').waitFor();
    await say('What are my preferences?', other);
    const place = other.url();
    const call = other.locator('details.call:not(.quiet-call)').first();
    const id = ((await call.getAttribute('id')) ?? '').replace('call-', '');
    expect(await call.getAttribute('open')).toBeNull();
    await other.goto(`${place}/${id}`);
    await other.reload();
    await other.locator(`[id="call-${id}"][open]`).waitFor();
    await other.close();
  });

  it('shows a design in kilograms, whose numbers are no proportion', async () => {
    await beginConversation(page, oracle.url);
    await say('Design a sample for 900 households: mean 4.2 kg, sd 1.9 kg, 10% dropout, 95/5');
    await page.getByRole('link', { name: 'Designs' }).click();
    await page.locator('a.card').first().click();
    await page.locator('.trail').waitFor();
    expect(Number(await page.locator('.huge').textContent())).toBeGreaterThan(200);
    await page.locator('dd', { hasText: '4.2 is no proportion' }).waitFor();
  });

  it('quotes a document, and begins a skill in the chat', async () => {
    await page.goto(`${oracle.url}/#/knowledge`);
    await page.getByPlaceholder('What do the documents say of').fill('replacement households');
    await page.keyboard.press('Enter');
    await page.locator('blockquote').first().waitFor();
    await page.goto(`${oracle.url}/#/skills`);
    await page.getByRole('button', { name: 'Use it in the chat' }).first().click();
    const field = page.locator('#composer');
    await field.waitFor();
    expect(await field.inputValue()).toContain('Load the skill close-a-monitoring-period');
    await field.fill('');
  });

  it('says of a file of a public folder why it is public, and asks before more comes into it', async () => {
    await page.evaluate(async () => {
      // Read to the end: an answer that nobody reads stays under way for the browser.
      const whole = async (path: string, options: RequestInit) => (await fetch(path, options)).text();
      await whole('/api/fs/files?path=/open/one.txt', {
        method: 'POST',
        headers: { 'Content-Type': 'application/octet-stream' },
        body: 'one',
      });
      await whole('/api/fs/folders/public?path=/open&public=true', { method: 'PUT' });
    });
    await page.goto(`${oracle.url}/#/files/open`);
    const card = page.locator('.files .card', { hasText: 'one.txt' });
    await card.locator('summary').click();
    await card.getByRole('button', { name: 'Why is it public?' }).click();
    const why = page.locator('dialog[open]');
    await why.getByText('“one.txt” is public because the folder /open is').waitFor();
    await why.getByRole('button', { name: 'Cancel' }).click();
    // What is put into it is asked about first; what is left is forgotten without a complaint.
    const salaries = { name: 'salaries.csv', mimeType: 'text/csv', buffer: Buffer.from('ana,1') };
    await page.setInputFiles('.upload-file', salaries);
    const dialog = page.locator('dialog[open]');
    await dialog.getByText('Anybody can read what comes into it, at once: salaries.csv.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.setInputFiles('.upload-file', { ...salaries, name: 'one.txt' });
    await dialog.getByRole('button', { name: 'Upload files' }).click();
    await dialog.getByText('The file is public: anybody can read the new one at once.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.uploads li').waitFor({ state: 'detached' });
    expect(await page.locator('.files .card').count()).toBe(1);
  });

  it('asks by one click what a capability offers, and only writes down what would change something', async () => {
    await page.goto(`${oracle.url}/#/capabilities`);
    await page.getByRole('button', { name: 'What files do I have?' }).click();
    await page.locator('.turn .answer .tools').waitFor();
    expect(await page.locator('.turn').count()).toBe(1);
    expect(await page.locator('.turn .said').textContent()).toContain('What files do I have?');
    await page.goto(`${oracle.url}/#/capabilities`);
    const files = page.locator('.capability', { hasText: 'Keeps, finds, edits and publishes files' });
    await files.locator('summary').click();
    await files.getByRole('button', { name: 'Publish /reports/2024.md', exact: true }).click();
    const field = page.locator('#composer');
    await field.waitFor();
    expect(await field.inputValue()).toBe('Publish /reports/2024.md');
    expect(await page.locator('.turn').count()).toBe(0);
    await field.fill('');
  });

  it('asked nobody else for anything, and broke no rule of its own', () => {
    expect(faults).toEqual([]);
  });
});

describe.each(['light', 'dark'] as const)('every screen in %s', (colorScheme) => {
  it.each([
    's',
    'designs',
    'files',
    'approvals',
    'knowledge',
    'skills',
    'usage',
    'capabilities',
    'people',
    'settings',
    'verify',
  ])(
    '%s has nothing that axe finds serious, and fits on a phone',
    async (screen) => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.emulateMedia({ colorScheme });
      await page.goto(`${oracle.url}/#/${screen}`);
      await page.locator('h1').first().waitFor();
      await page.waitForLoadState('networkidle');
      if (screen === 's') await page.locator('.sessions a').first().click();
      if (screen === 'designs') {
        await page.locator('a.card').first().click();
        await page.locator('.trail').waitFor();
      }
      expect(await seriousFaults(page)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 800 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    },
    PATH_MS,
  );
});

describe('every screen', { timeout: PATH_MS }, () => {
  it.each(['s', 'designs', 'files', 'approvals', 'settings', 'verify'])(
    '%s fits where everything is twice as large, and has its edges in forced colours',
    async (screen) => {
      // 1280 by 800 points at 200% are 640 by 400 of the page's own.
      await page.setViewportSize({ width: 640, height: 400 });
      await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
      await page.goto(`${oracle.url}/#/${screen}`);
      await page.locator('h1').first().waitFor();
      await page.waitForLoadState('networkidle');
      if (screen === 's') {
        await page.getByRole('button', { name: 'Conversations and screens' }).click();
        await page.locator('.sessions a').first().click();
        await page.locator('.turn').first().waitFor();
        // The message can be seen and written in.
        expect(await page.locator('#composer').isVisible()).toBe(true);
      }
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(640);
      const bare =
        await page.evaluate(`[...document.querySelectorAll('button:not(.link), input, textarea, select')]
        .filter((each) => each.offsetParent !== null && !each.matches('.quiet, .skip, .figure, [type=file], [type=checkbox], [type=radio]'))
        .filter((each) => getComputedStyle(each).borderTopStyle === 'none' && getComputedStyle(each).backgroundColor === getComputedStyle(document.body).backgroundColor && !each.closest('.composer, .search'))
        .map((each) => each.outerHTML.slice(0, 120))`);
      expect(bare).toEqual([]);
      expect(await seriousFaults(page)).toEqual([]);
    },
    PATH_MS,
  );
});
