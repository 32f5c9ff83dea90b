/** Lists of orders update live, in the form, the records and the detail. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { control, field, tap, untilPage, words } from './support/hands.ts';
import { soon, story } from './support/story.ts';
import { chooseType, figure, numberIn, orders, price } from './support/trading.ts';
import { untilLoaded } from './support/waiting.ts';

const BTC = `${pages.deal}?symbol=btcusdt`;

story(
  'an order placed and cancelled elsewhere appears and disappears live',
  async ({ open, world }) => {
    const member = await world.member();
    const page = await open(BTC, { as: member });
    await control(page, 'tab', 'Open orders 0').waitFor();
    const order = await world.bid(member, { symbol: 'btcusdt', share: '0.96', spend: '500' });
    await control(page, 'tab', 'Open orders 1').waitFor();
    await soon(async () => numberIn(await figure(page, 'Available').innerText())).toBeLessThan(
      9_501,
    );
    await world.cancel(member, order.ID);
    await control(page, 'tab', 'Open orders 0').waitFor();
    await soon(async () => numberIn(await figure(page, 'Available').innerText())).toBe(10_000);
  },
);

story('an OCO is set in one press, and cancelling one end ends both', async ({ open, world }) => {
  const member = await world.member();
  const page = await open(BTC, { as: member });
  await untilLoaded(page);
  const last = numberIn(await price(page).inputValue());
  await chooseType(page, 'oco');
  await field(page, 'Target, USDT').fill(String(Math.round(last * 0.97)));
  await field(page, 'Stop, USDT').fill(String(Math.round(last * 1.03)));
  await field(page, 'Quantity, BTC').fill('0.01');
  await tap(page, 'Set OCO');
  await control(page, 'tab', 'Open orders 1').waitFor();
  await words(page, /^Or the stop at /).waitFor();
  await tap(page, 'Waiting', 'tab');
  await words(page, /^Target .* in the book\./).waitFor();
  await tap(orders(page).first(), 'Cancel');
  await tap(page, 'Cancel order');
  await words(page, 'Target and stop were cancelled.').waitFor();
  await control(page, 'tab', 'Open orders 0').waitFor();
});

story('an order filled elsewhere shows in history, record and detail', async ({ open, world }) => {
  const member = await world.member();
  const page = await open(BTC, { as: member });
  await untilLoaded(page);
  await tap(page, 'History', 'tab');
  await words(page, 'No past orders').waitFor();
  const order = await world.buyAtMarket(member, { symbol: 'btcusdt', spend: '250' });
  await soon(() => orders(page).count()).toBe(1);

  await tap(page, 'Order records', 'link');
  await untilPage(page, pages.orderHistory);
  await tap(page, 'Done', 'tab');
  await tap(orders(page).first(), 'BTC/USDT', 'link');
  await untilPage(page, pages.orderDetail);
  await untilLoaded(page);
  const detail = page.locator(`[data-page="${pages.orderDetail}"]`);
  await soon(() => detail.innerText()).toContain(order.orderNo);
  const text = await detail.innerText();
  expect(text).toContain('Filled');
  expect(text).toContain('Taker');
  const { rebborder } = await world.api.data(
    'GET /bborder/findBborder',
    { ID: order.ID },
    { token: member.session.token },
  );
  const spent = numberIn(await figure(detail, 'Filled total').innerText());
  // What was posted, to its last digit.
  expect(spent).toBe(Number(rebborder.dealTotal));
});
