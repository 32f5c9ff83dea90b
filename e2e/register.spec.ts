/** Opening an account: what each step asks for, and what a refusal says. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { complaintOf, field, secret, tap, untilPage } from './support/hands.ts';
import { fillContact, fillSecrets } from './support/registration.ts';
import { soon, story } from './support/story.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

story('the first step says at each field what is wrong', async ({ open }) => {
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

story('the second step says at each field what is wrong', async ({ open, world }) => {
  const page = await open(pages.register);
  await field(page, 'Phone number').fill(world.stranger().phone);
  await field(page, 'Email').fill(world.stranger().email);
  await field(page, 'Email code').fill('123456');
  await tap(page, 'Continue');
  await heading(page, 'How you log in').waitFor();
  await tap(page, 'Open an account');
  await soon(() => complaintOf(secret(page, 'Password'))).toBe('Enter a password.');
  expect(await complaintOf(secret(page, 'Confirm password'))).toBe('Confirm the password.');
  expect(await complaintOf(field(page, 'Invitation code'))).toBe('Enter an invitation code.');
  expect(await complaintOf(field(page, 'Code in the image'))).toBe('Enter the code in the image.');
  await page.getByText('Tick the box to go on.').waitFor();

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
  'an unknown invitation code is told at its field and can be mended',
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

story('an address that has an account is told on the first step', async ({ open, world }) => {
  const { email } = await world.member();
  const page = await open(pages.register);
  await field(page, 'Phone number').fill(world.stranger().phone);
  await field(page, 'Email').fill(email);
  await field(page, 'Email code').fill('000000');
  await tap(page, 'Continue');
  await fillSecrets(page);
  await tap(page, 'Open an account');
  await heading(page, 'How we reach you').waitFor();
  await soon(() => complaintOf(field(page, 'Email code'))).toBe('That code is wrong or too old.');
  expect(await field(page, 'Email').inputValue()).toBe(email);
});

story('an invitation link fills in its code', async ({ open, world }) => {
  const page = await open(`${pages.register}?code=TERN01`);
  await fillContact(page, world);
  expect(await field(page, 'Invitation code').inputValue()).toBe('TERN01');
});
