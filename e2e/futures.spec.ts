/** Short contracts: invalid evidence, obstacles, own limits. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import {
  complaintOf,
  control,
  field,
  isInView,
  pathOf,
  tap,
  untilPage,
  untilToast,
  words,
} from './support/hands.ts';
import { soon, story } from './support/story.ts';
import { figure } from './support/trading.ts';
import { untilLoaded, visit } from './support/waiting.ts';

const BTC = `${pages.contract}?symbol=btcusdt`;

const stake = (page: Page) => field(page, 'Amount');
const buy = (page: Page, direction: 'up' | 'down') =>
  control(page, 'button', new RegExp(`^Buy ${direction}`));
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name });

story('changed evidence fails, item by item', async ({ open, world }) => {
  const member = await world.member();
  const id = await world.contract(member, { seconds: 30 });
  const settled = {
    status: 2,
    outcome: 1,
    ploss: '8',
    payout: '18',
    closePrice: '64000',
  };
  const page = await open(`${pages.contractDetail}?id=${id}`, {
    as: member,
    before: async (opened) => {
      await opened.route('**/hyorder/findHyorder**', async (route) => {
        const answer = await (await route.fetch()).json();
        Object.assign(answer.data.rehyorder, settled);
        await route.fulfill({ json: answer });
      });
      await opened.route('**/hyorder/evidence**', (route) =>
        route.fulfill({ json: { code: 0, msg: '', data: { bundle: { version: 1 } } } }),
      );
    },
  });
  await untilLoaded(page);
  await words(page, 'Your call was right.').waitFor();
  expect(await words(page, /^\+8\.00/).count()).toBeGreaterThan(0);
  await tap(page, 'Verify');
  await words(page, 'Not proven').waitFor();
  await words(page, /^0 of 8 checks, 8 failed/).waitFor();
  await soon(() => isInView(words(page, 'Not proven'))).toBe(true);
  expect(await page.getByText('FAIL', { exact: true }).count()).toBe(8);
});

