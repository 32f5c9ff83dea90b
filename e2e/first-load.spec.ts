/** The first load: home is prerendered in the right language, for visitors of home only. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { languages } from '../apps/web/src/platform/i18n/languages.ts';
import { control, tap, untilPage, words } from './support/hands.ts';
import { heldScripts, SCRIPTS } from './support/held-scripts.ts';
import { inMotion } from './support/phone.ts';
import { story } from './support/story.ts';
import { untilLoaded } from './support/waiting.ts';

/** Texts and places of everything that is read on the page, list and news aside: those come with their data. */
function readings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seen: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const element = node.parentElement;
      if (text === '' || !element?.checkVisibility({ visibilityProperty: true })) continue;
      if (element.closest('script, style, noscript, [role=status]')) continue;
      const { x, y } = element.getBoundingClientRect();
      seen.push(`${text} at ${Math.round(x)}, ${Math.round(y)}`);
    }
    return seen;
  });
}

const fontsAreThere = (page: Page) => page.evaluate(async () => void (await document.fonts.ready));

story(
  'home has the same texts in the same places before and after the app starts',
  async ({ open }) => {
    const scripts = heldScripts();
    let answerNews = () => {};
    const news = new Promise<void>((resolve) => {
      answerNews = resolve;
    });
    const page = await open('/', {
      before: async (opened) => {
        await scripts.hold(opened);
        // Requests change the page later.
        await opened.route('**/api/base/**', async (route) => {
          await news;
          await route.continue();
        });
      },
      until: 'commit',
    });
    await page.getByRole('heading', { name: 'Practise with paper money' }).waitFor();
    await fontsAreThere(page);
    const before = await readings(page);
    expect(before.length).toBeGreaterThan(10);
    scripts.release();
    await untilPage(page, pages.home);
    expect(await readings(page)).toEqual(before);
    answerNews();
  },
);

story('nothing on home moves when the app takes over', async ({ open }) => {
  const page = await open('/', {
    device: inMotion,
    before: (opened) =>
      opened.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(globalThis, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            shifts.push((entry as PerformanceEntry & { value: number }).value);
          }
        }).observe({ type: 'layout-shift', buffered: true });
      }),
  });
  await untilPage(page, pages.home);
  await untilLoaded(page);
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.01);
});

for (const { locale, title } of [
  { locale: 'de-DE', title: 'Übe mit Übungsgeld' },
  { locale: 'ja-JP', title: 'デモ資金で練習する' },
  { locale: 'ru-RU', title: 'Учитесь на демо-средствах' },
]) {
  story(`home is prerendered in ${locale} for a browser with that language`, async ({ open }) => {
    const scripts = heldScripts();
    const page = await open('/', { device: { locale }, before: scripts.hold, until: 'commit' });
    await page.getByRole('heading', { name: title }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale);
    scripts.release();
    await untilPage(page, pages.home);
    expect(await page.getByRole('heading', { name: title }).count()).toBe(1);
  });
}

