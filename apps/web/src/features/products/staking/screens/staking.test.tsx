/** Machines and staking: what the screens show, refuse and send. */
import { refused, type Given } from '@tern/protocol/tests';
import type { MachineOrderRow, MachineRow } from '@tern/protocol';
import {
  answer,
  control,
  dialog,
  expectError,
  field,
  figure,
  fill,
  isShown,
  paste,
  press,
  screen,
  type,
  untilText,
  untilToast,
  waitFor,
} from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen, type Server, untilPage } from '../../../../../tests/render-screen.tsx';
import { pages } from '../../../../kernel/pages.ts';

const product: Given<MachineRow> = {
  ID: 2,
  version: 4,
  name: 'Hash unit S',
  type: 1,
  coinname: 'BTC',
  payCoin: 'USDT',
  income: 2,
  dailyOutput: '0.00001024',
  freeze: 1,
  cycle: 180,
  payoutTime: '00:00',
  price: '500',
  max: 10,
  state: 1,
};
const shared: Given<MachineRow> = {
  ...product,
  ID: 1,
  name: 'Rig 400',
  type: 2,
  price: '2500',
  max: 1,
  sharbltxt: '40|60',
  shares: [
    { gxfe: 40, price: '1000', heldAt: null },
    { gxfe: 60, price: '1500', heldAt: null },
  ],
};
const order: Given<MachineOrderRow> = {
  ...product,
  ID: 31,
  orderNo: 'M-20431',
  machineId: 2,
  num: 1,
  gxfe: 100,
  invested: '500',
  status: 1,
  startAt: '2026-03-01T00:00:00.000Z',
  expireAt: '2026-08-28T00:00:00.000Z',
  nextPayoutAt: '2026-03-03T00:00:00.000Z',
  paidDays: 1,
  endedAt: null,
};
const staked: Given<MachineOrderRow> = {
  ...order,
  ID: 28,
  name: 'Stake ETH 90',
  type: 3,
  coinname: 'ETH',
  income: 1,
  dailyRate: '0.00035',
  returnsPrincipal: true,
  penalty: '0.05',
  invested: '5000',
  canRedeem: true,
};

/** A unit costs 500, a share its price; the member has 10,000 USDT. */
function offer(server: Server, sold: Given<MachineRow> = product): void {
  server.answer('GET /mining_machine/getMining_machineList', { list: [sold], total: 1 });
  server.answer('GET /mining_machine/findMining_machine', { remining_machine: sold });
  server.answer('GET /mining_machine/quote', ({ num, gxfe }) => ({
    invested:
      gxfe === undefined ? String(500 * Number(num)) : String(gxfe) === '40' ? '1000' : '1500',
    available: '10000',
    perDay: '0.00001024',
    expected: '0.0018432',
    startAt: null,
    expireAt: null,
    price: '60000',
    result: '-389.408',
    resultAtHalf: '-444.704',
    coverDays: 814,
  }));
}

const detailOf = (id: number, kind = 'machines') => `${pages.stakeDetail}?kind=${kind}&id=${id}`;
const orderOf = (id: number, kind = 'machines') => `${pages.stakeOrder}?kind=${kind}&id=${id}`;

test('a sold-out product stays readable, and cannot be bought', async () => {
  const sold = { ...product, state: 2 };
  await renderScreen(pages.stakeList, { before: (server) => offer(server, sold) });
  await untilText('Sold out');
  await untilText('180 days');
  await press(/Hash unit S/, { role: 'link' });
  await untilPage(pages.stakeDetail);
  await untilText('This product is sold out.');
  expect(await figure('Unit price')).toBe('500.00 USDT');
  expect(await control('button', 'Review purchase')).toHaveProperty('disabled', true);
});

