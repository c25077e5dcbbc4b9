import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import clientTools from '../../../plugins/client-tools/index.js';
import vfs from '../../../plugins/vfs/index.js';
import { mintLoginCode } from '../../auth/index.js';
import {
  beginConversation,
  newPage,
  PATH_MS,
  pressOnceThere,
  send,
  startChromium,
} from '../testing/in-browser.js';
import { INJECTIONS } from '../testing/injections.js';
import { letGo, nextEntry, paceTools } from '../testing/pace-tools.js';
import { startTestApp, type TestApp } from '../testing/test-app.js';

let app: TestApp;
let browser: Browser;
let page: Page;
const faults: string[] = [];
beforeAll(async () => {
  app = await startTestApp({
    plugins: [clientTools, paceTools, vfs],
    env: { RATE_LIMIT_PER_MINUTE: '100000' },
  });
  browser = await startChromium();
  page = await newPage(await browser.newContext({ locale: 'en-GB' }));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(app.url) && !request.url().startsWith('data:')) faults.push(request.url());
  });
  if (app.app.identity === undefined) throw new Error('no identity');
  const code = await mintLoginCode(app.app.identity, { clock: { now: () => Date.now() } });
  await page.goto(`${app.url}/#login=${code}`);
  await page.locator('#composer').waitFor();
}, PATH_MS);
afterAll(async () => {
  await browser?.close();
  await app?.close();
});
afterEach(() => {
  expect(faults.splice(0)).toEqual([]);
});

const say = (words: string) => send(page, words);
const answer = () => page.locator('.turn').last().locator('.answer');

describe('a run in the page', { timeout: PATH_MS }, () => {
  it('goes on after a reload in the middle of it, and is seen whole in a second tab', async () => {
    app.model.push(
      { text: 'First a word.', toolCalls: [{ name: 'wait', args: {} }] },
      { text: 'Then the rest.' },
    );
    const entered = nextEntry();
    await say('wait for it');
    await entered;
    await page.locator('.call.running').waitFor();
    const other = await newPage(page.context());
    await other.goto(page.url());
    await other.locator('.call.running').waitFor();
    await page.reload();
    await page.locator('.call.running').waitFor();
    letGo();
    for (const tab of [page, other]) {
      await tab.locator('.answer').getByText('Then the rest.').waitFor();
      expect(await tab.locator('.answer').getByText('First a word.').count()).toBe(1);
      expect(await tab.locator('.call').count()).toBe(1);
    }
    await other.close();
  });

  it('stops by Esc, and takes the next message', async () => {
    app.model.push({ toolCalls: [{ name: 'wait', args: {} }] });
    const entered = nextEntry();
    await say('wait again');
    await entered;
    await page.locator('#composer').press('Escape');
    await answer().getByText('Stopped.').waitFor();
    app.model.push({ text: 'Here.' });
    await say('and now?');
    await answer().getByText('Here.').waitFor();
  });

  it('asks for approval in a card, with arguments to change, and goes on as it was decided', async () => {
    app.model.push({ toolCalls: [{ name: 'pay', args: { amount: 5 } }] }, { text: 'It is paid.' });
    await say('pay five');
    const card = page.locator('.approval');
    await card.getByRole('button', { name: 'Edit' }).click();
    await card.locator('textarea').fill('{"amount": 3}');
    await card.getByRole('button', { name: 'Allow as changed' }).click();
    await answer().getByText('It is paid.').waitFor();
    await page.locator('.call.done').last().locator('summary').click();
    expect(await page.locator('.call.done').last().textContent()).toContain('"paid": 3');
  });

  it('answers a message again, and brings the answer before back', async () => {
    app.model.push({ text: 'One way.' });
    await say('say it');
    await answer().getByText('One way.').waitFor();
    app.model.push({ text: 'Another way.' });
    await answer().getByRole('button', { name: 'Answer again' }).click();
    await answer().getByText('Another way.').waitFor();
    await page.getByText('2 of 2').waitFor();
    await answer().getByRole('button', { name: 'Previous answer' }).click();
    await answer().getByText('One way.').waitFor();
  });
});

