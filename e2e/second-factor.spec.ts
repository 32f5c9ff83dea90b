/** A passkey of the browser: added, then used to confirm a call and to log in. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { field, secret, tap, untilPage, words } from './support/hands.ts';
import { CAPTCHA } from './support/site.ts';
import { story } from './support/story.ts';
import { visit } from './support/waiting.ts';
import { PASSWORD } from './support/world.ts';

/** Chromium's own authenticator, which agrees to everything. */
async function plugAuthenticator(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

story(
  'a passkey is added, confirms a new API key, and completes a login',
  async ({ open, world }) => {
    const member = await world.member();
    const page = await open(pages.secondFactors, { as: member });
    await plugAuthenticator(page);
    await tap(page, 'Add a passkey');
    const adding = page.getByRole('dialog', { name: 'Add a passkey' });
    await field(adding, 'Name').fill('my phone');
    await secret(adding, 'Your login password').fill(PASSWORD);
    await tap(adding, 'Continue');
    const codes = page.getByRole('dialog', { name: 'Recovery codes' });
    await tap(codes, 'I’ve saved them', 'checkbox');
    expect(await codes.getByRole('listitem').count()).toBe(10);
    await tap(codes, 'Done');
    await words(page, 'my phone').waitFor();

    await visit(page, pages.apiKeys);
    await tap(page, 'New key');
    await field(page, 'Name').fill('grid bot');
    await secret(page, 'Your login password').fill(PASSWORD);
    await tap(page, 'Create key');
    await tap(page.getByRole('dialog', { name: 'Confirm it’s you' }), 'Use passkey');
    await words(page, /^You’ll see the secret key only once/).waitFor();
    await tap(page, 'I’ve saved it');

    const { token } = member.session;
    await world.api.data('POST /user/logout', {}, { token });
    await page.evaluate(() => localStorage.removeItem('tern.session'));
    await visit(page, pages.login);
    await field(page, 'Email or phone').fill(member.email);
    await secret(page, 'Password').fill(PASSWORD);
    await page.getByAltText('Code to type').waitFor();
    await field(page, 'Code in the image').fill(CAPTCHA);
    await tap(page, 'Log in');
    await tap(page, 'Use passkey');
    await untilPage(page, pages.home);
  },
);
