/** Takes the pictures of the README from the running app: a fresh paper exchange with a fixed market seed, both themes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { pages } from '../../apps/web/src/kernel/pages.ts';
import { launchBrowser, phone } from './phone.ts';
import { HERO_SIZE, heroHtml, type HeroScreens, PHONE_BARS } from './picture-page.ts';
import { prepareScene, type Scene } from './picture-scene.ts';
import { startServer } from './running-server.ts';
import { type Theme, wear } from './themes.ts';
import { addressOf, storageOf, type Visit } from './visit.ts';
import { createWorld, type World } from './world.ts';
import { passTime } from '../../apps/server/tests/support/pass-time.ts';

const THEMES: readonly Theme[] = ['dark', 'light'];
const WEBP_QUALITY = 0.86;
/** Prices, curves and numbers have arrived by then. */
const SETTLE_MS = 2_500;
/** A contract of a minute is shown near its middle, ahead if it is ahead at some moment from then on. */
const CONTRACT_SECONDS = 60;
const INTO_CONTRACT_MS = 24_000;
const REST_OF_CONTRACT_MS = 12_000;

const wholePhone = phone.viewport ?? { width: 375, height: 812 };
/** The app's part of the drawn phone. */
const framedPhone = {
  ...phone,
  viewport: { ...wholePhone, height: wholePhone.height - PHONE_BARS.status - PHONE_BARS.gesture },
};
const wideScreen: BrowserContextOptions = {
  ...phone,
  viewport: { width: 1440, height: 900 },
  isMobile: false,
  hasTouch: false,
};

interface Shoot {
  browser: Browser;
  world: World;
  scene: Scene;
}

/** At the same time in both themes. */
type Pair = Record<Theme, Buffer>;

/** `root` is the folder of the whole project. Gives the paths and sizes of the files it wrote. */
export async function takePictures(root: string): Promise<string[]> {
  const folder = join(root, 'docs/pictures');
  mkdirSync(folder, { recursive: true });
  const server = await startServer(root);
  const browser = await launchBrowser();
  const written: string[] = [];
  try {
    const world = createWorld(server);
    const scene = await prepareScene(root, { world, browser });
    const screens = await takeScreens({ browser, world, scene });
    const hero = await composeHero(root, browser, screens);
    const { trade, contract, evidence, console } = screens;
    const pictures = { hero, trade, contract, evidence, console };
    for (const [name, pair] of Object.entries(pictures)) {
      for (const theme of THEMES) {
        const file = join(folder, `${name}-${theme}.webp`);
        const bytes = await asWebp(browser, pair[theme]);
        writeFileSync(file, bytes);
        written.push(`${relative(root, file)} ${Math.round(bytes.length / 1024)} kB`);
      }
    }
  } finally {
    await browser.close();
    await server.stop();
  }
  return written;
}

async function takeScreens(shoot: Shoot) {
  const console = await consoleScreen(shoot);
  const home = await memberScreen(shoot, pages.home);
  const trade = await memberScreen(shoot, `${pages.deal}?symbol=btcusdt`, fillOrderForm);
  const contract = await memberScreen(shoot, `${pages.contract}?symbol=btcusdt`, placeContract);
  const evidence = await memberScreen(shoot, await settledContract(shoot), verifyEvidence);
  return { console, home, trade, contract, evidence };
}

async function composeHero(
  root: string,
  browser: Browser,
  { home, trade, contract, console }: Record<keyof HeroScreens, Pair>,
): Promise<Pair> {
  const inTheme = (theme: Theme) => {
    const screens = {
      home: home[theme],
      trade: trade[theme],
      contract: contract[theme],
      console: console[theme],
    };
    return pngOf(browser, heroHtml(root, theme, screens));
  };
  return { dark: await inTheme('dark'), light: await inTheme('light') };
}

type Prepare = (page: Page) => Promise<unknown>;

async function memberScreen(
  { browser, world, scene }: Shoot,
  path: string,
  prepare?: Prepare,
): Promise<Pair> {
  const visit: Visit = { as: scene.member, remembered: { theme: 'dark', language: 'en' } };
  const origins = [{ origin: world.url, localStorage: storageOf(visit) }];
  const context = await browser.newContext({
    ...framedPhone,
    storageState: { cookies: [], origins },
  });
  const page = await context.newPage();
  await page.goto(addressOf(world.url, path));
  await passTime(SETTLE_MS, 'a picture is taken when nothing moves');
  await prepare?.(page);
  const pair = await inBothThemes(page);
  await context.close();
  return pair;
}

