/** API keys: created with the password, shown once, deleted by their member. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import {
  answer,
  dialog,
  field,
  secret,
  tap,
  untilPage,
  untilToast,
  words,
} from './support/hands.ts';
import { story } from './support/story.ts';
import { PASSWORD } from './support/world.ts';

story('a key is created, its secret shown once, and the key deleted', async ({ open, world }) => {
  const page = await open(pages.my, { as: await world.member() });
  await tap(page, /^API keys/, 'link');
  await untilPage(page, pages.apiKeys);
  await words(page, 'No keys yet').waitFor();

  await tap(page, 'New key');
  await field(page, 'Name').fill('grid bot');
  await field(page, 'Allowed IP addresses').fill('127.0.0.0/8, ::1');
  await secret(page, 'Your login password').fill(PASSWORD);
  await page.getByRole('switch', { name: 'Allow trading' }).tap();
  await tap(page, 'Create key');

  await words(page, /^You’ll see the secret key only once/).waitFor();
  const code = await words(page, /^[a-z0-9]{40}$/).innerText();
  await tap(page, 'I’ve saved it');
  await words(page, 'Read and trade').waitFor();
  await words(page, '127.0.0.0/8, ::1').waitFor();
  expect(await page.content()).not.toContain(code);

  await tap(page, 'Delete key grid bot');
  await answer(dialog(page, 'Delete grid bot?'), 'Delete key');
  await untilToast(page, 'Key deleted');
  await words(page, 'No keys yet').waitFor();
});
