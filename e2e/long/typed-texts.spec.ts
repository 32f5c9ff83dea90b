/** What one person types stays text on every screen of another: nothing of it runs, and nothing is torn out of its place. */
import { expect } from 'vitest';
import type { Page } from 'playwright-core';
import {
  HOSTILE,
  sendText,
  typedTexts,
  type Typist,
} from '../../apps/server/tests/support/typed-texts.ts';
import { pages } from '../../apps/web/src/kernel/pages.ts';
import { openConsole, operator, operatorCall } from '../support/console.ts';
import { withdrawingMember } from '../support/reviewing.ts';
import { textsOverEdge } from '../support/screens.ts';
import { soon, story } from '../support/story.ts';
import { requestsOnTheirWay } from '../support/traffic.ts';
import { visit } from '../support/waiting.ts';
import type { Member, World } from '../support/world.ts';

/** What a browser could run or draw; the rest is a matter of the server. Short fields take the first of them. */
const SENT = [
  ['markup', 'script', 'attribute'].map((what) => HOSTILE[what]).join(' '),
  HOSTILE['a very long word'],
];

/** Scripts and elements that came from a text. */
const injectedIn = (page: Page) =>
  page.evaluate(() => [
    ...('injected' in window ? ['a script ran'] : []),
    ...[...document.querySelectorAll('img[src="x"], [onerror], [onmouseover]')].map(
      (element) => element.outerHTML,
    ),
  ]);

/** Every page of the console, and every review, conversation, customer and draft with a typed text. */
async function pagesOf({ operator: ask, member }: Typist): Promise<string[]> {
  const all = { pageSize: 100 };
  const { list: reviews } = await ask('GET /operator/review/list', all);
  const { yours, answered, waiting, closed } = await ask('GET /operator/service/inbox', {});
  const { list: drafts } = await ask('GET /operator/announcement/list', all);
  const { list: products } = await ask('GET /operator/product/list', {});
  const ids = (path: string, rows: readonly { ID: number }[]) =>
    rows.slice(0, 12).map(({ ID }) => `${path}?id=${ID}`);
  return [
    '/queue',
    '/inbox',
    '/customers',
    '/chain',
    '/alarms',
    '/audit',
    '/limits',
    '/outbox',
    '/announcements',
    '/replies',
    '/products',
    '/operators',
    `/customers?id=${member.memberId}`,
    ...ids('/queue', reviews),
    ...ids('/inbox', [...yours, ...answered, ...waiting, ...closed]),
    ...ids('/announcements', drafts),
    ...ids('/products', products),
  ];
}

/** Pages of the app that show what was typed, also by staff. */
const READ = [
  pages.support,
  pages.notifications,
  pages.securityEvents,
  pages.apiKeys,
  pages.addresses,
  pages.bankCards,
  pages.realName,
  pages.announcements,
];

function typistOf(world: World, member: Member, token: string): Typist {
  const { user } = member.session;
  return {
    api: world.api,
    member: { token: member.session.token, memberId: user.ID },
    operatorToken: token,
    now: () => Date.now(),
    async register() {
      const { session } = await world.member();
      return { token: session.token, memberId: session.user.ID };
    },
    operator: (name, input) => operatorCall(world, name, { input, token }),
  };
}

story('typed texts stay texts on every screen', async ({ open, world }) => {
  const staff = await operator(
    world,
    'reviewer',
    'approver',
    'support',
    'content',
    'auditor',
    'compliance',
  );
  const member = await withdrawingMember(world);
  const typist = typistOf(world, member, staff.session.token);
  for (const typed of typedTexts) {
    for (const text of SENT) await sendText(typist, typed, text);
  }

  const found: Record<string, string[]> = {};
  const shown = new Set<string>();
  const look = async (page: Page, path: string) => {
    const faults = await injectedIn(page);
    const { text, tooWide } = await page.evaluate(() => ({
      text: document.body.innerText,
      tooWide: document.documentElement.scrollWidth - innerWidth,
    }));
    if (tooWide > 0) faults.push(`${tooWide} too wide`);
    if (faults.length > 0) found[path] = faults;
    if (text.includes('<img src=x')) shown.add(path.split('=')[0]!);
  };
  const consolePage = await openConsole(open, staff);
  for (const path of await pagesOf(typist)) {
    await consolePage.evaluate((to) => {
      location.hash = to;
    }, `#${path}`);
    // Without it the heading may still be that of the page before.
    await consolePage.reload();
    await consolePage.getByRole('heading').first().waitFor();
    await soon(() => requestsOnTheirWay(consolePage)).toBe(0);
    await look(consolePage, `console ${path}`);
  }

  const page = await open('/', { as: member });
  for (const path of READ) {
    await visit(page, path);
    await look(page, path);
    const over = await textsOverEdge(page);
    if (over.length > 0) found[`${path} too wide`] = over;
  }
  expect(found).toEqual({});
  // Otherwise nothing was proven.
  const read = [
    'console /queue?id',
    'console /inbox?id',
    'console /customers?id',
    'console /replies',
  ];
  expect([...shown]).toEqual(expect.arrayContaining([...read, pages.support]));
});