async function inBothThemes(page: Page): Promise<Pair> {
  const screenshotIn = async (theme: Theme) => {
    await wear(page, theme);
    return page.screenshot();
  };
  return { dark: await screenshotIn('dark'), light: await screenshotIn('light') };
}

const fillOrderForm: Prepare = async (page) => {
  await page.getByRole('textbox', { name: /^Quantity, / }).fill('0.0284');
  await passTime(SETTLE_MS, 'a picture is taken when nothing moves');
};

const placeContract: Prepare = async (page) => {
  await page.getByRole('radio', { name: `${CONTRACT_SECONDS} s` }).click();
  await page.getByRole('textbox', { name: 'Amount' }).fill('100');
  await page.getByRole('button', { name: /^Buy up/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Place contract' }).click();
  await page.getByRole('dialog', { name: 'Contract', exact: true }).waitFor();
  await passTime(INTO_CONTRACT_MS, 'the contract runs');
  // A contract that is behind until then is shown as it is.
  const ahead = page.getByText('In profit right now.');
  await ahead.waitFor({ timeout: REST_OF_CONTRACT_MS }).catch(() => undefined);
};

/** Waits for the end of the contract that was placed last; gives the path of its record. */
async function settledContract({ world, scene }: Shoot): Promise<string> {
  const { token } = scene.member.session;
  for (;;) {
    const input = { page: 1, pageSize: 1 };
    const { list } = await world.api.data('GET /hyorder/myHyorderList', input, { token });
    const [newest] = list;
    if (newest === undefined) throw new Error('no contract was placed');
    if (newest.status !== 1) return `${pages.contractDetail}?id=${newest.ID}`;
    await passTime(1_000, 'the contract runs');
  }
}

const verifyEvidence: Prepare = async (page) => {
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText(/^\d+ of \d+ checks/).waitFor();
  await passTime(SETTLE_MS, 'a picture is taken when nothing moves');
};

/** The deposit, claimed by the second operator, before the last approval. */
async function consoleScreen({ browser, world, scene }: Shoot): Promise<Pair> {
  const context = await browser.newContext(wideScreen);
  const page = await context.newPage();
  await page.addInitScript((session) => {
    sessionStorage.setItem('tern.console.session', session);
  }, JSON.stringify(scene.secondOperator.session));
  await page.goto(`${world.url}/console#/queue`);
  await page.locator('[data-review]', { hasText: scene.deposit }).click();
  await page.getByRole('button', { name: 'Show image' }).click();
  await page.getByRole('button', { name: /^Claim/ }).click();
  await page.getByRole('img', { name: 'Proof' }).waitFor();
  const note = page.getByRole('textbox', { name: 'Inner reason' });
  await note.fill('Amount, network and address match the transfer.');
  await page.mouse.move(0, 0);
  await passTime(SETTLE_MS, 'a picture is taken when nothing moves');
  const pair = await inBothThemes(page);
  await context.close();
  return pair;
}

/** A screenshot of a page of our own, twice as fine as its size. */
async function pngOf(browser: Browser, html: string): Promise<Buffer> {
  const page = await browser.newPage({ viewport: HERO_SIZE, deviceScaleFactor: 2 });
  await page.setContent(html, { waitUntil: 'load' });
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode()));
  });
  const png = await paintedScreenshot(page);
  await page.close();
  return png;
}

/** On a busy machine the browser may fail to paint a page of this size in time, and succeeds a moment later. */
async function paintedScreenshot(page: Page, attemptsLeft = 4): Promise<Buffer> {
  try {
    return await page.screenshot();
  } catch (error) {
    if (attemptsLeft === 0) throw error;
    await passTime(SETTLE_MS, 'a picture is taken when nothing moves');
    return paintedScreenshot(page, attemptsLeft - 1);
  }
}

/** Encoded by the browser: a fifth of the PNG's size, and no library is needed. */
async function asWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  const url = await page.evaluate(
    async ([source, quality]) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
      const reader = new FileReader();
      return new Promise<string>((resolve) => {
        reader.onload = () => {
          if (typeof reader.result === 'string') resolve(reader.result);
        };
        reader.readAsDataURL(blob);
      });
    },
    [`data:image/png;base64,${png.toString('base64')}`, WEBP_QUALITY] as const,
  );
  await page.close();
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}
