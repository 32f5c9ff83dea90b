/** Pictures of every screen in both themes and five languages, for people to look at. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { publicPages } from '../../apps/web/src/app/public-pages.ts';
import { launchBrowser, phone } from './phone.ts';
import { startServer } from './running-server.ts';
import { busyMember } from './screens.ts';
import { addressOf, type Visit, storageOf } from './visit.ts';
import { createWorld } from './world.ts';
import { passTime } from '../../apps/server/tests/support/pass-time.ts';

const THEMES = ['dark', 'light'];
const LANGUAGES = ['en', 'de', 'ru', 'jp', 'vn'];
/** Long enough for prices, curves and transitions; a picture too early harms nobody. */
const SETTLE_MS = 900;

interface Shoot {
  url: string;
  folder: string;
  screens: readonly string[];
  visit: Visit;
}

/** `root` is the folder of the whole project. Gives the folder of the pictures. */
export async function takeScreenshots(root: string): Promise<string> {
  const folder = join(root, 'test-results', 'screens');
  const server = await startServer(root);
  const browser = await launchBrowser();
  try {
    const { member, screens } = await busyMember(createWorld(server));
    const isPublic = (path: string) => publicPages.has(path.split('?')[0] ?? path);
    for (const theme of THEMES) {
      for (const language of LANGUAGES) {
        const remembered = { theme, language };
        const into = (who: string) => join(folder, theme, language, who);
        const { url } = server;
        const seen = { url, folder: into('member'), screens, visit: { as: member, remembered } };
        await shoot(browser, seen);
        const open = screens.filter(isPublic);
        await shoot(browser, {
          url,
          folder: into('visitor'),
          screens: open,
          visit: { remembered },
        });
        console.log(`${theme} ${language}`);
      }
    }
  } finally {
    await browser.close();
    await server.stop();
  }
  return folder;
}

async function shoot(browser: Browser, { url, folder, screens, visit }: Shoot): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const origins = [{ origin: url, localStorage: storageOf(visit) }];
  const context = await browser.newContext({ ...phone, storageState: { cookies: [], origins } });
  const page = await context.newPage();
  for (const path of screens) {
    const name = path.replace('/pages/', '').replace(/\?.*/, '').replaceAll('/', '-');
    await page.goto('about:blank');
    await page.goto(addressOf(url, path));
    await passTime(SETTLE_MS, 'a picture is taken when nothing moves');
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  }
  await context.close();
}
