/** Fixed terms: gain and loss in one size, every figure before the purchase, the exact price of leaving early. */
import { lost, refused } from '@tern/protocol/tests';
import {
  answer,
  control,
  dialog,
  expectError,
  field,
  figure,
  fill,
  isShown,
  press,
  screen,
  untilText,
  untilToast,
  waitFor,
} from '@tern/ui/tests';
import { describe, expect, test } from 'vitest';
import { renderScreen, type Server, untilPage } from '../../../../../tests/render-screen.tsx';
import { pages } from '../../../../kernel/pages.ts';

const AMOUNT = 'Amount in USDT';

const terms = {
  name: 'Fixed 60',
  coinname: 'USDT',
  cycle: 60,
  dailyRate: '0.00035',
  payoutTime: '00:00',
  penalty: '0.05',
  fee: '0.001',
};
const product = { ...terms, ID: 3, version: 2, min: '100', max: '50000', places: 6, state: 1 };

/** On its 22nd day. */
const order = {
  ...terms,
  ID: 8,
  orderNo: 'E-8',
  financing_id: 3,
  CreatedAt: '2026-10-30T14:18:00.000Z',
  UpdatedAt: '2026-11-22T00:00:00.000Z',
  money: '5000',
  status: 1,
  startAt: '2026-10-31T00:00:00.000Z',
  expireAt: '2026-12-30T00:00:00.000Z',
  nextPayoutAt: '2026-11-23T00:00:00.000Z',
  paidDays: 22,
  paid: '38.5',
  toCome: '66.5',
  expected: '105',
  endedAt: null,
};
const redemption = {
  money: '5000',
  penalty: '250',
  fee: '5',
  returned: '4745',
  kept: '38.5',
  missed: '66.5',
  daysLeft: 38,
};

const offerTerms = (server: Server) => {
  server.answer('GET /financing/getFinancingList', { list: [product] });
  server.answer('GET /financing/findFinancing', { refinancing: product });
  server.answer('GET /financing/quote', ({ money }) => {
    const isExample = String(money) === '1000';
    const [perDay, expected] = isExample ? ['0.35', '21'] : ['1.75', '105'];
    const [penalty, fee] = isExample ? ['50', '1'] : ['250', '5'];
    return {
      available: '10000',
      perDay,
      expected,
      penalty,
      fee,
      startAt: '2026-11-23T00:00:00.000Z',
      expireAt: '2027-01-22T00:00:00.000Z',
    };
  });
  server.answer('GET /financing_order/sum', {
    coinname: 'USDT',
    invested: '5000',
    yesterday: '1.75',
    total: '38.5',
    list: [{ coinname: 'USDT', invested: '5000', yesterday: '1.75', total: '38.5' }],
  });
};
const hold = (server: Server, held: object = order) => {
  offerTerms(server);
  server.answer('GET /financing_order/getFinancing_orderList', { list: [held] });
  server.answer('GET /financing_order/findFinancing_order', { refinancing_order: held });
  server.answer('GET /financing_order/redemptionFind', { reredemption: redemption });
  server.answer('GET /financing_order/payoutList', { list: payouts, total: payouts.length });
};

/** Of the last days, newest first. */
const payouts = [22, 21, 20, 19].map((day) => ({
  ID: day,
  dueAt: `2026-11-${day}T00:00:00.000Z`,
  coinname: 'USDT',
  amount: '1.75',
}));

const tab = `${pages.stakeList}?kind=fixed`;
const detail = `${pages.stakeDetail}?kind=fixed&id=3`;
const orderPage = `${pages.stakeOrder}?kind=fixed&id=8`;