story('a contract that never opened returns the stake and shows why', async ({ open, world }) => {
  const member = await world.member();
  const id = await world.contract(member, { seconds: 30 });
  const page = await open(`${pages.contractDetail}?id=${id}`, {
    as: member,
    before: (opened) =>
      opened.route('**/hyorder/findHyorder**', async (route) => {
        const answer = await (await route.fetch()).json();
        const nothing = { openPrice: '', openAt: '', dueAt: '', openNum: '' };
        Object.assign(answer.data.rehyorder, nothing, { status: 3, reason: 1, payout: '10' });
        await route.fulfill({ json: answer });
      }),
  });
  await untilLoaded(page);
  await words(page, /couldn't be settled\. 10\.00 USDT is back in your balance\./).waitFor();
  await words(page, /No price arrived in time to open it\./).waitFor();
  expect(await words(page, 'Not settled').count()).toBeGreaterThan(0);
});

story(
  'an invalid stake shows an error at its field before anything is sent',
  async ({ open, world }) => {
    const page = await open(BTC, { as: await world.member() });
    await untilLoaded(page);
    const complaint = async (typed: string) => {
      await stake(page).fill(typed);
      await page.waitForTimeout(520);
      await buy(page, 'down').click();
      return () => complaintOf(stake(page));
    };
    await soon(await complaint('')).toBe('Enter an amount.');
    await soon(await complaint('9.99')).toBe('Minimum is 10.00 USDT.');
    await soon(await complaint('5000.01')).toBe('Maximum is 5,000.00 USDT.');
    expect(await sheet(page, 'Review contract').count()).toBe(0);
  },
);

story(
  'lower own limits apply immediately, raises later, and a pause stops new contracts',
  async ({ open, world }) => {
    const page = await open(BTC, { as: await world.member() });
    await untilLoaded(page);
    const limits = sheet(page, 'Your limits');
    const change = async (act: () => Promise<unknown>) => {
      await tap(page, 'Change your limits');
      await act();
      await tap(limits, 'Save limits');
      await untilToast(page, 'Limits saved');
      await limits.waitFor({ state: 'hidden' });
    };
    await change(() => field(limits, 'Daily stake limit').fill('50'));
    await soon(() => figure(page, 'Daily stake limit').innerText()).toBe('50.00 USDT');
    await stake(page).fill('60');
    await buy(page, 'up').click();
    await soon(() => complaintOf(stake(page))).toBe(
      'You have 50.00 USDT left of your daily limit.',
    );

    await change(() => field(limits, 'Daily stake limit').fill('500'));
    expect(await figure(page, 'Daily stake limit').innerText(), 'not yet').toBe('50.00 USDT');
    await soon(() => figure(page, 'Upcoming').innerText()).toMatch(/^500\.00 USDT from /);

    await change(() => limits.getByRole('combobox', { name: 'Pause' }).selectOption('24'));
    await words(page, /^You've paused new contracts\. Until /).waitFor();
    expect(await buy(page, 'up').isDisabled()).toBe(true);
    expect(await buy(page, 'down').isDisabled()).toBe(true);
  },
);

story(
  'where contracts are forbidden they are neither offered nor advertised',
  async ({ open, world }) => {
    const off = { code: 5011, msg: 'Not offered here', data: null };
    const page = await open(pages.home, {
      as: await world.member(),
      before: (opened) =>
        opened.route('**/hyorder/config**', (route) => route.fulfill({ json: off })),
    });
    await untilLoaded(page);
    expect(await control(page, 'link', 'Futures').count()).toBe(0);
    for (const path of [pages.futures, BTC]) {
      await visit(page, path);
      await words(page, "Short contracts aren't offered where you live").waitFor();
      expect(await buy(page, 'up').count()).toBe(0);
    }
  },
);

story(
  'a closed market or a stale feed offers no contract and shows why',
  async ({ open, world }) => {
    const member = await world.member();
    const closed = await open(BTC, {
      as: member,
      before: (opened) =>
        opened.route('**/hyorder/config**', async (route) => {
          const answer = await (await route.fetch()).json();
          for (const market of answer.data.markets) market.isOpen = false;
          await route.fulfill({ json: answer });
        }),
    });
    await words(closed, 'This market is closed.').waitFor();
    expect(await buy(closed, 'up').isDisabled()).toBe(true);
    const stale = await open(BTC, {
      as: member,
      before: (opened) =>
        opened.route('**/base/feeds**', async (route) => {
          const answer = await (await route.fetch()).json();
          for (const feed of answer.data.list) feed.state = 'stale';
          await route.fulfill({ json: answer });
        }),
    });
    await words(stale, "There's no fresh price. You can't place contracts right now.").waitFor();
    expect(await buy(stale, 'down').isDisabled()).toBe(true);
  },
);

story('without terms the form is disabled and has no buttons', async ({ open, world, faults }) => {
  faults.expect(/Failed to load resource|ERR_FAILED/);
  const page = await open(BTC, {
    as: await world.member(),
    before: (opened) => opened.route('**/hyorder/config**', (route) => route.abort()),
  });
  await page.getByRole('heading', { name: 'BTC/USDT' }).waitFor();
  await page.getByRole('img', { name: /^Price line/ }).waitFor();
  expect(await buy(page, 'up').count()).toBe(0);
});

story(
  'the list of contract markets shows returns, can be searched, and has closed ones last',
  async ({ open, world }) => {
    const opensAt = '2030-01-06T22:00:00.000Z';
    const page = await open(pages.futures, {
      as: await world.member(),
      before: (opened) =>
        opened.route('**/hyorder/config**', async (route) => {
          const answer = await (await route.fetch()).json();
          const [first] = answer.data.markets;
          Object.assign(first, { isOpen: false, opensAt });
          for (const market of answer.data.markets) {
            if (market.coinname === 'ethusdt') market.hy_time = [60, 300];
          }
          await route.fulfill({ json: answer });
        }),
    });
    await untilLoaded(page);
    await words(page, /If you're wrong, you lose your whole stake\./).waitFor();
    const rows = page.getByRole('main').getByRole('link', { name: / US/ });
    const ethereum = rows.filter({ hasText: 'ETH/USDT' });
    await soon(() => ethereum.innerText()).toContain('+82–90%');
    expect(await ethereum.getAttribute('aria-label')).toContain('If right +82–90%');
    const last = rows.last();
    await soon(() => last.innerText()).toContain('Closed');
    expect(await last.innerText()).toContain('Opens');
    expect(await rows.first().innerText()).not.toContain('Closed');

    const search = page.getByRole('searchbox', { name: 'Search markets' });
    await search.fill('solana');
    await soon(() => rows.count()).toBe(1);
    await search.fill('doubloon');
    await words(page, 'No market called doubloon').waitFor();
  },
);

story('a running contract shows its direction without a market colour', async ({ open, world }) => {
  const member = await world.member();
  await world.contract(member, { seconds: 300 });
  const page = await open(pages.futures, { as: member });
  await untilLoaded(page);
  const direction = page.getByText('Buy up', { exact: true }).first();
  await direction.waitFor();
  const [shown, up] = await direction.evaluate((element) => {
    const probe = document.createElement('span');
    probe.style.color = 'var(--up)';
    element.append(probe);
    const colours = [element, probe].map((one) => getComputedStyle(one).color);
    probe.remove();
    return colours;
  });
  expect(shown).not.toBe(up);
});

story('contracts are reached from home over the markets', async ({ open, world }) => {
  const page = await open(pages.home, { as: await world.member() });
  await untilLoaded(page);
  await tap(page.getByRole('main'), 'Futures', 'link');
  await untilPage(page, pages.futures);
  await page.getByRole('link', { name: /^Ethereum, / }).click();
  await soon(() => pathOf(page)).toBe(pages.contract);
  await page.getByRole('heading', { name: 'ETH/USDT' }).waitFor();
});