story(
  'a chosen language replaces the browser’s, and home is prerendered in it from the next visit on',
  async ({ open }) => {
    const scripts = heldScripts();
    const page = await open('/', {
      remembered: { language: 'fr' },
      before: scripts.hold,
      until: 'commit',
    });
    await page.locator('[data-for=page]').waitFor();
    expect(await readings(page)).toEqual([]);
    scripts.release();
    await untilPage(page, pages.home);
    await page.unroute(SCRIPTS);
    const again = heldScripts();
    await again.hold(page);
    await page.reload({ waitUntil: 'commit' });
    const title = 'Entraînez-vous en argent fictif';
    const { fr } = languages;
    await page.getByRole('heading', { name: title }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(fr.locale);
    again.release();
    await untilPage(page, pages.home);
  },
);

story(
  'a member sees the placeholder of the balance instead of the welcome',
  async ({ open, world }) => {
    const scripts = heldScripts();
    const page = await open('/', {
      as: await world.member(),
      before: scripts.hold,
      until: 'commit',
    });
    await page.getByRole('heading', { name: 'Total balance' }).waitFor();
    expect(await words(page, 'Open an account').count()).toBe(0);
    expect(await words(page, '---').count()).toBeGreaterThan(0);
    scripts.release();
    await untilPage(page, pages.home);
  },
);

story('hidden amounts are hidden from the first frame', async ({ open, world }) => {
  const scripts = heldScripts();
  const page = await open('/', {
    as: await world.member(),
    remembered: { 'amounts-hidden': true },
    before: scripts.hold,
    until: 'commit',
  });
  await page.getByRole('heading', { name: 'Total balance' }).waitFor();
  expect(await words(page, '---').count()).toBe(0);
  expect(await words(page, '••••').count()).toBeGreaterThan(0);
  scripts.release();
  await untilPage(page, pages.home);
});

for (const path of [pages.login, pages.market, pages.assets]) {
  story(`${path} never shows home while it loads`, async ({ open }) => {
    const scripts = heldScripts();
    const page = await open(path, { before: scripts.hold, until: 'commit' });
    await page.locator('[data-for=page]').waitFor();
    expect(await readings(page)).toEqual([]);
    scripts.release();
    await page.locator('[data-page] h1').filter({ visible: true }).first().waitFor();
  });
}

story('the light theme applies from the first frame', async ({ open }) => {
  const scripts = heldScripts();
  const page = await open('/', {
    remembered: { theme: 'light' },
    before: scripts.hold,
    until: 'commit',
  });
  await page.getByRole('heading', { name: 'Practise with paper money' }).waitFor();
  const look = await page.evaluate(() => ({
    background: getComputedStyle(document.documentElement).backgroundColor,
    frame: document.querySelector<HTMLMetaElement>('meta[name=theme-color]')?.content,
  }));
  expect(look).toEqual({ background: 'rgb(243, 245, 245)', frame: '#F3F5F5' });
  scripts.release();
  await untilPage(page, pages.home);
});

story('a link works before the app has started', async ({ open }) => {
  const scripts = heldScripts();
  const page = await open('/', { before: scripts.hold, until: 'commit' });
  await tap(page, 'Log in', 'link');
  await page.locator('[data-for=page]').waitFor();
  expect(await readings(page)).toEqual([]);
  scripts.release();
  await untilPage(page, pages.login);
});

story('buttons are disabled until the app has started', async ({ open }) => {
  const scripts = heldScripts();
  const page = await open('/', { before: scripts.hold, until: 'commit' });
  await page.getByRole('heading', { name: 'Markets' }).waitFor();
  const isAsleep = () =>
    control(page, 'radio', 'Metals & forex').evaluate((button: HTMLElement) => button.inert);
  expect(await isAsleep()).toBe(true);
  scripts.release();
  await untilPage(page, pages.home);
  expect(await isAsleep()).toBe(false);
});

story('the scroll position is kept when the app starts', async ({ open }) => {
  const scripts = heldScripts();
  const page = await open('/', { before: scripts.hold, until: 'commit' });
  await page.getByRole('heading', { name: 'Markets' }).waitFor();
  await page.evaluate(() => scrollTo(0, 120));
  scripts.release();
  await untilPage(page, pages.home);
  await untilLoaded(page);
  expect(await page.evaluate(() => scrollY)).toBe(120);
});

story('without scripts home is shown with a notice', async ({ open }) => {
  const page = await open('/', { device: { javaScriptEnabled: false, locale: 'de-DE' } });
  await page.getByRole('heading', { name: 'Übe mit Übungsgeld' }).waitFor();
  await words(page, /Tern braucht JavaScript/).waitFor();
});

story('only the inline script of the page may run', async ({ open, faults }) => {
  faults.expect(/Content Security Policy/);
  const page = await open('/');
  await untilPage(page, pages.home);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "taken over"';
    document.body.append(script);
  });
  expect(await page.title()).not.toBe('taken over');
});
