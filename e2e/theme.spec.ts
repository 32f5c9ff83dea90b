/** How things look on this device: theme, direction colours, colour of the frame, motion. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { control, tap, untilPage } from './support/hands.ts';
import { soon, story } from './support/story.ts';
import { addressOf } from './support/visit.ts';
import { untilLoaded } from './support/waiting.ts';

const look = (page: Page) => page.evaluate(() => ({ ...document.documentElement.dataset }));
const frameColour = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name=theme-color]')?.content);
const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

const DARK = 'rgb(10, 12, 14)';
const LIGHT = 'rgb(243, 245, 245)';
const TEAL_DARK = 'rgb(12, 75, 82)';
const TEAL_LIGHT = 'rgb(14, 90, 98)';

async function openDisplay(page: Page) {
  await tap(page, /^Display/);
  const sheet = page.getByRole('dialog', { name: 'Display' });
  await sheet.waitFor();
  return sheet;
}

/** Colours of a rise and of a fall in the samples of the chosen direction colours. */
async function directionColours(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const probe = (name: string) => {
      const box = document.body.appendChild(document.createElement('i'));
      box.style.color = `var(${name})`;
      const { color } = getComputedStyle(box);
      box.remove();
      return color;
    };
    return [probe('--up'), probe('--down')];
  });
}

story('the app is dark by default', async ({ open, world }) => {
  const device = { colorScheme: 'light' } as const;
  const page = await open(pages.my, { as: await world.member(), device });
  await untilPage(page, pages.my);
  expect(await look(page)).toMatchObject({
    theme: 'dark',
    palette: 'classic',
    swap: '0',
    sim: '1',
  });
  expect(await background(page)).toBe(DARK);

  const sheet = await openDisplay(page);
  await tap(sheet, 'Light', 'radio');
  expect(await look(page)).toMatchObject({ theme: 'light' });
  await soon(() => background(page)).toBe(LIGHT);
  await tap(sheet, 'Close');
  await tap(page, 'Dark theme');
  await soon(() => look(page)).toMatchObject({ theme: 'dark' });

  // Or it follows the device, at once and at the next visit.
  await tap(await openDisplay(page), 'System', 'radio');
  await soon(() => look(page)).toMatchObject({ theme: 'light' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await soon(() => look(page)).toMatchObject({ theme: 'dark' });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.reload();
  await untilPage(page, pages.my);
  expect(await look(page)).toMatchObject({ theme: 'light' });
});

story(
  'the chosen theme applies from the first paint of the next visit',
  async ({ open, world }) => {
    const painted: string[] = [];
    const page = await open('/', {
      remembered: { theme: 'light', palette: 'cvd', swapped: true },
      before: async (opened) => {
        await opened.exposeFunction('painted', (theme: string) => painted.push(theme));
        await opened.addInitScript(() => {
          const reportTheme = () =>
            (globalThis as unknown as { painted(theme: string): void }).painted(
              document.documentElement.dataset['theme'] ?? '',
            );
          requestAnimationFrame(reportTheme);
        });
      },
    });
    await untilPage(page, pages.home);
    expect(await look(page)).toMatchObject({ theme: 'light', palette: 'cvd', swap: '1' });
    expect(painted[0], 'a light screen never flashes dark').toBe('light');
    await page.goto(addressOf(world.url, pages.login));
    expect(await look(page)).toMatchObject({ theme: 'light', palette: 'cvd', swap: '1' });
  },
);

story(
  'direction colours can be swapped, apply immediately and are remembered',
  async ({ open, world }) => {
    const page = await open(pages.my, { as: await world.member() });
    const seen: string[][] = [await directionColours(page)];
    const sheet = await openDisplay(page);
    for (const name of ['Red up, green down', 'Blue up, orange down', 'Orange up, blue down']) {
      await tap(sheet, new RegExp(`^${name}`));
      seen.push(await directionColours(page));
    }
    const [greenUp = [], redUp = [], blueUp = [], orangeUp = []] = seen;
    expect(redUp).toEqual([...greenUp].reverse());
    expect(orangeUp).toEqual([...blueUp].reverse());
    expect(new Set(seen.flat()).size).toBe(4);

    await page.reload();
    await untilPage(page, pages.my);
    expect(await look(page)).toMatchObject({ palette: 'cvd', swap: '1' });
    await control(page, 'button', /^Display.*Dark · orange up/).waitFor();
  },
);

story("the browser's theme colour follows the page and the theme", async ({ open, world }) => {
  const page = await open('/', { as: await world.member() });
  await soon(() => frameColour(page)).toBe(DARK);
  await tap(page, 'My account', 'link');
  await soon(() => frameColour(page)).toBe(TEAL_DARK);
  await tap(page, 'Light theme');
  await soon(() => frameColour(page)).toBe(TEAL_LIGHT);
  await tap(page, 'Back');
  await soon(() => frameColour(page)).toBe(LIGHT);
});

story('reduced motion disables animations', async ({ open }) => {
  const page = await open(pages.login, { device: { reducedMotion: 'reduce' } });
  await untilPage(page, pages.login);
  const longest = await page.evaluate(() => {
    const root = getComputedStyle(document.documentElement);
    return ['--d-page', '--d-sheet-in', '--d-tab'].map((name) => root.getPropertyValue(name));
  });
  for (const duration of longest) expect(Number.parseFloat(duration)).toBeLessThanOrEqual(1);
  await tap(page, 'Open an account', 'link');
  await untilPage(page, pages.register);
});

story('hidden amounts stay hidden after a reload', async ({ open, world }) => {
  const AMOUNT = /\d\d,\d{3}\.\d\d/;
  const page = await open('/', { as: await world.member() });
  const balance = page.locator('section').filter({ hasText: 'Total balance' }).last();
  await soon(() => balance.innerText()).toMatch(AMOUNT);
  await tap(page, 'Hide amounts');
  await soon(() => balance.innerText()).not.toMatch(AMOUNT);
  await page.reload();
  await control(page, 'button', 'Show amounts').waitFor();
  await untilLoaded(page);
  expect(await balance.innerText()).not.toMatch(AMOUNT);
  await tap(page, 'Show amounts');
  await soon(() => balance.innerText()).toMatch(AMOUNT);
});
