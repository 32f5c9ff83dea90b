/** Every screen of the app with data, and checks of its language and width. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { codeTexts } from '@tern/protocol/code-texts';
import type { Page } from 'playwright-core';
import { pages } from '../../apps/web/src/kernel/pages.ts';

import { announceWire, keepBankCard, submitPayout } from './banking.ts';
import { submitDeposit } from './deposits.ts';
import { applyForLoan, buyFixedTerm } from './lending.ts';
import { openOffering, subscribe } from './new-coins.ts';
import { approve, keepTronAddress, submitWithdrawal, withdrawingMember } from './reviewing.ts';
import type { Member, World } from './world.ts';

const LOCALES = fileURLToPath(new URL('../../apps/web/src/locales', import.meta.url));

/** The parameters a page needs to show data. */
const PARAMS: Readonly<Record<string, string>> = {
  [pages.chart]: '?symbol=btcusdt',
  [pages.coinRecords]: '?coin=USDT',
};

/** A member with orders open and done, a contract that runs, new coins, a loan, a fixed term and money on its way in and out, so that no list is empty; the path of every screen comes with it. */
export async function busyMember(world: World): Promise<{ member: Member; screens: string[] }> {
  const member = await withdrawingMember(world);
  const bought = await world.buyAtMarket(member, { symbol: 'btcusdt', spend: '50' });
  await world.bid(member, { symbol: 'btcusdt', share: '0.95', spend: '20' });
  const waiting = { symbol: 'btcusdt', side: 1, kind: 5, watches: 2, rate: '0.05', musdt: '20' };
  const { conditional } = await world.api.data('POST /bborder/placeConditional', waiting, {
    token: member.session.token,
  });
  const contract = await world.contract(member, { seconds: 300 });
  await keepTronAddress(world, member, 'TR7');
  const deposit = await submitDeposit(world, member);
  const withdrawal = await submitWithdrawal(world, member);
  const card = await keepBankCard(world, member);
  const payout = await submitPayout(world, member, { card: card.ID, num: '300' });
  const wire = await announceWire(world, member);
  const offering = await openOffering(world, member);
  await subscribe(world, member, { pid: offering.ID, num: offering.min });
  const notice = await noticeOf(world, member);
  const loan = await applyForLoan(world, member, '200');
  await approve(world, loan.orderNo);
  const fixed = await buyFixedTerm(world, member, '200');
  const { plan } = await world.api.data(
    'POST /recurring/start',
    {
      amount: '100',
      coins: [
        { symbol: 'btcusdt', share: 70 },
        { symbol: 'ethusdt', share: 30 },
      ],
      rhythm: 'month',
      day: 28,
      time: '09:00',
      timeZone: 'Europe/Vienna',
    },
    { token: member.session.token },
  );
  const { list } = await world.api.data('GET /base/article', { cate: 2 });
  const params: Readonly<Record<string, string>> = {
    ...PARAMS,
    [pages.depositDetail]: `?id=${deposit.ID}`,
    [pages.withdraw]: '?coin=USDT',
    [pages.withdrawDetail]: `?id=${withdrawal.ID}`,
    [pages.fiatWithdrawDetail]: `?id=${payout.ID}`,
    [pages.orderDetail]: `?id=${bought.ID}`,
    [pages.conditionalDetail]: `?id=${conditional.ID}`,
    [pages.contractDetail]: `?id=${contract}`,
    [pages.offeringDetail]: `?id=${offering.ID}`,
    [pages.notificationDetail]: `?id=${notice}`,
    [pages.announcementDetail]: `?id=${list[0]!.ID}`,
    [pages.announcements]: '?tab=help',
    [pages.loanApply]: `?id=${loan.loan_id}`,
    [pages.recurringPlan]: `?id=${plan.ID}`,
  };
  const others = [
    `${pages.fiatDeposit}?id=${wire.ID}`,
    `${pages.fiatDeposit}?view=records`,
    `${pages.loanHistory}?id=${loan.ID}`,
    `${pages.stakeList}?kind=fixed`,
    `${pages.stakeDetail}?kind=fixed&id=${fixed.financing_id}`,
    `${pages.stakeOrder}?kind=fixed`,
    `${pages.stakeOrder}?kind=fixed&id=${fixed.ID}`,
  ];
  return {
    member,
    screens: [...Object.values(pages).map((path) => path + (params[path] ?? '')), ...others],
  };
}