test('machines and staking products are on their own tabs', async () => {
  const stake = { ...product, ID: 9, name: 'Stake ETH 90', type: 3, returnsPrincipal: true };
  await renderScreen(pages.stakeList, {
    before: (server) =>
      server.answer('GET /mining_machine/getMining_machineList', ({ type }) => ({
        list: type === '1,2' ? [product] : [stake],
        total: 1,
        pageSize: 100,
      })),
  });
  await untilText('Hash unit S');
  expect(isShown('Stake ETH 90')).toBe(false);
  await press('Staking', { role: 'tab' });
  await untilText('Stake ETH 90');
  expect(isShown('Hash unit S')).toBe(false);
});

test('without products the list says so; after a failure it loads on retry', async () => {
  const server = await renderScreen(pages.stakeList, {
    before: (fresh) =>
      fresh.answer('GET /mining_machine/getMining_machineList', refused(5006, {}, 'busy')),
  });
  await untilText('busy');
  server.answer('GET /mining_machine/getMining_machineList', {});
  await press('Try again');
  await untilText('No mining machines right now');
});

test('a paste of grouped units is that many, never their thousands', async () => {
  await renderScreen(detailOf(2), { before: (server) => offer(server) });
  await paste('Units', '750,000');
  expect((await field('Units')).value).toBe('750000');
  await expectError('Units', 'Maximum is 10 units.');
});

test('units above the limit or the balance show an error beside the field, and keep the input', async () => {
  await renderScreen(detailOf(2), { before: (server) => offer(server) });
  await fill('Units', '11');
  await expectError('Units', 'Maximum is 10 units.');
  const server = await renderAgainWith('400');
  await fill('Units', '2');
  await expectError('Units', 'You have 400.00 USDT.');
  expect((await field('Units')).value).toBe('2');
  expect(server.inputs('POST /mining_machine/buySingleMining_machine')).toEqual([]);
});

async function renderAgainWith(available: string): Promise<Server> {
  return renderScreen(detailOf(2), {
    before: (server) => {
      offer(server);
      server.answer('GET /mining_machine/quote', ({ num }) => ({
        invested: String(500 * Number(num)),
        available,
      }));
    },
  });
}

test('a machine states before the button that its price is spent, and how much is lost at worst', async () => {
  await renderScreen(detailOf(2), { before: (server) => offer(server) });
  await untilText(/^The 500\.00 USDT is spent: at worst .* all of it is lost\./);
  await untilText('BTC stays at 60,000');
  expect(await figure('BTC falls by half')).toMatch(/^−444\.70 USDT/);
  await untilText('At today’s price the coins of the whole term are worth less.');
});

test('a purchase is reviewed with every figure, sent once, and opens its order', async () => {
  const server = await renderScreen(detailOf(2), { before: (fresh) => offer(fresh) });
  server.answer('POST /mining_machine/buySingleMining_machine', { order });
  server.answer('GET /mining_machine_order/findMyorder', { reorder: order });
  await fill('Units', '3');
  await press('Review for 1,500.00 USDT');
  const sheet = await dialog('Review purchase');
  expect(await figure('You pay', sheet)).toBe('Paper1,500.00 USDT');
  expect(await figure('Balance after', sheet)).toBe('8,500.00 USDT');
  expect(await figure('Returned at the end', sheet)).toBe('Nothing');
  await press('Buy for 1,500.00 USDT', { part: sheet });
  await untilPage(pages.stakeOrder);
  await untilToast('Hash unit S bought');
  expect(server.inputs('POST /mining_machine/buySingleMining_machine')).toEqual([
    { id: 2, num: 3, version: 4 },
  ]);
  expect(server.idempotencyKeys('POST /mining_machine/buySingleMining_machine')[0]).toBeTruthy();
});

test('a refused balance is shown at the units, which stay', async () => {
  const server = await renderScreen(detailOf(2), { before: (fresh) => offer(fresh) });
  server.answer('POST /mining_machine/buySingleMining_machine', refused(4020));
  await fill('Units', '4');
  await press('Review for 2,000.00 USDT');
  await press('Buy for 2,000.00 USDT', { part: await dialog('Review purchase') });
  await expectError('Units', /^You have/);
  expect((await field('Units')).value).toBe('4');
});

