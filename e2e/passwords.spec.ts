/** Passwords of a member: the login password, and the one for withdrawals. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { answer, dialog, secret, storageOf, tap, untilPage, untilToast } from './support/hands.ts';
import { story } from './support/story.ts';
import { PASSWORD } from './support/world.ts';

const NEW_PASSWORD = 'another sea 42';

story('changing the login password asks first, then logs out', async ({ open, world }) => {
  const member = await world.member();
  const page = await open(pages.my, { as: member });
  await tap(page, /^Security/, 'link');
  await untilPage(page, pages.security);
  await tap(page, /^Login password/, 'link');
  await untilPage(page, pages.resetPassword);
  await secret(page, 'Old password').fill(PASSWORD);
  await secret(page, 'New password').fill(NEW_PASSWORD);
  await secret(page, 'Confirm password').fill(NEW_PASSWORD);
  await tap(page, 'Change password');
  await answer(dialog(page, 'Change the login password?'), 'Change password');
  await untilPage(page, pages.login);
  await untilToast(page, 'Password changed. Log in with the new one.');
  expect(await storageOf(page)).not.toHaveProperty(['tern.session']);
  await world.logInElsewhere(member, NEW_PASSWORD);
});

story('a withdrawal password is set once and then changed', async ({ open, world }) => {
  const page = await open(pages.passwords, { as: await world.member() });
  await tap(page, /^Withdrawal password/, 'link');
  await untilPage(page, pages.resetWithdrawPassword);
  await secret(page, 'Your login password').fill(PASSWORD);
  await secret(page, 'New withdrawal password').fill('135790');
  await secret(page, 'Confirm withdrawal password').fill('135790');
  await tap(page, 'Set password');
  await untilToast(page, 'Withdrawal password saved');
  await untilPage(page, pages.passwords);

  await tap(page, /^Withdrawal password/, 'link');
  await secret(page, 'Old withdrawal password').fill('135790');
  await secret(page, 'New withdrawal password').fill('246802');
  await secret(page, 'Confirm withdrawal password').fill('246802');
  await tap(page, 'Change password');
  await untilToast(page, 'Withdrawal password saved');
});