const made = new WeakMap<World, ReturnType<typeof busyMember>>();

/** The same member for all stories of a file, which look and change nothing. */
export function sharedBusyMember(world: World): ReturnType<typeof busyMember> {
  const member = made.get(world) ?? busyMember(world);
  made.set(world, member);
  return member;
}

/** The number of a notice; that the withdrawal password was set is one. */
async function noticeOf(world: World, { session: { token } }: Member): Promise<number> {
  const { list } = await world.api.data('GET /notice/getNoticeList', {}, { token });
  return list[0]!.ID;
}

/** Texts of the app by key, and of the codes, in a language. */
function textsIn(language: string): Map<string, string> {
  const texts = new Map<string, string>(
    Object.entries(codeTexts[language as keyof typeof codeTexts]),
  );
  for (const subject of readdirSync(LOCALES)) {
    for (const area of readdirSync(`${LOCALES}/${subject}`)) {
      const file = readFileSync(`${LOCALES}/${subject}/${area}/${language}.json`, 'utf8');
      for (const [key, text] of Object.entries(JSON.parse(file) as Record<string, string>)) {
        texts.set(`${area}.${key}`, text);
      }
    }
  }
  return texts;
}

/** English texts of the app that differ in the language, and so must not appear in it. */
export function englishOnly(language: string): Set<string> {
  const own = textsIn(language);
  const spoken = new Set(own.values());
  const foreign = [...textsIn('en')].filter(([key, text]) => own.get(key) !== text);
  const whole = foreign.map(([, text]) => text).filter((text) => !text.includes('{'));
  // A single letter may as well be the mark of a coin.
  return new Set(whole.filter((text) => text.length > 1 && !spoken.has(text)));
}

/** What a page shows instead of its content when it does not exist, stopped working or could not load. */
export function failuresIn(language: string): Set<string> {
  const texts = textsIn(language);
  const keys = ['common.pageBroke', 'common.pageMissing', 'common.loadFailed', 'common.appUpdated'];
  // Of a record that does not exist.
  return new Set([...keys, '5007'].map((key) => texts.get(key) ?? key));
}

/** Shown where a text is missing. */
export const bareKey = /^[a-z-]+[.][a-zA-Z]+$/;

/** Every piece of text the page shows or speaks: text nodes, labels, placeholders. */
export function textsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = document.body.innerText.split(/\n|\t/);
    const spoken = [...document.querySelectorAll<HTMLElement>('[aria-label], [placeholder], [alt]')]
      .filter((element) => element.offsetParent !== null)
      .flatMap((element) =>
        ['aria-label', 'placeholder', 'alt'].map((name) => element.getAttribute(name)),
      );
    return [...shown, ...spoken].map((text) => text?.trim() ?? '').filter((text) => text !== '');
  });
}

/** Texts beyond the edge of the column, unless they can be scrolled to or end in an ellipsis. */
export function textsOverEdge(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const mayLeave = (element: Element | null): boolean => {
      for (let at = element; at && at !== document.body; at = at.parentElement) {
        const { overflowX, textOverflow, position, clipPath } = getComputedStyle(at);
        if (overflowX === 'auto' || overflowX === 'scroll' || textOverflow === 'ellipsis')
          return true;
        if (position === 'absolute' && clipPath !== 'none') return true;
        if (at.getAttribute('aria-hidden') === 'true') return true;
      }
      return false;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const over: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.textContent?.trim() === '') continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, width } = range.getBoundingClientRect();
      if (width === 0 || (left >= -0.5 && right <= innerWidth + 0.5)) continue;
      if (!mayLeave(node.parentElement)) over.push(`${node.textContent} (${left}–${right})`);
    }
    return over;
  });
}

/** Words that go on in the next line without a hyphen: what holds them is too narrow. Addresses and amounts may break. */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      const { parentElement: holder } = node;
      if (holder === null || getComputedStyle(holder).hyphens === 'auto') continue;
      for (const { 0: word, index } of text.matchAll(/(?<!\S)[\p{Lu}\p{Ll}]{2,}(?!\S)/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
        const [first, ...others] = lines;
        if (others.some(({ top }) => top >= (first?.bottom ?? 0))) broken.push(`${word}: ${text}`);
      }
    }
    return broken;
  });
}
