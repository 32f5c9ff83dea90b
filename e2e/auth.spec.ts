/** Login, forgotten passwords and changed passwords. */
import type { Page } from 'playwright-core';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { field, secret, tap, untilPage, untilToast } from './support/hands.ts';
import { solveCaptcha, typeImageCode } from './support/registration.ts';
import { soon, story } from './support/story.ts';
import type { World } from './support/world.ts';

const NEW_PASSWORD = 'another sea 42';

async function logIn(page: Page, login: string, password: string): Promise<void> {
  await field(page, 'Email or phone').fill(login);
  await secret(page, 'Password').fill(password);
  await typeImageCode(page);
  await tap(page, 'Log in');
}

interface Way {
  choice: string;
  contact: string;
  code: string;
  /** Of the sheet that asks for the image code. */
  sheet: string;
}

const byEmail: Way = {
  choice: 'By email',
  contact: 'Email',
  code: 'Email code',
  sheet: 'Before we send the email',
};
const byPhone: Way = {
  choice: 'By phone',
  contact: 'Phone number',
  code: 'SMS code',
  sheet: 'Before we send the SMS',
};

/** From the login page to the login page; `recipient` is where the message goes. */
async function replacePassword(
  page: Page,
  way: Way,
  { contact, recipient, world }: { contact: string; recipient: string; world: World },
): Promise<void> {
  await tap(page, 'Forgot?', 'link');
  await untilPage(page, pages.forgetPassword);
  await tap(page, way.choice, 'radio');
  await field(page, way.contact).fill(contact);
  await tap(page, 'Send code');
  await solveCaptcha(page, way.sheet);
  await untilToast(page, `Code sent to ${contact}`);
  await page.getByText(/^Send again in \d+ s$/).waitFor();
  await soon(() => world.codeFor(recipient)).toBeTruthy();
  await field(page, way.code).fill(world.codeFor(recipient) ?? '');
  await secret(page, 'New password').fill(NEW_PASSWORD);
  await secret(page, 'Confirm password').fill(NEW_PASSWORD);
  await typeImageCode(page);
  await tap(page, 'Set new password');
  await untilPage(page, pages.login);
  await untilToast(page, 'Password changed. Log in with the new one.');
}

story('a forgotten password is replaced with a code by e-mail', async ({ open, world }) => {
  // The seeded member, whose address had no code within the last minute.
  const contact = 'demo@tern.test';
  const page = await open(pages.login);
  await replacePassword(page, byEmail, { contact, recipient: contact, world });
  await logIn(page, contact, NEW_PASSWORD);
  await untilPage(page, pages.home);
});

story(
  'a forgotten password is replaced with a code by phone, which can log in too',
  async ({ open, world }) => {
    const { phone } = await world.member();
    const page = await open(pages.login);
    const recipient = `+86${phone}`;
    await replacePassword(page, byPhone, { contact: recipient, recipient, world });
    await logIn(page, phone, NEW_PASSWORD);
    await untilPage(page, pages.home);
  },
);
