/** What holds every page: motion, waiting, failing, the paper strip, wide screens, installing. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { control, tap, untilPage, words } from './support/hands.ts';
import { busyMember } from './support/screens.ts';
import { soon, story } from './support/story.ts';
import { isGrey, untilLoaded, visit } from './support/waiting.ts';

const TRADE_LIST = '**/api/base/tradelist';

/** Holds answers back until `release` is called. */
function heldBack() {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { gate, release: () => release() };
}

story('a page change fades and slides for 200 ms', async ({ open }) => {
  const page = await open(pages.login);
  await untilPage(page, pages.login);
  await page.evaluate(() => {
    const seen: { name: string; ms: number }[] = [];
    (globalThis as { motions?: typeof seen }).motions = seen;
    const look = () => {
      for (const animation of document.getAnimations()) {
        const { pseudoElement } = animation.effect as KeyframeEffect;
        if (!pseudoElement?.startsWith('::view-transition')) continue;
        const name = (animation as CSSAnimation).animationName;
        const ms = Number(animation.effect?.getTiming().duration);
        if (!seen.some((other) => other.name === name)) seen.push({ name, ms });
      }
      requestAnimationFrame(look);
    };
    look();
  });
  const motions = () =>
    page.evaluate(
      () => (globalThis as unknown as { motions: { name: string; ms: number }[] }).motions,
    );
  await tap(page, 'Open an account', 'link');
  await untilPage(page, pages.register);
  await soon(motions).toContainEqual({ name: 'page-in', ms: 200 });
  expect(await motions()).toContainEqual({ name: 'page-out', ms: 200 });
});

story('a page whose script is slow shows that it is loading after 200 ms', async ({ open }) => {
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
    if (typeof input === 'string' && input.includes('tradelist')) moments.asked ??= performance.now();
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

story('a list that is slow stays empty for 200 ms, then shows its shape', async ({ open }) => {
  const list = heldBack();
  const page = await open('/', {
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
  // Asked a moment after it was drawn, from which the 200 ms count.
  expect(grey - asked).toBeGreaterThanOrEqual(150);
  list.release();
  await control(page, 'link', /^Bitcoin, /).waitFor();
  expect(await isGrey(page)).toBe(false);
});

story(
  'a list that fails says so and comes when it is asked for again',
  async ({ open, faults }) => {
    faults.expect(/500|Failed to load resource/);
    let isBroken = true;
    const page = await open('/', {
      before: (opened) =>
        opened.route(TRADE_LIST, (route) =>
          isBroken ? route.fulfill({ status: 500, body: 'out of order' }) : route.continue(),
        ),
    });
    await words(page, "Couldn't load this").waitFor();
    isBroken = false;
    await tap(page, 'Try again');
    await control(page, 'link', /^Bitcoin, /).waitFor();
  },
);

story('without a connection the page says that nothing was sent', async ({ open, faults }) => {
  faults.expect(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  const page = await open('/', {
    before: (opened) => opened.route(TRADE_LIST, (route) => route.abort()),
  });
  await words(page, 'No connection. Nothing was sent.').waitFor();
  await page.unroute(TRADE_LIST);
  await tap(page, 'Try again');
  await control(page, 'link', /^Bitcoin, /).waitFor();
});

story('a page whose script is gone offers the new build', async ({ open, faults }) => {
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

story('every screen says that the money is paper', async ({ open, world }) => {
  const { member, screens } = await busyMember(world);
  const page = await open('/', { as: member });
  for (const path of screens) {
    await visit(page, path);
    const strip = page.getByRole('note').filter({ hasText: 'balances have no real value' });
    const box = await strip.boundingBox();
    expect(box?.y, path).toBeLessThan(60);
    expect(box?.width, path).toBe(375);
  }
});

story('a wide screen shows the same column with something around it', async ({ open }) => {
  const device = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false };
  const page = await open('/', { device });
  await untilLoaded(page);
  await page.getByText('Made for phones.').waitFor();
  const column = await page.locator('[data-page]').boundingBox();
  expect(column?.width).toBe(375);
  expect(column?.x).toBeCloseTo((1280 - 375) / 2, 0);
  await visit(page, pages.login);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByText('Enter your password.').waitFor();
});

story('a phone of 430 points has no backdrop', async ({ open }) => {
  const page = await open('/', { device: { viewport: { width: 430, height: 932 } } });
  await untilLoaded(page);
  expect(await page.getByText('Made for phones.').isVisible()).toBe(false);
});

interface Manifest {
  name: string;
  start_url: string;
  display: string;
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
}

story(
  'the app can be installed: manifest, icons of their sizes, theme colour',
  async ({ open, world }) => {
    const page = await open('/');
    const href = await page.locator('link[rel=manifest]').getAttribute('href');
    const answer = await page.request.get(world.url + href);
    expect(answer.headers()['content-type']).toMatch(/manifest\+json|application\/json/);
    const manifest = (await answer.json()) as Manifest;
    expect(manifest).toMatchObject({ name: 'Tern', display: 'standalone' });
    const sizes = await page.evaluate(
      (icons) =>
        Promise.all(
          icons.map(async ({ src }) => {
            const image = new Image();
            image.src = src;
            await image.decode();
            return `${image.naturalWidth}x${image.naturalHeight}`;
          }),
        ),
      manifest.icons.filter(({ type }) => type === 'image/png'),
    );
    expect(sizes).toEqual(
      manifest.icons.filter(({ type }) => type === 'image/png').map((icon) => icon.sizes),
    );
    expect(sizes).toContain('192x192');
    expect(sizes).toContain('512x512');
    expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
    await page.goto(world.url + manifest.start_url);
    await untilPage(page, pages.home);
  },
);

story('a new version of the site is loaded at the next change of page', async ({ open }) => {
  let version = '9.9.9';
  const page = await open(pages.login, {
    before: (opened) =>
      opened.route('**/api/base/site', async (route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as { data: { version: string } };
        body.data.version = version;
        await route.fulfill({ response: answer, json: body });
      }),
  });
  await untilLoaded(page);
  await page.evaluate(() => Object.assign(globalThis, { isOldBuild: true }));
  await tap(page, 'Open an account', 'link');
  const isOldBuild = () => page.evaluate(() => 'isOldBuild' in globalThis).catch(() => true);
  await soon(isOldBuild).toBe(false);
  await untilPage(page, pages.register);
  version = '1.3.5';
});

story(
  'a sheet that was open when one went back does not hold the page still',
  async ({ open, world }) => {
    const page = await open('/', { as: await world.member() });
    await tap(page, 'My account', 'link');
    await tap(page, /^Display/);
    await page.getByRole('dialog', { name: 'Display' }).waitFor();
    await page.goBack();
    await untilPage(page, pages.home);
    await tap(page, 'Hide amounts');
    await control(page, 'button', 'Show amounts').waitFor();
    await page.goForward();
    await untilPage(page, pages.my);
    expect(await page.getByRole('dialog').count(), 'and is closed on return').toBe(0);
  },
);