test('terms that changed meanwhile refuse the purchase; the new ones appear, and the units stay', async () => {
  const server = await renderScreen(detailOf(2), { before: (fresh) => offer(fresh) });
  server.answer(
    'POST /mining_machine/buySingleMining_machine',
    refused(5004, {}, 'The terms changed.'),
  );
  await fill('Units', '4');
  await press('Review for 2,000.00 USDT');
  offer(server, { ...product, version: 5, cycle: 90 });
  await press('Buy for 2,000.00 USDT', { part: await dialog('Review purchase') });
  await untilToast(/terms changed/);
  await untilText(/90 days/);
  expect((await field('Units')).value).toBe('4');
});

test('without the platform token nothing can be bought, and the screen says so first', async () => {
  await renderScreen(detailOf(2), {
    before: (server) => offer(server, { ...product, tokenCoin: 'BTC', tokenMin: '20' }),
  });
  await untilText('Hold at least 20 BTC first.');
  await waitFor(async () =>
    expect(await control('button', /^Review/)).toHaveProperty('disabled', true),
  );
});

test('a share is chosen among the free ones and waits for the others', async () => {
  const held = {
    ...shared,
    shares: [
      { gxfe: 40, price: '1000', heldAt: '2026-02-19T08:00:00.000Z' },
      { gxfe: 60, price: '1500', heldAt: null },
    ],
  };
  const server = await renderScreen(detailOf(1), { before: (fresh) => offer(fresh, shared) });
  await untilText('The machine starts when the other 60% is held.');
  await press(/^60%/, { role: 'radio' });
  await untilText('The machine starts when the other 40% is held.');
  await press(/^40%/, { role: 'radio' });
  server.answer('POST /mining_machine/buyShareMining_machine', refused(4018));
  server.answer('GET /mining_machine/findMining_machine', { remining_machine: held });
  await press('Review 40% for 1,000.00 USDT');
  await press('Buy for 1,000.00 USDT', { part: await dialog('Review purchase') });
  await untilText('This share is no longer free. Choose another one.');
  expect(server.inputs('POST /mining_machine/buyShareMining_machine')).toEqual([
    { id: 1, sharbltxt: '40|60', gxfe: 40, version: 4 },
  ]);
  await waitFor(async () =>
    expect(await control('radio', /^40%/)).toHaveProperty('disabled', true),
  );
});

test('a share of an incomplete machine is returned in full after a question', async () => {
  const waiting = { ...order, type: 2, gxfe: 40, invested: '1000', startAt: null, expireAt: null };
  const server = await renderScreen(orderOf(31), {
    before: (fresh) =>
      fresh.answer('GET /mining_machine_order/findMyorder', {
        reorder: { ...waiting, nextPayoutAt: null, canRefund: true },
      }),
  });
  const returned = {
    ...waiting,
    nextPayoutAt: null,
    status: 2,
    returned: '1000',
    endedAt: '2026-03-02T09:30:00.000Z',
  };
  server.answer('POST /mining_machine_order/refund', { order: returned });
  await press('Get the money back');
  server.answer('GET /mining_machine_order/findMyorder', { reorder: returned });
  await answer('Return this share?', 'Return for 1,000.00 USDT');
  await untilToast('1,000.00 USDT came back.');
  await untilText('The machine was not complete.');
  expect(isShown('Get the money back')).toBe(false);
});

