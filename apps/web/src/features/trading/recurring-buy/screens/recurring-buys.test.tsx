/** Recurring buys: the list, starting and changing one, its page, and pausing that can be undone. */
import { refused } from '@tern/protocol/tests';
import {
  control,
  dialog,
  expectError,
  fill,
  press,
  screen,
  untilText,
  untilToast,
  waitFor,
} from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen, type Server } from '../../../../../tests/render-screen.tsx';
import { pages } from '../../../../kernel/pages.ts';
import type { Buy, Plan } from '../api.ts';

const coin = (base: string, share: number, changes: Partial<Plan['coins'][number]> = {}) => ({
  symbol: `${base.toLowerCase()}usdt`,
  base,
  share,
  amount: String(share),
  quantity: '0',
  putIn: '0',
  averagePrice: '',
  worth: '0',
  ...changes,
});

const plan = (changes: Partial<Plan> = {}): Plan => ({
  ID: 7,
  CreatedAt: '2026-11-01T08:00:00.000Z',
  amount: '100',
  coins: [
    coin('BTC', 70, { quantity: '0.002', putIn: '140', averagePrice: '70000', worth: '150.5' }),
    coin('ETH', 30, { quantity: '0.02', putIn: '60', averagePrice: '3000', worth: '55' }),
  ],
  rhythm: 'week',
  day: 1,
  time: '09:00',
  timeZone: 'Europe/Vienna',
  state: 'on',
  stateAt: '2026-11-01T08:00:00.000Z',
  pausedBy: '',
  nextAt: '2026-12-07T08:00:00.000Z',
  done: 2,
  skipped: 1,
  latest: [true, false, true],
  putIn: '200',
  worth: '205.5',
  difference: '5.5',
  ...changes,
});

const buy = (changes: Partial<Buy> = {}): Buy => ({
  ID: 1,
  dueAt: '2026-11-30T08:00:00.000Z',
  amount: '100',
  status: 'bought',
  putIn: '99.98',
  needed: '',
  available: '',
  coins: [
    {
      symbol: 'btcusdt',
      base: 'BTC',
      amount: '70',
      orderId: 41,
      price: '64001',
      quantity: '0.001',
      skipped: '',
    },
    {
      symbol: 'ethusdt',
      base: 'ETH',
      amount: '30',
      orderId: 0,
      price: '',
      quantity: '0',
      skipped: 'closed',
    },
  ],
  ...changes,
});

const short: Partial<Buy> = {
  ID: 2,
  dueAt: '2026-11-23T08:00:00.000Z',
  status: 'skipped',
  putIn: '0',
  needed: '100',
  available: '41.8',
  coins: buy().coins.map((each) => ({ ...each, orderId: 0, price: '', skipped: 'funds' })),
};

const listed =
  (...plans: Plan[]) =>
  (server: Server) => {
    const [sums] = plans;
    const { putIn, worth, difference } = sums ?? { putIn: '0', worth: '0', difference: '0' };
    server.answer('GET /recurring/list', {
      plans,
      available: '12480.22',
      putIn,
      worth,
      difference,
    });
  };
const opened =
  (of: Plan, buys: Buy[] = []) =>
  (server: Server) => {
    server.answer('GET /recurring/find', { replan: of });
    server.answer('GET /recurring/buys', { list: buys, total: buys.length, page: 1, pageSize: 50 });
  };
const PLAN = `${pages.recurringPlan}?id=7`;

test('the list has what came of all plans, the next buy, and each plan in its state', async () => {
  const paused = plan({
    ID: 8,
    state: 'paused',
    pausedBy: 'skips',
    nextAt: '',
    rhythm: 'day',
    day: 0,
  });
  const fresh = plan({ ID: 9, done: 0, latest: [], rhythm: 'month', day: 31 });
  const server = await renderScreen(pages.recurringBuys, { before: listed(plan(), paused, fresh) });
  await untilText('100.00 USDT, every Monday');
  await untilText('100.00 USDT, every day');
  await untilText('100.00 USDT, on the last day of each month');
  await untilText('Paused after 3 skips');
  await untilText('First buy on 7 Dec, 09:00.');
  await untilText('100.00 USDT, you have 12,480.22');
  server.answer('POST /recurring/skip', { plan: plan({ nextAt: '2026-12-14T08:00:00.000Z' }) });
  await press('Skip');
  await untilToast('Next buy skipped');
  expect(server.inputs('POST /recurring/skip')).toEqual([
    { ID: 7, dueAt: '2026-12-07T08:00:00.000Z' },
  ]);
});

