/** Second factors on the phone: a passkey of the browser, an authenticator, recovery codes, and the freeze. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { codeAt } from '../apps/server/tests/support/operator-client.ts';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { typeImageCode } from './support/registration.ts';
import { logOut, plugAuthenticator } from './support/second-factors.ts';
import {
  answer,
  control,
  dialog,
  field,
  secret,
  storageOf,
  tap,
  untilPage,
  words,
} from './support/hands.ts';
import { story } from './support/story.ts';
import { visit } from './support/waiting.ts';
import { PASSWORD } from './support/world.ts';

const STEP_MS = 30_000;

/** Logs in as far as the second step. */
async function enterPassword(page: Page, { email }: { email: string }): Promise<void> {
  await field(page, 'Email or phone').fill(email);
  await secret(page, 'Password').fill(PASSWORD);
  await typeImageCode(page);
  await tap(page, 'Log in');
}

story(
  'a passkey is added, confirms a new API key, completes a login, and logs in without a name or password',
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

    await logOut(page);
    await enterPassword(page, member);
    await tap(page, 'Use passkey');
    await untilPage(page, pages.home);

    await logOut(page);
    await tap(page, 'Log in with a passkey');
    await untilPage(page, pages.home);
    expect((await storageOf(page))['tern.session']).toContain(member.email);
  },
);

story(
  'an authenticator is set up and completes a login; a frozen account lets no money out, and a recovery code logs in',
  async ({ open, world }) => {
    const member = await world.member();
    const page = await open(pages.secondFactors, { as: member });
    await tap(page, 'Set up');
    const sheet = page.getByRole('dialog', { name: 'Authenticator app' });
    await secret(sheet, 'Your login password').fill(PASSWORD);
    await tap(sheet, 'Continue');
    const key = sheet.getByText(/^(?:[A-Z2-7]{4} ?){8}$/);
    const shared = ((await key.textContent()) ?? '').replaceAll(' ', '');
    await field(sheet, 'Authenticator code').fill(codeAt(Date.now(), shared));
    await tap(sheet, 'Turn on');
    const codes = page.getByRole('dialog', { name: 'Recovery codes' });
    const paper = (await codes.getByRole('listitem').first().textContent()) ?? '';
    await tap(codes, 'I’ve saved them', 'checkbox');
    await tap(codes, 'Done');

    await logOut(page);
    await enterPassword(page, member);
    // No code works twice; that of the next step is accepted already.
    await field(page, 'Authenticator code').fill(codeAt(Date.now() + STEP_MS, shared));
    await tap(page, 'Confirm');
    await untilPage(page, pages.home);

    await visit(page, pages.security);
    await tap(page, /^Freeze my account/);
    await answer(dialog(page, 'Freeze your account?'), 'Freeze');
    await words(page, 'You froze your account').first().waitFor();
    await visit(page, `${pages.withdraw}?coin=USDT`);
    await words(page, 'You froze your account').waitFor();
    expect(await control(page, 'button', 'Withdraw USDT').isDisabled()).toBe(true);

    await logOut(page);
    await enterPassword(page, member);
    await tap(page, 'Use a recovery code');
    await field(page, 'Recovery code').fill(paper);
    await tap(page, 'Confirm');
    await untilPage(page, pages.home);
    await visit(page, pages.secondFactors);
    await words(page, '9 / 10').waitFor();
  },
);
