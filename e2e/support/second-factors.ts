/** Second factors of members in browser stories, and the way out of a session. */
import type { Page } from 'playwright-core';
import { pages } from '../../apps/web/src/kernel/pages.ts';
import { answer, dialog, tap, untilPage } from './hands.ts';
import { visit } from './waiting.ts';

/** Chromium's own authenticator, which agrees to everything. */
export async function plugAuthenticator(page: Page): Promise<void> {
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

/** Ends the session, and waits for the login page. */
export async function logOut(page: Page): Promise<void> {
  await visit(page, pages.my);
  await tap(page, 'Log out');
  await answer(dialog(page, 'Log out on this device?'), 'Log out');
  await untilPage(page, pages.login);
}
