import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginConversation, newPage, PATH_MS, send } from '../src/http/testing/in-browser.js';
import { call, type PageOracle, type Scripts, startPageOracle } from './support/page-oracle.js';

const SCRIPTS: Scripts = new Map();
/** The worst that can be hidden in what is to be copied: blanks before the second line, and a line feed that runs it. */
const COPIED = `ls -la${' '.repeat(500)}\nrm -rf ~\n`;

SCRIPTS.set('copy me', [call('copy', { text: COPIED }), { text: 'Copied.' }]);
SCRIPTS.set('which of them', [
  call('ask_choice', { question: 'Which village?', choices: ['Alpha', 'Beta'] }),
  { text: 'So be it.' },
]);
SCRIPTS.set('fail', [{ error: { status: 400, body: { error: { message: 'boom' } } } }]);
SCRIPTS.set('how many homes', [
  call('load_capability', { names: ['sample-size', 'vfs'] }),
  call('design_sample', { population: 4321, expectedMean: 0.83, expectedSD: 0.37, dropoutRate: 0.1 }),
  call('vfs_write', { path: '/n.txt', content: 'Of the stoves 61 broke.' }),
  call('vfs_read', { path: '/n.txt' }),
  { text: 'Your homes use it at 0.83, with sd 0.37, in 4321 homes, dropout 10%; 61 stoves failed.' },
]);
SCRIPTS.set('delete it', [
  call('load_capability', { names: ['vfs'] }),
  call('vfs_write', { path: '/old.txt', content: 'old' }),
  call('vfs_delete', { paths: ['/old.txt'] }),
  { text: 'That was that.' },
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

const whoIsIn = (on: Page): Promise<string> =>
  on.evaluate("fetch('/auth/session').then((answer) => answer.json()).then(({ name }) => name)");

async function ask(words: string, on = page): Promise<void> {
  await beginConversation(on, oracle.url);
  await send(on, words);
}

describe('who is signed in', { timeout: PATH_MS }, () => {
  it('is asked before a link makes them somebody else', async () => {
    const code = await oracle.codeOf('invite', '--name', 'Mallory', '--scope', 'chat');
    SCRIPTS.set('the report', [{ text: `Here is your [monthly report](#login=${code}) ready.` }]);
    await ask('the report please');
    await page.locator('.answer', { hasText: 'monthly report' }).waitFor();
    expect(await page.locator('.answer a').count()).toBe(0);

    await page.evaluate(`location.hash = '#login=${code}'`);
    const dialog = page.locator('dialog[open]');
    await dialog.getByText('Sign in as Mallory?').waitFor();
    expect(await dialog.textContent()).toContain('You are signed in as owner.');
    expect(page.url()).not.toContain('login=');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await whoIsIn(page)).toBe('owner');

    const other = await oracle.browser.newContext({ locale: 'en-GB' });
    const hers = await oracle.signedIn(other);
    await hers.goto(`${oracle.url}/#login=${code}`);
    await hers.locator('dialog[open]').getByRole('button', { name: 'Become Mallory' }).click();
    await hers.locator('.person .name', { hasText: 'Mallory' }).waitFor();
    expect(await whoIsIn(hers)).toBe('Mallory');
    // A link that was used is told as such, and changes nothing.
    await hers.evaluate(`location.hash = '#login=${code}'`);
    await hers.getByText('It was used already').first().waitFor();
    expect(await whoIsIn(hers)).toBe('Mallory');
    await other.close();
  });

  it('leaves nothing of theirs behind', async () => {
    const shared = await oracle.browser.newContext({ locale: 'en-GB' });
    const hers = await oracle.signedIn(shared, 'invite', '--name', 'Ana', '--scope', 'chat');
    SCRIPTS.set('my secret question', [{ text: 'The secret answer of four words.' }]);
    await ask('my secret question', hers);
    await hers.locator('[role=status]', { hasText: 'secret answer' }).waitFor();
    await hers.fill('#composer', 'my secret draft');
    await hers.locator('.person .menu summary').click();
    await hers.getByText('Sign out').click();
    await hers.locator('#login').waitFor();
    expect(await hers.evaluate('document.body.textContent')).not.toContain('secret');
    expect(await hers.evaluate('JSON.stringify(localStorage)')).not.toContain('secret');
    const next = await oracle.signedIn(shared);
    expect(await next.inputValue('#composer')).toBe('');
    await shared.close();
  });
});

describe('what the oracle asks the person', { timeout: PATH_MS }, () => {
  it('shows all that it would copy, and copies nothing that runs by itself', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await ask('copy me');
    const dialog = page.locator('dialog[open]');
    await dialog.waitFor();
    expect(await dialog.locator('pre').textContent()).toBe(COPIED.trimEnd());
    expect(await dialog.textContent()).toContain('Lines: 2. Characters: 515.');
    // The second line is in sight: blanks are broken like words.
    const box = await dialog.locator('pre').evaluate((pre) => [pre.scrollWidth, pre.clientWidth]);
    expect(box[0]).toBe(box[1]);
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.locator('.answer', { hasText: 'Copied.' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(COPIED.trimEnd());
  });

  it('is asked again after a reload, and in another tab', async () => {
    await ask('which of them');
    await page.locator('dialog[open]').waitFor();
    await page.reload();
    const card = page.locator('.approval', { hasText: 'Which village?' });
    await card.waitFor();
    expect(await page.locator('details.call.waiting').count()).toBe(1);
    expect(await page.locator('.screens .count').textContent()).toContain('1');
    const other = await newPage(context);
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Answer', exact: true }).click();
    await other.locator('dialog[open]').getByRole('button', { name: 'Beta' }).click();
    await other.locator('.answer', { hasText: 'So be it.' }).waitFor();
    // The first tab follows by itself.
    await page.locator('.answer', { hasText: 'So be it.' }).waitFor();
    expect(await card.count()).toBe(0);
    await other.close();
  });
});

describe('what is told of calls', { timeout: PATH_MS }, () => {
  it('takes no figure that the model itself put into them for a finding', async () => {
    await ask('how many homes must I visit?');
    await page.locator('.figure', { hasText: '4321' }).waitFor();
    const kinds = await page
      .locator('.answer .figure')
      .evaluateAll((all) => all.map((each) => `${each.textContent} ${each.className}`));
    expect(kinds).toEqual(
      ['0.83', '0.37', '4321', '10%', '61'].map((figure) => `${figure} figure open assumed`),
    );
    await page.locator('.figure', { hasText: '4321' }).click();
    await page.locator('.receipt', { hasText: "The model's own" }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('says denied of a call that was denied, also after a reload', async () => {
    await ask('delete it');
    await page.locator('.approval').getByRole('button', { name: 'Deny', exact: true }).click();
    await page.locator('.call.denied', { hasText: 'Denied' }).waitFor();
    await page.reload();
    await page.locator('.call.denied', { hasText: 'Denied' }).waitFor();
  });

  it('takes the card away with the message that settles it, and says that it was not done', async () => {
    await ask('delete it');
    await page.locator('.approval').waitFor();
    await send(page, 'hello');
    await page.locator('.call.undone', { hasText: 'Not done' }).waitFor();
    expect(await page.locator('.approval').count()).toBe(0);
    await page.locator('.turn').nth(1).locator('.answer .tools').waitFor();
    await page.reload();
    await page.locator('.call.undone', { hasText: 'Not done' }).waitFor();
    expect(await page.getByText('Working …').count()).toBe(0);
  });

  it('shows at the call that was asked for what a plain yes has done', async () => {
    await ask('delete it');
    await page.locator('.approval').waitFor();
    await send(page, 'yes');
    await page.locator('.turn').first().locator('.call.done', { hasText: 'Vfs delete' }).waitFor();
    expect(await page.locator('.approval').count()).toBe(0);
    const isWhole = () => page.locator('.turn').nth(1).locator('.answer', { hasText: 'That was that.' });
    await isWhole().waitFor();
    expect(await page.locator('.turn .bubble').allTextContents()).toEqual(['delete it', 'yes']);
    expect(await page.getByRole('button', { name: 'Answer again' }).count()).toBe(0);
    await page.reload();
    await page.locator('.turn').first().locator('.call.done', { hasText: 'Vfs delete' }).waitFor();
    // What was typed is told after a reload as before, and what followed it at its place.
    await isWhole().waitFor();
    expect(await page.locator('.turn .bubble').allTextContents()).toEqual(['delete it', 'yes']);
  });

  it('never says denied of what was allowed in another tab', async () => {
    await ask('delete it');
    await page.locator('.approval').waitFor();
    const other = await newPage(context);
    // This tab hears of nothing, and looks for nothing.
    await other.addInitScript(
      'globalThis.BroadcastChannel = class { postMessage() {} }; globalThis.setInterval = () => 0;',
    );
    await other.goto(`${oracle.url}/#/approvals`);
    const stale = other.locator('.approval');
    await stale.waitFor();
    await page.locator('.approval').getByRole('button', { name: 'Allow', exact: true }).click();
    await page.locator('.answer', { hasText: 'That was that.' }).waitFor();
    await stale.getByRole('button', { name: 'Deny', exact: true }).click();
    await other.locator('.note', { hasText: 'It was ALLOWED elsewhere meanwhile' }).waitFor();
    expect(await other.locator('.screen').textContent()).not.toContain('Denied');
    await stale.waitFor({ state: 'detached' });
    await other.close();
  });

  it('keeps two tabs in step', async () => {
    await ask('hello');
    await page.locator('.answer .tools').waitFor();
    const other = await newPage(context);
    await other.goto(page.url());
    await other.locator('.turn').waitFor();
    const turns = (on: Page) => on.locator('.turn .bubble').allTextContents();
    await send(page, 'second');
    await other.locator('.turn').nth(1).locator('.answer .tools').waitFor();
    await send(other, 'third');
    await page.locator('.turn').nth(2).locator('.answer .tools').waitFor();
    // The words of the other tab come with the next look, which may be after its answer.
    for (const on of [page, other])
      await expect.poll(() => turns(on), { timeout: 30_000 }).toEqual(['hello', 'second', 'third']);
    const listed = await other.locator('.sessions li').count();
    await ask('a new one');
    await other.locator('.sessions li').nth(listed).waitFor();
    await other.close();
  });

  it('keeps why an answer failed, and the way to ask again', async () => {
    await ask('fail now');
    await page.locator('.answer .refused').waitFor();
    await page.reload();
    await page.locator('.answer .refused').waitFor();
    expect(await page.locator('.answer .refused').count()).toBe(1);
    await page.getByRole('button', { name: 'Answer again' }).waitFor();
  });
});
