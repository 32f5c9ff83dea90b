/** Access to pages, and where back leads. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { field, secret, tap, untilPage } from './support/hands.ts';
import { typeImageCode } from './support/registration.ts';
import { soon, story } from './support/story.ts';
import { addressOf } from './support/visit.ts';
import { PASSWORD } from './support/world.ts';

story(
  'back uses the history, and leads home without one; a page of members that is typed leads to the login',
  async ({ open: visit, world }) => {
    const page = await visit(pages.language);
    await untilPage(page, pages.language);
    await tap(page, 'Back');
    await untilPage(page, pages.home);

    await tap(page, 'Log in', 'link');
    await untilPage(page, pages.login);
    await tap(page, 'English', 'link');
    await untilPage(page, pages.language);
    await tap(page, 'Back');
    await untilPage(page, pages.login);
    await tap(page, 'Back');
    await untilPage(page, pages.home);
    await page.goto(addressOf(world.url, `${pages.orderDetail}?id=1`));
    await untilPage(page, pages.login);
  },
);

story("the browser's back button keeps the input", async ({ open: visit }) => {
  const page = await visit(pages.login);
  await field(page, 'Email or phone').fill('somebody@tern.test');
  await tap(page, 'English', 'link');
  await untilPage(page, pages.language);
  await page.goBack();
  await untilPage(page, pages.login);
  await soon(() => field(page, 'Email or phone').inputValue()).toBe('somebody@tern.test');
});

story(
  'after a login the app starts again at home, with nothing to go back to',
  async ({ open: visit, world }) => {
    const member = await world.member();
    const page = await visit('/');
    await tap(page, 'Log in', 'link');
    await untilPage(page, pages.login);
    await field(page, 'Email or phone').fill(member.email);
    await secret(page, 'Password').fill(PASSWORD);
    await typeImageCode(page);
    await tap(page, 'Log in');
    await untilPage(page, pages.home);
    await page.getByRole('heading', { name: 'Total balance' }).waitFor();
    expect(await page.evaluate(() => (history.state as { index: number }).index)).toBe(0);
    // What is still in memory of the visit as a stranger is gone: one page is kept.
    await soon(() => page.locator('[data-page]').count()).toBe(1);
  },
);