describe('the products', () => {
  test('show the rate of a day, and what 1,000 brings and leaving early costs', async () => {
    await renderScreen(tab, { before: offerTerms });
    await untilText('Fixed 60');
    await untilText('60 days · 100 – 50,000 USDT');
    await untilText('0.035%');
    await untilText('+21.00');
    expect(await figure('1,000 to the end')).toBe('+21.00 USDT');
    expect(await figure('Leaving early costs')).toBe('−51.00 USDT5% + 0.1% fee');
    await untilText(/Nothing here is insured/);
  });

  test('stand below the sums of the member', async () => {
    await renderScreen(tab, { before: offerTerms });
    expect(await figure('Invested, USDT')).toBe('5,000.00');
    expect(await figure('Paid in all')).toBe('38.50');
    expect(await figure('Yesterday')).toBe('+1.75');
  });

  test('without any, the tab says so; a failed load offers another try', async () => {
    const server = await renderScreen(tab, {
      before: (before) => before.answer('GET /financing/getFinancingList', lost),
    });
    await untilText('Couldn’t load this');
    server.answer('GET /financing/getFinancingList', { list: [] });
    await press('Try again');
    await untilText('No fixed terms on offer');
  });
});

describe('a purchase', () => {
  test('shows every figure before and in the review, and sends the amount', async () => {
    const server = await renderScreen(detail, { before: offerTerms });
    expect(await control('button', 'Review purchase')).toHaveProperty('disabled', true);
    await fill(AMOUNT, '5000');
    await waitFor(async () => expect(await figure('Yield in all')).toBe('105.00 USDT'));
    expect(await figure('Paid a day')).toBe('1.75 USDT');
    expect(await figure('Stay to 22 Jan 2027')).toBe('+105.00 USDT');
    expect(await figure('Leaving early costs')).toMatch(/^−255.00/);
    await press('Review 5,000.00 USDT');
    const sheet = await dialog('Review purchase');
    expect(await figure('You put in', sheet)).toBe('Paper5,000.00 USDT');
    await untilText(/Leaving early costs 255.00 USDT, and you lose the yield/, sheet);
    server.answer('POST /financing_order/createFinancing_order', { order });
    hold(server);
    await press('Buy', { part: sheet });
    await untilPage(pages.stakeOrder);
    await untilText('Day 22 of 60');
    expect(server.inputs('POST /financing_order/createFinancing_order')).toEqual([
      { financing_id: 3, money: '5000', version: 2 },
    ]);
  });

  test.each([
    ['99.99', 'Minimum is 100.00 USDT.'],
    ['50000.01', 'Maximum is 50,000.00 USDT.'],
    ['10000.01', 'You have 10,000.00 USDT available.'],
  ])('of %s shows the limit at the amount', async (amount, message) => {
    await renderScreen(detail, { before: offerTerms });
    await fill(AMOUNT, amount);
    await expectError(AMOUNT, message);
    expect(await control('button', 'Review purchase')).toHaveProperty('disabled', true);
  });

  test.each([
    [4006, { min: '200' }, 'Minimum is 200.00 USDT.'],
    [4018, { max: '4000' }, 'Maximum is 4,000.00 USDT.'],
    [4020, {}, 'You have 10,000.00 USDT available.'],
    [5011, {}, 'We can’t sell this product right now.'],
  ] as const)('refused with %s shows why at the amount, which stays', async (code, data, text) => {
    const server = await renderScreen(detail, { before: offerTerms });
    const refusal = refused(code, data, 'We can’t sell this product right now.');
    server.answer('POST /financing_order/createFinancing_order', refusal);
    await fill(AMOUNT, '5000');
    await press('Review 5,000.00 USDT');
    await press('Buy', { part: await dialog('Review purchase') });
    await expectError(AMOUNT, text);
    expect((await field(AMOUNT)).value.replace(',', '')).toMatch(/^5000/);
  });

  test('of terms that changed meanwhile is refused; the new ones appear, and the amount stays', async () => {
    const server = await renderScreen(detail, { before: offerTerms });
    server.answer(
      'POST /financing_order/createFinancing_order',
      refused(5004, {}, 'The terms changed.'),
    );
    await fill(AMOUNT, '5000');
    await press('Review 5,000.00 USDT');
    const changed = { ...product, version: 3, dailyRate: '0.0003' };
    server.answer('GET /financing/findFinancing', { refinancing: changed });
    await press('Buy', { part: await dialog('Review purchase') });
    await untilToast(/terms changed/);
    await untilText('0.03%');
    expect((await field(AMOUNT)).value.replace(',', '')).toMatch(/^5000/);
  });

  test('of a closed product is not offered', async () => {
    await renderScreen(detail, {
      before: (server) => {
        offerTerms(server);
        server.answer('GET /financing/findFinancing', { refinancing: { ...product, state: 2 } });
      },
    });
    await untilText(/^This product isn’t on sale now/);
    expect(await control('button', 'Review purchase')).toHaveProperty('disabled', true);
  });

  test('takes all that is available, within the maximum', async () => {
    await renderScreen(detail, { before: offerTerms });
    await press('Max');
    await waitFor(async () => expect((await field(AMOUNT)).value.replace(',', '')).toBe('10000'));
  });
});