test('early redemption names the exact penalty in the question and in the answer', async () => {
  const redemption = {
    invested: '5000',
    penalty: '250',
    returned: '4750',
    kept: '0.0012',
    forfeited: '0.0120',
    missed: '118.5',
    daysLeft: 68,
  };
  const server = await renderScreen(orderOf(28, 'staking'), {
    before: (fresh) => {
      fresh.answer('GET /mining_machine_order/findMyorder', { reorder: staked });
      fresh.answer('GET /mining_machine_order/redemptionFind', { reredemption: redemption });
    },
  });
  await press('Redeem early, costs 250.00 USDT');
  const question = await dialog('Redeem 68 days early?');
  expect(await figure('Penalty, 5%', question)).toBe('−250.00 USDT');
  expect(await figure('Back now', question)).toBe('4,750.00 USDT');
  await untilText('The 0.00120 ETH already paid stays yours.', question);
  const left = { ...staked, status: 2, canRedeem: false, penaltyPaid: '250', returned: '4750' };
  server.answer('POST /mining_machine_order/redemption', { order: left, redemption });
  server.answer('GET /mining_machine_order/findMyorder', { reorder: left });
  await answer('Redeem 68 days early?', 'Redeem, lose 250.00 USDT');
  await untilToast('Redeemed. 4,750.00 USDT came back, the penalty was 250.00 USDT.');
  await waitFor(() => expect(isShown(/^Redeem early/)).toBe(false));
});

test('an order that ended meanwhile is not redeemed, and the screen follows', async () => {
  const server = await renderScreen(orderOf(28, 'staking'), {
    before: (fresh) => fresh.answer('GET /mining_machine_order/findMyorder', { reorder: staked }),
  });
  const ended = { ...staked, status: 3, canRedeem: false, returned: '5000' };
  server.answer(
    'GET /mining_machine_order/redemptionFind',
    refused(5034, {}, 'This has already been decided.'),
  );
  server.answer('GET /mining_machine_order/findMyorder', { reorder: ended });
  await press(/^Redeem early/);
  await untilToast('This has already been decided.');
  await waitFor(() => expect(isShown(/^Redeem early/)).toBe(false));
});

const days = [
  { date: '2026-02-27', value: '1.47', isPaid: true },
  { date: '2026-02-28', value: '0', isPaid: false },
  { date: '2026-03-01', value: '2.44', isPaid: true },
];

test('the curve shows the chosen day, by finger or arrow keys, and a missed day as not paid yet', async () => {
  await renderScreen(pages.earningsCurve, {
    before: (server) =>
      server.answer('GET /mining_machine_order/earningsCurve', {
        payCoin: 'USDT',
        days,
        total: '3.91',
        average: '1.95',
      }),
  });
  await untilText('Sunday, 1 Mar 2026');
  expect(await figure('Days paid')).toBe('2 of 3');
  const chart = screen.getByRole('slider', { name: 'Earnings of each day' });
  expect(chart.getAttribute('aria-valuetext')).toBe('1 Mar 2026, 2.44 USDT');
  chart.focus();
  await type('{ArrowLeft}');
  await untilText('Saturday, 28 Feb 2026');
  await untilText('Not paid yet');
  await type('{Home}');
  await untilText('Friday, 27 Feb 2026');
});

test('before the first payout the curve names its day', async () => {
  await renderScreen(pages.earningsCurve, {
    before: (server) =>
      server.answer('GET /mining_machine_order/getMyorderList', {
        list: [{ ...order, paidDays: 0 }],
        total: 1,
      }),
  });
  await untilText('First payout on 3 Mar 2026');
});

test('the list adds up what was paid and what is still frozen', async () => {
  await renderScreen(pages.earningsList, {
    before: (server) => {
      server.answer('GET /mining_machine_order/earningsCurve', {
        payCoin: 'USDT',
        days,
        total: '34.62',
        frozen: '27.51',
      });
      server.answer('GET /mining_machine_order/earningsList', {
        list: [
          {
            ID: 1,
            orderId: 31,
            name: 'Hash unit S',
            dueAt: '2026-03-01T00:00:00.000Z',
            coinname: 'BTC',
            amount: '0.00001619',
            price: '64218.5',
            payCoin: 'USDT',
            value: '1.04',
            isFrozen: true,
          },
        ],
        total: 1,
      });
    },
  });
  await untilText('0.00001619 BTC');
  await untilText('at 64,218.5');
  await untilText('7.11');
  await untilText('27.51');
  await control('button', 'Export as CSV');
});
