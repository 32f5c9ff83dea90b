/** Registration: an invitation link, and a phone number of another country. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { field, tap, untilPage } from './support/hands.ts';
import { chooseCountry, fillContact, fillSecrets } from './support/registration.ts';
import { story } from './support/story.ts';

story('an invited visitor registers with a German phone number', async ({ open, world }) => {
  const page = await open(`${pages.register}?code=TERN01`);
  await chooseCountry(page, 'DE');
  await fillContact(page, world, '0151 23456789');
  expect(await field(page, 'Invitation code').inputValue()).toBe('TERN01');
  await fillSecrets(page);
  await tap(page, 'Open an account');
  await untilPage(page, pages.home);
});