describe('an order', () => {
  test('shows how far it is, what it has paid and will pay', async () => {
    await renderScreen(orderPage, { before: hold });
    await untilText('Day 22 of 60');
    await untilText('38 days left');
    await untilText('5,000.00 back on 30 Dec 2026');
    expect(await figure('Paid so far')).toBe('+38.50');
    expect(await figure('Still to come')).toBe('66.50');
    expect(await figure('In all')).toBe('105.00');
  });

  test('is redeemed early only after a question with the exact figures', async () => {
    const server = await renderScreen(orderPage, { before: hold });
    await press('Redeem early, costs 255.00 USDT');
    const asked = await dialog('Redeem 38 days early?');
    expect(await figure('Leave now', asked)).toMatch(/^−255.00/);
    expect(await figure('Penalty, 5%', asked)).toBe('−250.00');
    expect(await figure('Fee, 0.1%', asked)).toBe('−5.00');
    expect(await figure('Back now', asked)).toBe('4,745.00 USDT');
    await untilText('The 38.50 USDT already paid stays yours. This can’t be undone.', asked);
    const redeemed = {
      ...order,
      status: 2,
      nextPayoutAt: null,
      endedAt: '2026-11-22T09:00:00.000Z',
      penaltyPaid: '250',
      feePaid: '5',
      returned: '4745',
    };
    hold(server, redeemed);
    server.answer('POST /financing_order/redemption', { order: redeemed, redemption });
    await press('Redeem, lose 255.00', { part: asked });
    await untilToast('4,745.00 USDT is back in your balance. Leaving cost 255.00 USDT.');
    await untilText('You left on 22 Nov 2026 and lost 255.00 USDT.');
    expect(await figure('Returned')).toBe('4,745.00 USDT');
    expect(screen.queryByRole('button', { name: /^Redeem early/ })).toBeNull();
  });

  test('shows its newest payouts, and all of them in a sheet', async () => {
    await renderScreen(orderPage, { before: hold });
    await untilText('20 Nov 2026');
    expect(isShown('19 Nov 2026')).toBe(false);
    await press('All 4');
    const sheet = await dialog('Payouts');
    await untilText('19 Nov 2026', sheet);
  });

  test('is kept when the question is declined', async () => {
    const server = await renderScreen(orderPage, { before: hold });
    await press('Redeem early, costs 255.00 USDT');
    await answer('Redeem 38 days early?', 'Keep it');
    expect(server.inputs('POST /financing_order/redemption')).toEqual([]);
  });

  test('on its last day is not redeemed: the principal returns anyway', async () => {
    const last = { ...order, paidDays: 59 };
    await renderScreen(orderPage, { before: (server) => hold(server, last) });
    await untilText('1 day left');
    expect(isShown(/^Redeem early/)).toBe(false);
  });
});

test('the list of orders shows progress, sums and dates; without any it says so', async () => {
  const server = await renderScreen(`${pages.stakeOrder}?kind=fixed`, { before: hold });
  await untilText('Day 22 of 60');
  expect(await figure('Yield in all')).toBe('105.00');
  expect(await figure('Ends')).toBe('30 Dec 2026');
  server.answer('GET /financing_order/getFinancing_orderList', { list: [] });
  await press(/^Redeemed/, { role: 'tab' });
  await untilText('Nothing redeemed early');
});