test('without a plan the list says what one is', async () => {
  await renderScreen(pages.recurringBuys, { before: listed() });
  await untilText('Nothing set up');
});

test('a plan is started as its sentence says; what is refused stays in the form', async () => {
  const server = await renderScreen(pages.recurringForm);
  await press(/^Start:/);
  await expectError('Sum in USDT', 'Enter a sum.');
  await fill('Sum in USDT', '8');
  await press('Add a coin');
  await press(/^ETH/, { part: await dialog('Choose a coin') });
  await press(/^Start:/);
  await expectError('Sum in USDT', /needs at least 5\.00 USDT each time\.$/);
  await fill('Sum in USDT', '100');
  await press('More BTC');
  await press('Tuesday', { role: 'radio' });
  await untilText(
    /every Tuesday at 09:00, we buy BTC for 55\.00 USDT and ETH for 45\.00 USDT at market/,
  );
  await untilText(/^If the market is more than 1% off the reference price/);
  server.answer('POST /recurring/start', refused(5013, {}, 'Between 5 and 50000 USDT each time.'));
  await press('Start: 100.00 USDT every Tuesday');
  await expectError('Sum in USDT', 'Between 5 and 50000 USDT each time.');
  opened(plan())(server);
  server.answer('POST /recurring/start', { plan: plan() });
  await fill('Sum in USDT', '100.50');
  await press('Start: 100.50 USDT every Tuesday');
  await untilToast('Recurring buy started');
  expect(server.inputs('POST /recurring/start').at(-1)).toMatchObject({
    amount: '100.5',
    coins: [
      { symbol: 'btcusdt', share: 55 },
      { symbol: 'ethusdt', share: 45 },
    ],
    rhythm: 'week',
    day: 2,
    time: '09:00',
  });
});

test('a plan’s page has its figures and its buys, each with its order or why it was skipped', async () => {
  await renderScreen(PLAN, { before: opened(plan(), [buy(), buy(short)]) });
  await untilText('BTC at 64,001.00');
  await untilText('ETH: Market closed');
  await untilText('You had 41.80 USDT available.');
  await untilText('2 done, 1 skipped');
  const receipt = (await control('link', 'Receipt of BTC')) as HTMLAnchorElement;
  expect(receipt.getAttribute('href')).toBe(`#${pages.orderDetail}?id=41`);
});

test('a pause is undone in the toast, and an end is asked first', async () => {
  const server = await renderScreen(PLAN, { before: opened(plan()) });
  const paused = plan({ state: 'paused', pausedBy: 'member', nextAt: '' });
  server.answer('POST /recurring/pause', { plan: paused });
  server.answer('GET /recurring/find', { replan: paused });
  await press('Pause');
  await untilText('Paused by you');
  server.answer('POST /recurring/resume', { plan: plan() });
  server.answer('GET /recurring/find', { replan: plan() });
  await press('Undo');
  await control('button', 'Pause');
  await press('More actions');
  await press('End recurring buy', { part: await dialog('100.00 USDT, every Monday') });
  const question = await screen.findByRole('alertdialog', { name: 'End this recurring buy?' });
  const ended = plan({ state: 'ended', nextAt: '' });
  server.answer('POST /recurring/end', { plan: ended });
  server.answer('GET /recurring/find', { replan: ended });
  await press('End recurring buy', { part: question });
  await untilText('Ended');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull());
});

test('changes begin with what the plan has, and hold from the next buy', async () => {
  const server = await renderScreen(`${pages.recurringForm}?id=7`, { before: opened(plan()) });
  await untilText(/Holds from the next buy/);
  server.answer('POST /recurring/change', { plan: plan({ amount: '50' }) });
  await fill('Sum in USDT', '50');
  await press('Save changes');
  await untilToast('Changed from the next buy on');
  expect(server.inputs('POST /recurring/change')).toMatchObject([
    { ID: 7, amount: '50', coins: [{ share: 70 }, { share: 30 }], timeZone: 'Europe/Vienna' },
  ]);
});
