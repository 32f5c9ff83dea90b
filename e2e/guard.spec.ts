/** Access to pages, and where back leads. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { control, field, pathOf, secret, tap, untilPage } from './support/hands.ts';
import { typeImageCode } from './support/registration.ts';
import { soon, story } from './support/story.ts';
import { addressOf } from './support/visit.ts';
import { PASSWORD } from './support/world.ts';

story(
  'a guarded page leads to the login, first and when typed later',
  async ({ open: visit, world }) => {
    const page = await visit(pages.my);
    await untilPage(page, pages.login);
    await page.goto(addressOf(world.url, pages.home));
    await untilPage(page, pages.home);
    await page.goto(addressOf(world.url, `${pages.orderDetail}?id=1`));
    await untilPage(page, pages.login);
  },
);

story('an unknown address shows a notice and leads home', async ({ open: visit }) => {
  const page = await visit('/pages/no/where');
  await page.getByText('This page doesn’t exist').waitFor();
  expect(await page.title()).toBe('Not found · Tern');
  await tap(page, 'Home');
  await untilPage(page, pages.home);
});

story('back uses the history, and leads home without one', async ({ open: visit }) => {
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
});

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

story('each page sets the window title', async ({ open: visit }) => {
  const page = await visit(pages.login);
  await soon(() => page.title()).toBe('Log in · Tern');
  await tap(page, 'Open an account', 'link');
  await soon(() => page.title()).toBe('Open an account · Tern');
  await page.goBack();
  await soon(() => page.title()).toBe('Log in · Tern');
  expect(pathOf(page)).toBe(pages.login);
  expect(await control(page, 'button', 'Log in').count()).toBe(1);
});
