/** Time limits: a call fails after 20 s, a page after 60 s, its script after 120 s. With a manual clock. */
import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { control, field, secret, tap, untilPage, untilToast, words } from './support/hands.ts';
import { typeImageCode } from './support/registration.ts';
import { type Open, soon, story } from './support/story.ts';
import { isGrey, untilLoaded } from './support/waiting.ts';
import { PASSWORD } from './support/world.ts';

const TRADE_LIST = '**/api/base/tradelist';
const REGISTER_SCRIPT = '**/assets/register-screen*.js';

const SECOND = 1000;

/** Leaves requests without an answer until `end` is called; `answer` also lets the held ones go. */
async function withhold(page: Page, address: string) {
  let isSilent = true;
  const held: Route[] = [];
  await page.route(address, async (route) => {
    if (!isSilent) return route.continue();
    held.push(route);
    return new Promise(() => {});
  });
  const end = () => {
    isSilent = false;
  };
  return {
    end,
    answer() {
      end();
      // The app has given up those before.
      for (const route of held) void route.continue().catch(() => undefined);
    },
  };
}

/** Opens a page with a manual clock. */
const withClock = (page: Page) => page.clock.install();

/** Home, with a list that never arrives. */
async function openUnanswered(open: Open) {
  let silent: Awaited<ReturnType<typeof withhold>> | undefined;
  const page = await open('/', {
    before: async (opened) => {
      await withClock(opened);
      silent = await withhold(opened, TRADE_LIST);
    },
  });
  await soon(() => isGrey(page)).toBe(true);
  return { page, answer: () => silent?.answer() };
}

story(
  'a list without an answer fails after 60 s, a failed retry fails again, and can be retried',
  async ({ open }) => {
    const { page, answer } = await openUnanswered(open);
    await page.clock.runFor(55 * SECOND);
    expect(await words(page, 'Couldn’t load this').count(), 'after 55 s').toBe(0);
    expect(await isGrey(page)).toBe(true);
    await page.clock.runFor(5 * SECOND);
    await words(page, 'Couldn’t load this').waitFor();
    await tap(page, 'Try again');
    await soon(() => isGrey(page)).toBe(true);
    expect(await words(page, 'Couldn’t load this').count()).toBe(0);
    await page.clock.runFor(65 * SECOND);
    await words(page, 'Couldn’t load this').waitFor();
    await tap(page, 'Try again');
    // Not before: the list may be fetched again by itself, and the button is gone.
    answer();
    await control(page, 'link', /^Bitcoin, /).waitFor();
  },
);

/** The login page, with a next page whose script never arrives. */
async function stuckBeforeRegister(open: Open) {
  const page = await open(pages.login, { before: withClock });
  await untilPage(page, pages.login);
  await untilLoaded(page);
  const silent = await withhold(page, REGISTER_SCRIPT);
  await tap(page, 'Open an account', 'link');
  await soon(() => isGrey(page)).toBe(true);
  return { page, release: silent.end };
}

story('a page whose script does not load fails after 60 s and can be retried', async ({ open }) => {
  const { page, release } = await stuckBeforeRegister(open);
  await page.clock.runFor(55 * SECOND);
  expect(await isGrey(page), 'after 55 s').toBe(true);
  await page.clock.runFor(5 * SECOND);
  await words(page, 'Couldn’t load this').waitFor();
  await page.getByRole('heading', { name: 'Open an account' }).waitFor();
  release();
  await tap(page, 'Try again');
  await page.getByRole('heading', { name: 'How we reach you' }).waitFor();
});

story('after 120 s the script counts as lost, and the new version is offered', async ({ open }) => {
  const { page, release } = await stuckBeforeRegister(open);
  await page.clock.runFor(115 * SECOND);
  expect(await words(page, 'The app was updated. Reload.').count(), 'after 115 s').toBe(0);
  await page.clock.runFor(6 * SECOND);
  await words(page, 'The app was updated. Reload.').waitFor();
  release();
  await tap(page, 'Reload');
  await page.getByRole('heading', { name: 'How we reach you' }).waitFor();
});

story(
  'a call without an answer fails after 20 s and can be sent again',
  async ({ open, world }) => {
    const { email } = await world.member();
    const page = await open(pages.login, { before: withClock });
    await untilLoaded(page);
    const silent = await withhold(page, '**/api/base/login');
    await field(page, 'Email or phone').fill(email);
    await secret(page, 'Password').fill(PASSWORD);
    await typeImageCode(page);
    await tap(page, 'Log in');
    await page.clock.runFor(17 * SECOND);
    expect(await words(page, /No connection/).count(), 'after 17 s').toBe(0);
    await page.clock.runFor(5 * SECOND);
    await untilToast(page, 'No connection. Nothing was sent.');
    silent.end();
  },
);
