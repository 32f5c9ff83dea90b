/** Access to pages, and where back leads. */
import { expect } from 'vitest';
import { routes } from '../apps/web/src/app/routes.ts';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { control, field, pathOf, secret, tap, untilPage } from './support/hands.ts';
import { CAPTCHA } from './support/site.ts';
import { soon, story } from './support/story.ts';
import { addressOf } from './support/visit.ts';
import { PASSWORD } from './support/world.ts';

/** The list of spec §2 and the page of security messages (ADR 7), repeated so that a change of the app is noticed. */
const PUBLIC = new Set([
  '/pages/home/home',
  '/pages/user/lang',
  '/pages/login/login',
  '/pages/login/password',
  '/pages/login/forgetPassword',
  '/pages/login/register',
  '/pages/user/service',
  '/pages/login/notMe',
]);
const open = routes.filter(({ path }) => PUBLIC.has(path)).map(({ path }) => path);
const guarded = routes.filter(({ path }) => !PUBLIC.has(path)).map(({ path }) => path);

story('a visitor may open every public page', async ({ open: visit, world }) => {
  const page = await visit();
  for (const path of open) {
    await page.goto(addressOf(world.url, path));
    await untilPage(page, path);
  }
  expect(open).toContain(pages.register);
});

story('a visitor must log in for any other page', async ({ open: visit, world }) => {
  const page = await visit();
  await untilPage(page, pages.home);
  for (const path of guarded) {
    await page.goto(addressOf(world.url, `${path}?id=1`));
    await untilPage(page, pages.login);
    await page.goto(addressOf(world.url, pages.home));
    await untilPage(page, pages.home);
  }
  expect(guarded).toContain(pages.my);
});

story('a guarded page as the first address leads to the login', async ({ open: visit }) => {
  const page = await visit(pages.my);
  await untilPage(page, pages.login);
});

story('a member may open every page', async ({ open: visit, world }) => {
  const page = await visit('/', { as: await world.member() });
  for (const { path } of routes) {
    await page.goto(addressOf(world.url, path));
    await untilPage(page, path);
  }
});

story('an unknown address shows a notice and leads home', async ({ open: visit }) => {
  const page = await visit('/pages/no/where');
  await page.getByText("This page doesn't exist").waitFor();
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
  expect(await field(page, 'Email or phone').inputValue()).toBe('somebody@tern.test');
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
    await field(page, 'Code in the image').fill(CAPTCHA);
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
