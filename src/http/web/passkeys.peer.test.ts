import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mintLoginCode } from '../../auth/index.js';
import { newPage, PATH_MS, startChromium } from '../testing/in-browser.js';
import { startTestApp, type TestApp } from '../testing/test-app.js';

let app: TestApp;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let device: CDPSession;
let authenticatorId: string;
/** By the name that the printed link has. */
let home: string;
const faults: string[] = [];

beforeAll(async () => {
  app = await startTestApp();
  home = app.url.replace('127.0.0.1', 'localhost');
  browser = await startChromium();
  context = await browser.newContext({ locale: 'en-GB' });
  page = await newPage(context);
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (line) => {
    if (/Content Security Policy/.test(line.text())) faults.push(line.text());
  });
  device = await context.newCDPSession(page);
  await device.send('WebAuthn.enable');
  ({ authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  }));
}, PATH_MS);
afterAll(async () => {
  await browser?.close();
  await app?.close();
});
afterEach(() => {
  expect(faults.splice(0)).toEqual([]);
});

async function loginLink(at = home): Promise<string> {
  if (app.app.identity === undefined) throw new Error('no identity');
  return `${at}/#login=${await mintLoginCode(app.app.identity, { clock: { now: () => Date.now() } })}`;
}

const signOut = () => page.evaluate(() => fetch('/auth/session', { method: 'DELETE' }));
const byPasskey = () => page.getByRole('button', { name: 'Sign in with a passkey' });

describe('a passkey in a browser', { timeout: PATH_MS }, () => {
  it('is offered at the first visit, made in the settings, and signs in from the second on', async () => {
    await page.goto(await loginLink());
    await page.getByRole('link', { name: 'Make a passkey' }).click();
    const devices = page.locator('#devices');
    await devices.getByLabel('What you call it').fill('My laptop');
    await devices.getByRole('button', { name: 'Make a passkey' }).click();
    await devices.locator('.card', { hasText: 'My laptop' }).getByText('never used').waitFor();
    const { credentials } = await device.send('WebAuthn.getCredentials', { authenticatorId });
    expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);

    await signOut();
    await page.goto(`${home}/`);
    await page.reload();
    await byPasskey().click();
    await page.locator('#composer').waitFor();
    // It is not offered again.
    expect(await page.getByRole('link', { name: 'Make a passkey' }).count()).toBe(0);
    const who = await page.evaluate(() => fetch('/auth/session').then((response) => response.json()));
    expect(who).toMatchObject({ kind: 'owner' });
    await page.goto(`${home}/#/settings`);
    await devices
      .locator('.card', { hasText: 'My laptop' })
      .getByText(/· used /)
      .waitFor();
  });

  it('is not made twice on one device', async () => {
    const devices = page.locator('#devices');
    await devices.getByLabel('What you call it').fill('Once more');
    await devices.getByRole('button', { name: 'Make a passkey' }).click();
    await page.getByText('This device has a passkey already.').first().waitFor();
    expect(await devices.locator('.card').count()).toBe(1);
  });

  it('does not sign in who is not verified, and says so', async () => {
    await signOut();
    await page.goto(`${home}/`);
    await page.reload();
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await byPasskey().click();
    await page.getByText('Nothing was done: it was called off, or took too long.').waitFor();
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await byPasskey().click();
    await page.locator('#composer').waitFor();
  });

  it('signs out whom it signed in when it is ended, and signs nobody in after that', async () => {
    await page.goto(`${home}/#/settings`);
    await page.locator('#devices .card').getByRole('button', { name: 'End' }).click();
    await page.locator('dialog[open]').getByRole('button', { name: 'End' }).click();
    await byPasskey().click();
    await page.getByText('This passkey does not sign in here any more').waitFor();
    expect(await page.locator('#composer').count()).toBe(0);
  });

  it('is only for the address that has a name, and the page says where that is', async () => {
    const digits = await newPage(context);
    await digits.goto(app.url);
    await digits.getByRole('link', { name: home }).waitFor();
    expect(await digits.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
    await digits.goto(await loginLink(app.url));
    await digits.locator('#composer').waitFor();
    await digits.goto(`${app.url}/#/settings`);
    await digits.locator('#devices').getByRole('link', { name: home }).waitFor();
    await digits.locator('#devices').getByText('does not know under which address').waitFor();
    await digits.close();
  });
});
