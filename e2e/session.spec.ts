/** How a session ends: elsewhere, by the server, by its owner. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { answer, dialog, field, storageOf, tap, untilPage } from './support/hands.ts';
import { soon, story } from './support/story.ts';

/** Settings that a logout clears with everything else. */
const remembered = { theme: 'light', favourites: ['btcusdt'] };

async function untilForgotten(page: Page): Promise<void> {
  await untilPage(page, pages.login);
  // What is about the device stays.
  const left = Object.keys(await storageOf(page)).filter(
    (name) => !name.startsWith('tern.device.'),
  );
  expect(left).toEqual([]);
}

story(
  'a login elsewhere ends this session immediately, shows why and clears its data',
  async ({ open, world }) => {
    const member = await world.member();
    const page = await open(pages.my, { as: member, remembered });
    await untilPage(page, pages.my);
    await world.logInElsewhere(member);
    await untilForgotten(page);
    const note = page.getByRole('alert').filter({ hasText: 'You were logged out at' });
    await note.getByText('Someone logged in with your password from').waitFor();
    await page.reload();
    await note.waitFor();
    await soon(() => field(page, 'Email or phone').inputValue()).toBe(member.email);

    await tap(note, 'Not you? Secure account', 'link');
    await untilPage(page, pages.forgetPassword);
    await soon(() => field(page, 'Email').inputValue()).toBe(member.email);
    await page.goBack();
    await tap(note, 'It was me');
    await note.waitFor({ state: 'hidden' });
    await page.reload();
    await untilPage(page, pages.login);
    expect(await note.count()).toBe(0);
  },
);

story('logging out asks first, then clears everything', async ({ open, world }) => {
  const member = await world.member();
  const page = await open(pages.my, { as: member, remembered });
  await tap(page, 'Log out');
  const asked = dialog(page, 'Log out on this device?');
  await answer(asked, 'Cancel');
  expect(await storageOf(page)).toHaveProperty(['tern.session']);

  await tap(page, 'Log out');
  await answer(asked, 'Log out');
  await untilForgotten(page);
  const { code } = await world.api.call('GET /user/getUserInfo', {}, member.session);
  expect([4015, 4016], 'the token is void on the server too').toContain(code);
});

story('logging out in one tab logs out the other', async ({ open, world }) => {
  const member = await world.member();
  const page = await open(pages.my, { as: member });
  await untilPage(page, pages.my);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await tap(other, 'Log out');
  await answer(dialog(other, 'Log out on this device?'), 'Log out');
  await untilPage(other, pages.login);
  await untilPage(page, pages.login);
  await soon(() => page.getByText(member.email).count()).toBe(0);
});
