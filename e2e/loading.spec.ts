/** Loading and failing: what a page shows while a request is pending, and when it fails. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { control, tap, untilPage, words } from './support/hands.ts';
import { inMotion } from './support/phone.ts';
import { soon, story } from './support/story.ts';
import { isGrey } from './support/waiting.ts';

const TRADE_LIST = '**/api/base/tradelist';

/** Holds answers back until `release` is called. */
function heldBack() {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { gate, release: () => release() };
}

story('a page with a slow script shows a spinner after 200 ms', async ({ open }) => {
  const script = heldBack();
  const page = await open(pages.login);
  await untilPage(page, pages.login);
  await page.route('**/assets/register-screen*.js', async (route) => {
    await script.gate;
    await route.continue();
  });
  const started = Date.now();
  await tap(page, 'Open an account', 'link');
  await soon(() => isGrey(page)).toBe(true);
  expect(Date.now() - started).toBeGreaterThanOrEqual(200);
  expect(await page.getByRole('heading', { name: 'Open an account' }).isVisible()).toBe(true);
  script.release();
  await page.getByRole('heading', { name: 'How we reach you' }).waitFor();
});

interface Moments {
  asked?: number;
  grey?: number;
}

/** Notes in the page when the list is asked for, and when the first grey shape is drawn. */
function noteMoments(): void {
  const moments: Moments = {};
  Object.assign(globalThis, { moments });
  const ask = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    if (typeof input === 'string' && input.includes('tradelist'))
      moments.asked ??= performance.now();
    return ask(input, init);
  };
  const look = () => {
    for (const animation of document.getAnimations()) {
      if (!(animation instanceof CSSAnimation && animation.animationName.includes('shimmer')))
        continue;
      const { target } = animation.effect as KeyframeEffect;
      const isSeen = target !== null && getComputedStyle(target).visibility === 'visible';
      if (isSeen) moments.grey ??= performance.now();
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

story('a slow list is empty for 200 ms, then shows a skeleton', async ({ open }) => {
  const list = heldBack();
  const page = await open('/', {
    device: inMotion,
    before: async (opened) => {
      await opened.addInitScript(noteMoments);
      await opened.route(TRADE_LIST, async (route) => {
        await list.gate;
        await route.continue();
      });
    },
  });
  const moments = () =>
    page.evaluate(() => (globalThis as unknown as { moments: Moments }).moments);
  await soon(moments).toHaveProperty('grey');
  const { asked = 0, grey = 0 } = await moments();
  // Asked a moment after it was drawn, from which the 200 ms count; a busy page asks later.
  expect(grey - asked).toBeGreaterThanOrEqual(80);
  list.release();
  await control(page, 'link', /^Bitcoin, /).waitFor();
  expect(await isGrey(page)).toBe(false);
});

story('a page whose script no longer exists offers the new version', async ({ open, faults }) => {
  faults.expect(/404|Failed to load resource|dynamically imported module/);
  const page = await open(pages.login);
  await untilPage(page, pages.login);
  await page.route('**/assets/register-screen*.js', (route) => route.fulfill({ status: 404 }));
  await tap(page, 'Open an account', 'link');
  await words(page, 'The app was updated. Reload.').waitFor();
  await page.unroute('**/assets/register-screen*.js');
  await tap(page, 'Reload');
  await page.getByRole('heading', { name: 'How we reach you' }).waitFor();
});

const TEXTS_OF_LOGIN = '**/assets/texts-*/en/auth.json';

story('a page waits for its texts, and never shows a key', async ({ open }) => {
  const texts = heldBack();
  const page = await open('/', {
    before: (opened) =>
      opened.route(TEXTS_OF_LOGIN, async (route) => {
        await texts.gate;
        await route.continue();
      }),
  });
  await tap(page, 'Log in', 'link');
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  await soon(() => isGrey(page)).toBe(true);
  texts.release();
  await control(page, 'link', 'Open an account').waitFor();
  expect(await page.locator('body').innerText()).not.toMatch(/auth\./);
});

story('a page whose texts no longer exist offers the new version', async ({ open, faults }) => {
  faults.expect(/404|Failed to load resource/);
  const page = await open('/');
  await page.route(TEXTS_OF_LOGIN, (route) => route.fulfill({ status: 404 }));
  await tap(page, 'Log in', 'link');
  await words(page, 'The app was updated. Reload.').waitFor();
  await page.unroute(TEXTS_OF_LOGIN);
  await tap(page, 'Reload');
  await control(page, 'link', 'Open an account').waitFor();
});

story('texts that fail to load are retried', async ({ open, faults }) => {
  faults.expect(/ERR_FAILED|Failed to load resource/);
  let lost = 0;
  const page = await open('/', {
    before: async (opened) => {
      await opened.clock.install();
      await opened.route('**/assets/texts-*/en/first.json', (route) => {
        lost += 1;
        return lost <= 2 ? route.abort() : route.continue();
      });
    },
  });
  for (const tries of [1, 2]) {
    await soon(() => lost).toBe(tries);
    await page.clock.runFor(2_000);
  }
  await control(page, 'link', /^Bitcoin, /).waitFor();
  expect(lost).toBe(3);
});
