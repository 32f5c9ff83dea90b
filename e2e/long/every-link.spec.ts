/** Every page that links lead to opens, in its language and within the narrowest phone: for members, visitors and operators. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { paperAccounts } from '../../apps/server/src/features/account/auth/seed-accounts.ts';
import { texts as consoleTexts } from '../../apps/console/src/kernel/texts.ts';
import { pages } from '../../apps/web/src/kernel/pages.ts';
import type { Language } from '../../apps/web/src/platform/i18n/languages.ts';
import { openConsole, operator } from '../support/console.ts';
import { type Crawled, crawl } from '../support/crawl.ts';
import { bareKey, englishOnly, failuresIn, textsOn, textsOverEdge } from '../support/screens.ts';
import { story } from '../support/story.ts';
import { addressOf } from '../support/visit.ts';
import { untilArrived, untilQuiet } from '../support/waiting.ts';
import type { Member, World } from '../support/world.ts';

const NARROW = { viewport: { width: 320, height: 640 } } as const;
/** Some hundred pages. */
const LONG = { timeout: 900_000 };

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** Follows the links of the app from home, and from other pages where they are named. */
function crawlApp(page: Page, language: Language, from: string[] = []): Promise<Crawled> {
  const failures = failuresIn(language);
  const foreign = language === 'en' ? new Set<string>() : englishOnly(language);
  return crawl(page, {
    from: [pages.home, ...from],
    async open(path) {
      await page.goto(addressOf(new URL(page.url()).origin, path));
      await untilArrived(page);
    },
    async faults() {
      const texts = await textsOn(page);
      const width = await widthOf(page);
      return [
        ...texts.filter((text) => failures.has(text)).map((text) => `failed: ${text}`),
        ...texts.filter((text) => bareKey.test(text)).map((text) => `no text: ${text}`),
        ...texts.filter((text) => foreign.has(text)).map((text) => `in English: ${text}`),
        ...(await textsOverEdge(page)).map((text) => `cut off: ${text}`),
        ...(width > 320 ? [`${width} wide`] : []),
      ];
    },
  });
}

const pathsOf = ({ opened }: Crawled) => new Set(opened.map((path) => path.split('?')[0]!));

async function demoMember(world: World): Promise<Member> {
  const { email, phone, password } = paperAccounts.member;
  return { email, phone, session: await world.logInElsewhere({ email }, password) };
}

/** Where no link of the demo member leads. */
const NOT_LINKED: readonly string[] = [
  // Records that the demo member has none of.
  pages.orderDetail,
  pages.orderReceipt,
  pages.conditionalDetail,
  pages.recurringPlan,
  pages.sendDetail,
  pages.contractDetail,
  pages.depositDetail,
  pages.withdrawDetail,
  pages.swapDetail,
  pages.fiatWithdrawDetail,
  // Opened by the system, by a message, or without a session.
  pages.openLocation,
  pages.chooseLocation,
  pages.login,
  pages.register,
  pages.forgetWithdrawPassword,
  pages.provePhone,
  pages.notMe,
];

story('the demo member reaches every page by links', LONG, async ({ open, world }) => {
  const language = 'de';
  const page = await open('/', {
    as: await demoMember(world),
    device: NARROW,
    remembered: { language },
  });
  // Coins are sorted by their value: bank money is not always among the first.
  const crawled = await crawlApp(page, language, [`${pages.coinRecords}?coin=USD`]);
  const reached = pathsOf(crawled);
  const missed = Object.values(pages).filter((path) => !reached.has(path));
  expect(crawled.found).toEqual({});
  expect(missed.toSorted()).toEqual(NOT_LINKED.toSorted());
});

story('a new member follows every link', LONG, async ({ open, world }) => {
  const language = 'ru';
  const page = await open('/', {
    as: await world.unreadMember(),
    device: NARROW,
    remembered: { language },
  });
  const { found, opened } = await crawlApp(page, language);
  expect(found).toEqual({});
  expect(opened.length).toBeGreaterThan(40);
});

story('a visitor follows every link', LONG, async ({ open }) => {
  const language = 'vn';
  const page = await open('/', { device: NARROW, remembered: { language } });
  const { found, opened } = await crawlApp(page, language);
  expect(found).toEqual({});
  expect(opened).toContain(pages.register);
});

const { noConnection, noRole, noPage } = consoleTexts.errors;
const CONSOLE_FAILURES: ReadonlySet<string> = new Set([noConnection, noRole, noPage, 'Not found.']);
const CONSOLE_WIDTHS = [375, 768, 1280];

for (const roles of [
  ['reviewer'],
  ['reviewer', 'approver', 'support', 'content', 'auditor', 'compliance'],
]) {
  story(
    `an operator who is ${roles.join(', ')} follows every link`,
    LONG,
    async ({ open, world }) => {
      const page = await openConsole(open, await operator(world, ...roles), '/');
      const { found, opened } = await crawl(page, {
        from: ['/'],
        async open(path) {
          await page.evaluate((to) => (location.hash = to), `#${path}`);
          await untilQuiet(page);
        },
        async faults() {
          const wrong = (await textsOn(page)).filter((text) => CONSOLE_FAILURES.has(text));
          for (const width of CONSOLE_WIDTHS) {
            await page.setViewportSize({ width, height: 800 });
            const wide = await widthOf(page);
            if (wide > width) wrong.push(`${wide} wide at ${width}`);
          }
          return wrong;
        },
      });
      expect(found).toEqual({});
      expect(opened.length).toBeGreaterThan(10);
    },
  );
}
