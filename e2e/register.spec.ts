/** Registration: the fields of each step, and its errors. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { complaintOf, field, secret, tap, untilPage, untilToast } from './support/hands.ts';
import { chooseCountry, fillContact, fillSecrets } from './support/registration.ts';
import { soon, story } from './support/story.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

story('the first step shows an error at each field', async ({ open }) => {
  const page = await open(pages.register);
  await tap(page, 'Continue');
  await soon(() => complaintOf(field(page, 'Phone number'))).toBe('Enter your phone number.');
  expect(await complaintOf(field(page, 'Email'))).toBe('Enter your email.');
  expect(await complaintOf(field(page, 'Email code'))).toBe('Enter the email code.');

  await field(page, 'Phone number').fill('12345678901');
  await field(page, 'Email').fill('nobody at home');
  await tap(page, 'Continue');
  await soon(() => complaintOf(field(page, 'Phone number'))).toBe(
    'Enter 11 digits, starting 13 to 19.',
  );
  expect(await complaintOf(field(page, 'Email'))).toBe("That email doesn't look right.");
});

story('the second step shows an error at each field', async ({ open, world }) => {
  const page = await open(pages.register);
  await fillContact(page, world);
  await heading(page, 'How you log in').waitFor();
  await tap(page, 'Open an account');
  await soon(() => complaintOf(secret(page, 'Password'))).toBe('Enter a password.');
  expect(await complaintOf(secret(page, 'Confirm password'))).toBe('Confirm the password.');
  expect(await complaintOf(field(page, 'Invitation code'))).toBe('Enter an invitation code.');
  expect(await complaintOf(field(page, 'Code in the image'))).toBe('Enter the code in the image.');
  await page.getByText('Tick the box to continue.').waitFor();

  await secret(page, 'Password').fill('long enough');
  await secret(page, 'Confirm password').fill('but another');
  await tap(page, 'Open an account');
  await soon(() => complaintOf(secret(page, 'Confirm password'))).toBe(
    "The two passwords don't match.",
  );
  await secret(page, 'Password').fill('short');
  await tap(page, 'Open an account');
  await soon(() => complaintOf(secret(page, 'Password'))).toBe('Use 8 to 72 characters.');
});

story(
  'an unknown invitation code shows an error at its field and can be corrected',
  async ({ open, world }) => {
    const page = await open(pages.register);
    await fillContact(page, world);
    await fillSecrets(page, { invitation: 'NOBODY' });
    await tap(page, 'Open an account');
    await soon(() => complaintOf(field(page, 'Invitation code'))).toBe(
      "That invitation code doesn't exist.",
    );
    await fillSecrets(page, { invitation: 'TERN01' });
    await tap(page, 'Open an account');
    await untilPage(page, pages.home);
  },
);

story(
  'a wrong email code shows an error on its own step, and can be corrected there',
  async ({ open, world }) => {
    const { email, phone } = world.stranger();
    const page = await open(pages.register);
    await field(page, 'Phone number').fill(phone);
    await field(page, 'Email').fill(email);
    await tap(page, 'Send code');
    await untilToast(page, `Code sent to ${email}`);
    await soon(() => world.codeFor(email)).toBeTruthy();
    const right = world.codeFor(email) ?? '';
    await field(page, 'Email code').fill(right === '123456' ? '654321' : '123456');
    await tap(page, 'Continue');
    await soon(() => complaintOf(field(page, 'Email code'))).toBe(
      'That code is wrong or has expired.',
    );
    expect(await heading(page, 'How we reach you').isVisible()).toBe(true);

    await field(page, 'Email code').fill(right);
    await tap(page, 'Continue');
    await heading(page, 'How you log in').waitFor();
    await fillSecrets(page);
    await tap(page, 'Open an account');
    await untilPage(page, pages.home);
  },
);

story('a number of every listed country is accepted, and of no other', async ({ open, world }) => {
  const page = await open(pages.register);
  await chooseCountry(page, 'DE');
  await field(page, 'Phone number').fill('13800001234');
  await tap(page, 'Continue');
  await soon(() => complaintOf(field(page, 'Phone number'))).toBe(
    "That isn't a mobile number in this country.",
  );
  const { email } = world.stranger();
  await field(page, 'Phone number').fill('0151 23456789');
  await field(page, 'Email').fill(email);
  await tap(page, 'Send code');
  await soon(() => world.codeFor(email)).toBeTruthy();
  await field(page, 'Email code').fill(world.codeFor(email) ?? '');
  await tap(page, 'Continue');
  await heading(page, 'How you log in').waitFor();
  await fillSecrets(page);
  await tap(page, 'Open an account');
  await untilPage(page, pages.home);
});

story('a repetitive password is refused at its field, with the reason', async ({ open, world }) => {
  const page = await open(pages.register);
  await fillContact(page, world);
  await fillSecrets(page);
  await secret(page, 'Password').fill('aaaaaaaaaaaa');
  await secret(page, 'Confirm password').fill('aaaaaaaaaaaa');
  await tap(page, 'Open an account');
  await soon(() => complaintOf(secret(page, 'Password'))).toBe(
    'This password repeats or follows a simple order. Choose another.',
  );
});

story('an invitation link fills in its code', async ({ open, world }) => {
  const page = await open(`${pages.register}?code=TERN01`);
  await fillContact(page, world);
  expect(await field(page, 'Invitation code').inputValue()).toBe('TERN01');
});
