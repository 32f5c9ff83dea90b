/** Login, forgotten passwords and changed passwords. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import {
  complaintOf,
  field,
  secret,
  storageOf,
  tap,
  untilPage,
  untilToast,
} from './support/hands.ts';
import { CAPTCHA } from './support/site.ts';
import { soon, story } from './support/story.ts';
import { PASSWORD, type World } from './support/world.ts';

const NEW_PASSWORD = 'another sea 42';

const picture = (page: Page) => page.getByAltText('Code to type');

async function logIn(page: Page, login: string, password: string): Promise<void> {
  await field(page, 'Email or phone').fill(login);
  await secret(page, 'Password').fill(password);
  await field(page, 'Code in the image').fill(CAPTCHA);
  await picture(page).waitFor();
  await tap(page, 'Log in');
}

story('an empty login form shows an error at each field', async ({ open }) => {
  const page = await open(pages.login);
  await tap(page, 'Log in');
  await soon(() => complaintOf(field(page, 'Email or phone'))).toBe('Enter your email or phone.');
  expect(await complaintOf(secret(page, 'Password'))).toBe('Enter your password.');
  expect(await complaintOf(field(page, 'Code in the image'))).toBe('Enter the code in the image.');
  const focused = await page.evaluate(() => document.activeElement?.getAttribute('name'));
  expect(focused, 'the first wrong field has the focus').toBe('username');
});

story(
  'a wrong password shows an error and a new image, and keeps the password',
  async ({ open, world }) => {
    const { email } = await world.member();
    const page = await open(pages.login);
    await picture(page).waitFor();
    const before = await picture(page).getAttribute('src');
    await logIn(page, email, 'not the password');
    await page.locator('form').getByRole('alert').getByText('Wrong login or password.').waitFor();
    await soon(() => picture(page).getAttribute('src')).not.toBe(before);
    expect(await secret(page, 'Password').inputValue()).toBe('not the password');
    expect(await field(page, 'Email or phone').inputValue()).toBe(email);
    expect(await field(page, 'Code in the image').inputValue()).toBe('');

    await secret(page, 'Password').fill(PASSWORD);
    await field(page, 'Code in the image').fill(CAPTCHA);
    await tap(page, 'Log in');
    await untilPage(page, pages.home);
    expect(await storageOf(page)).toHaveProperty(['tern.session']);
  },
);

story(
  'a wrong image code shows an error at its field, and a new image',
  async ({ open, world }) => {
    const { email } = await world.member();
    const page = await open(pages.login);
    await picture(page).waitFor();
    const before = await picture(page).getAttribute('src');
    await field(page, 'Email or phone').fill(email);
    await secret(page, 'Password').fill(PASSWORD);
    await field(page, 'Code in the image').fill('zzzz');
    await tap(page, 'Log in');
    await soon(() => complaintOf(field(page, 'Code in the image'))).toBe(
      "That code doesn't match. Here is a new image.",
    );
    await soon(() => picture(page).getAttribute('src')).not.toBe(before);
    expect(await secret(page, 'Password').inputValue()).toBe(PASSWORD);
  },
);

story('a password can be shown', async ({ open }) => {
  const page = await open(pages.login);
  await secret(page, 'Password').fill('see me');
  await tap(page, 'Show password');
  expect(await field(page, 'Password').inputValue()).toBe('see me');
  await tap(page, 'Hide password');
  expect(await secret(page, 'Password').inputValue()).toBe('see me');
});

story('a member logs in by phone number', async ({ open, world }) => {
  const { phone } = await world.member();
  const page = await open(pages.login);
  await logIn(page, phone, PASSWORD);
  await untilPage(page, pages.home);
});

interface Way {
  choice: string;
  contact: string;
  code: string;
}

const byEmail: Way = { choice: 'By email', contact: 'Email', code: 'Email code' };
const byPhone: Way = { choice: 'By phone', contact: 'Phone number', code: 'SMS code' };

async function solveCaptchaBeforeSms(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Before we send the SMS' });
  const imageCode = field(sheet, 'Code in the image');
  await imageCode.fill('WRNG');
  await tap(sheet, 'Send code');
  await soon(() => complaintOf(imageCode)).toBeTruthy();
  await soon(() => imageCode.inputValue()).toBe('');
  await imageCode.fill(CAPTCHA);
  await tap(sheet, 'Send code');
  await sheet.waitFor({ state: 'hidden' });
}

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
  if (way === byPhone) await solveCaptchaBeforeSms(page);
  await untilToast(page, `Code sent to ${contact}`);
  await page.getByText(/^Send again in \d+ s$/).waitFor();
  await soon(() => world.codeFor(recipient)).toBeTruthy();
  await field(page, way.code).fill(world.codeFor(recipient) ?? '');
  await secret(page, 'New password').fill(NEW_PASSWORD);
  await secret(page, 'Confirm password').fill(NEW_PASSWORD);
  await field(page, 'Code in the image').fill(CAPTCHA);
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

story('a forgotten password is replaced with a code by phone', async ({ open, world }) => {
  const { email, phone: contact } = await world.member();
  const page = await open(pages.login);
  await replacePassword(page, byPhone, { contact, recipient: `+86${contact}`, world });
  await logIn(page, email, NEW_PASSWORD);
  await untilPage(page, pages.home);
});

story(
  'a wrong code shows an error at its field, and keeps the other input',
  async ({ open, world }) => {
    const { phone } = await world.member();
    const page = await open(pages.forgetPassword);
    await tap(page, 'By phone', 'radio');
    await field(page, 'Phone number').fill(phone);
    await field(page, 'SMS code').fill('000000');
    await secret(page, 'New password').fill(NEW_PASSWORD);
    await secret(page, 'Confirm password').fill(NEW_PASSWORD);
    await field(page, 'Code in the image').fill(CAPTCHA);
    await picture(page).waitFor();
    await tap(page, 'Set new password');
    await soon(() => complaintOf(field(page, 'SMS code'))).toBe(
      'That code is wrong or has expired.',
    );
    expect(await field(page, 'Phone number').inputValue()).toBe(phone);
    expect(await secret(page, 'New password').inputValue()).toBe(NEW_PASSWORD);
    expect(await field(page, 'Code in the image').inputValue()).toBe('');
  },
);
