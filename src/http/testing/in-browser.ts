import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/**
 * Milliseconds that one step in a browser may wait for what it needs. It is well below `PATH_MS`: a step that hangs is
 * named by its own error, with the element that it waited for, and not by the end of its test.
 */
const STEP_MS = 25_000;

/** Milliseconds for a whole path of such steps, beside other work on a small machine. */
export const PATH_MS = 120_000;

/** Chromium, as Debian ships it. @throws Error that says where it has to stand */
export async function startChromium(): Promise<Browser> {
  const executablePath = process.env['ORACLE_TEST_CHROMIUM'] ?? '/usr/bin/chromium';
  if (!existsSync(executablePath)) {
    throw new Error(`These tests need Chromium at ${executablePath}, or where ORACLE_TEST_CHROMIUM says.`);
  }
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

/** A page whose steps end by themselves. */
export async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(STEP_MS);
  return page;
}

/** Sends a message as a person does: once the page takes one. */
export async function send(page: Page, words: string): Promise<void> {
  await page.locator('.composer button[type=submit]').waitFor();
  await page.fill('#composer', words);
  await page.locator('#composer').press('Enter');
  await page.locator('#composer:placeholder-shown').waitFor();
}

/** Goes to where a conversation begins. */
export async function beginConversation(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/s`);
  // Where the page stood elsewhere before, its composer may still be that of another conversation.
  await page.locator('h1', { hasText: 'New conversation' }).waitFor();
  await page.locator('#composer').waitFor();
}

/**
 * Does something and presses a key the moment that an element comes of it, before anything is painted: nobody is as
 * quick, but the page of a busy machine is as slow.
 * @param does a script
 * @returns the element that had the focus at that moment, as the beginning of its markup
 */
export async function pressOnceThere(
  page: Page,
  { does, comes, key }: { readonly does: string; readonly comes: string; readonly key: string },
): Promise<string> {
  return page.evaluate(`new Promise((resolve) => {
    const seen = new MutationObserver(() => {
      if (document.querySelector(${JSON.stringify(comes)}) === null) return;
      seen.disconnect();
      const { activeElement } = document;
      const event = new KeyboardEvent('keydown', { key: ${JSON.stringify(key)}, bubbles: true, cancelable: true });
      activeElement.dispatchEvent(event);
      resolve(activeElement.outerHTML.slice(0, 200));
    });
    seen.observe(document.body, { childList: true, subtree: true });
    ${does};
  })`);
}