describe('tools of the page', { timeout: PATH_MS }, () => {
  const output = (text: string) => page.locator('.call.done').last().getByText(text);

  it('asks a choice, and tells the model what was chosen', async () => {
    const args = { question: 'Which <b>village</b>?', choices: ['Kisumu', 'Nakuru', 'Thika'] };
    app.model.push({ toolCalls: [{ name: 'ask_choice', args }] }, { text: 'So it is Nakuru.' });
    await say('ask me where');
    const dialog = page.locator('dialog[open]');
    await dialog.getByText('Which <b>village</b>?').waitFor();
    await dialog.getByRole('button', { name: 'Nakuru' }).click();
    await answer().getByText('So it is Nakuru.').waitFor();
    await page.locator('.call.done').last().locator('summary').click();
    await output('"chosen": "Nakuru"').waitFor();
  });

  it('tells the model that none of them was chosen', async () => {
    const args = { question: 'Which?', choices: ['One', 'Two'] };
    app.model.push({ toolCalls: [{ name: 'ask_choice', args }] }, { text: 'Then none.' });
    await say('ask me again');
    await page.locator('dialog[open]').getByText('Which?').waitFor();
    await page.keyboard.press('Escape');
    await answer().getByText('Then none.').waitFor();
  });
});

describe('a file of the device', { timeout: PATH_MS }, () => {
  const pick = async (words: string) => {
    app.model.push(
      { toolCalls: [{ name: 'pick_file', args: { purpose: 'The list of <i>homes</i> to draw from.' } }] },
      { text: words },
    );
    await say(`ask for a file: ${words}`);
    const dialog = page.locator('dialog[open]');
    await dialog.getByText('The list of <i>homes</i> to draw from.').waitFor();
    return dialog;
  };
  const homes = (content: string) => ({
    name: 'homes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(content),
  });
  /** What the model was told of the last call. */
  const told = async () => {
    await page.locator('.call').last().locator('summary').click();
    return (await page.locator('.call').last().textContent()) ?? '';
  };
  const stored = (path: string) =>
    page.evaluate(async (at) => {
      const response = await fetch(`/api/fs/content?path=${encodeURIComponent(at)}`);
      return `${response.status} ${await response.text()}`;
    }, path);
  const day = new Date().toISOString().slice(0, 10);

  it('is put among the files, byte for byte, and the model hears where', async () => {
    const dialog = await pick('I have the list.');
    // Nothing is given before a file was chosen.
    await dialog.getByRole('button', { name: 'Give it' }).click();
    expect(await dialog.count()).toBe(1);
    await dialog.locator('input[type=file]').setInputFiles(homes('id\nHH-1\n'));
    await dialog.getByRole('button', { name: 'Give it' }).click();
    await answer().getByText('I have the list.').waitFor();
    const words = await told();
    expect(words).toContain(`"path": "/attachments/${day}/homes.csv"`);
    expect(words).toContain('"bytes": 8');
    expect(await stored(`/attachments/${day}/homes.csv`)).toBe('200 id\nHH-1\n');
  });

  it('of the same name is another file: what was given before stays as it was', async () => {
    const dialog = await pick('I have the second list.');
    await dialog.locator('input[type=file]').setInputFiles(homes('id\nHH-2\n'));
    await dialog.getByRole('button', { name: 'Give it' }).click();
    await answer().getByText('I have the second list.').waitFor();
    expect(await told()).toContain(`"path": "/attachments/${day}/homes (2).csv"`);
    expect(await stored(`/attachments/${day}/homes.csv`)).toBe('200 id\nHH-1\n');
    expect(await stored(`/attachments/${day}/homes (2).csv`)).toBe('200 id\nHH-2\n');
  });

  it('is not given by who would rather not, and the model hears that', async () => {
    const dialog = await pick('Then without a list.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await answer().getByText('Then without a list.').waitFor();
    expect(await told()).toContain('The person gave no file.');
  });
});

describe('an approval that lasts', { timeout: PATH_MS }, () => {
  it('is given until a day, for these arguments, and taken back among the approvals', async () => {
    app.model.push({ toolCalls: [{ name: 'pay', args: { amount: 7 } }] }, { text: 'Paid seven.' });
    await say('pay seven');
    await page.locator('.approval .remember summary').click();
    await page.locator('.approval .remember').getByText('exactly these arguments').waitFor();
    await page.getByRole('button', { name: 'Allow until' }).click();
    await answer().getByText('Paid seven.').waitFor();
    // Now it asks no more.
    app.model.push({ toolCalls: [{ name: 'pay', args: { amount: 7 } }] }, { text: 'Paid seven more.' });
    await say('pay seven again');
    await answer().getByText('Paid seven more.').waitFor();
    app.model.push({ toolCalls: [{ name: 'pay', args: { amount: 8 } }] }, { text: 'Not paid.' });
    await say('pay eight');
    await page.locator('.approval').getByRole('button', { name: 'Deny' }).click();
    await answer().getByText('Not paid.').waitFor();
    await page.getByRole('link', { name: 'Approvals' }).click();
    await page.getByRole('button', { name: 'Stop allowing it' }).click();
    await page.getByRole('button', { name: 'Stop allowing it' }).waitFor({ state: 'detached' });
    await page.goBack();
    await page.locator('#composer').waitFor();
  });
});

describe('somebody who is quicker than the page', { timeout: PATH_MS }, () => {
  it('types into the palette and not into a message', async () => {
    const palette = `dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }))`;
    const focus = await pressOnceThere(page, { does: palette, comes: '.palette input', key: 'x' });
    expect(focus).toContain('role="combobox"');
  });

  it('closes the palette by Esc, and stops no run by it', async () => {
    app.model.push({ toolCalls: [{ name: 'wait', args: {} }] }, { text: 'Done with it.' });
    await page.keyboard.press('Escape');
    await page.locator('.palette').waitFor({ state: 'detached' });
    const entered = nextEntry();
    await say('wait once more');
    await entered;
    await page.keyboard.press('Control+k');
    await page.locator('.palette[open]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.palette').waitFor({ state: 'detached' });
    letGo();
    await answer().getByText('Done with it.').waitFor();
  });
});

describe('a message that the oracle does not get', { timeout: PATH_MS }, () => {
  it.each(['the first', 'a later one'])('is in its place to be sent again: %s', async (which) => {
    if (which === 'the first') await beginConversation(page, app.url);
    await page.locator('.composer button[type=submit]').waitFor();
    const path = which === 'the first' ? '**/sessions' : '**/messages/*';
    let lost = 0;
    await page.route(path, (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      lost += 1;
      return route.abort();
    });
    const turns = await page.locator('.turn').count();
    await page.fill('#composer', 'do not lose me');
    await page.locator('#composer').press('Enter');
    await expect.poll(() => lost).toBe(1);
    await expect.poll(() => page.locator('#composer').inputValue()).toBe('do not lose me');
    expect(await page.locator('.turn').count()).toBe(turns);
    await page.unroute(path);
    app.model.push({ text: 'It is here.' });
    await page.locator('#composer').press('Enter');
    await answer().getByText('It is here.').waitFor();
  });
});

describe('what a model wrote', () => {
  it('is never run, loaded or followed, in 200 attempts', { timeout: PATH_MS }, async () => {
    expect(INJECTIONS.flat().length).toBeGreaterThanOrEqual(200);
    for (const [at, attempts] of INJECTIONS.entries()) {
      app.model.push({ text: attempts.join('\n\n') });
      await say(`attempt ${at}`);
      await page.getByLabel(`attempt ${at}`, { exact: true }).locator('.answer .tools').waitFor();
    }
    // The sanitiser comes with the first block of markup, and what could load has had its time.
    await page.waitForLoadState('networkidle');
    const found = await page.evaluate(`(() => {
      const inside = [...document.querySelectorAll('.answer *')];
      const tags = new Set(['SCRIPT', 'IFRAME', 'OBJECT', 'EMBED', 'FORM', 'BASE', 'LINK', 'META', 'STYLE', 'IMG', 'VIDEO', 'AUDIO', 'SVG']);
      return [
        ...inside.filter((node) => tags.has(node.tagName.toUpperCase()) && !node.matches('svg.icon')).map((node) => node.outerHTML),
        ...inside.flatMap((node) => [...node.attributes].filter(({ name, value }) => /^on/i.test(name) || (name === 'href' && !['http:', 'https:', 'mailto:'].includes(node.protocol)) || (name === 'style' && !node.closest('.icon'))).map(({ name, value }) => name + '=' + value)),
        ...(window.pwned === undefined ? [] : ['pwned']),
      ];
    })()`);
    expect(found).toEqual([]);
  });
});
