/** "Where was my order?": every check is run on the device, and what was not run has no tick. */
import type { OrderReceipt } from '@tern/proofs';
import { refused } from '@tern/protocol/tests';
import { choose, isShown, press, untilText, untilToast } from '@tern/ui/tests';
import { beforeEach, expect, test } from 'vitest';
import {
  evidenceKey,
  logKeys,
  NUMBER,
  ORDER,
  saidOf,
  sealedOrder,
} from '../../../../../tests/sealed-order.ts';
import { renderScreen } from '../../../../../tests/render-screen.tsx';
import { keepConfirmation, readConfirmation } from '../../../../kernel/order-confirmations.ts';
import { pages } from '../../../../kernel/pages.ts';
import { storage } from '../../../../platform/storage.ts';

const AT = '2026-03-02T09:40:12.000Z';
const fill = (ID: number, quantity: string, price: string, total: string) => ({
  ID,
  CreatedAt: AT,
  price,
  quantity,
  total,
  fee: '0.00004',
  feeCoin: 'BTC',
  role: 2,
});
const FOUND = {
  rebborder: {
    ID: ORDER,
    CreatedAt: AT,
    UpdatedAt: AT,
    orderNo: `S${ORDER}`,
    symbol: 'btcusdt',
    base: 'BTC',
    quote: 'USDT',
    side: 1,
    type: 1,
    mprice: '60000',
    mnum: '0.08',
    musdt: '4800',
    dealNum: '0.08',
    dealTotal: '4799.6',
    averagePrice: '59995',
    fee: '0.00008',
    feeCoin: 'BTC',
    feeRatio: '0.001',
    status: 2,
    source: 1,
  },
  fills: [fill(2, '0.04', '60000', '2400'), fill(1, '0.04', '59990', '2399.6')],
};

const open = (receipt: OrderReceipt | undefined, change: object = {}) =>
  renderScreen(`${pages.orderReceipt}?id=${ORDER}`, {
    before: (server) => {
      server.answer('GET /bborder/findBborder', FOUND);
      server.answer('GET /public-log/keys', {
        ...logKeys,
        list: logKeys.list.map((each) => ({ ID: 1, CreatedAt: AT, ...each })),
      });
      const keys = [{ ID: 1, CreatedAt: AT, publicKey: evidenceKey }];
      server.answer('GET /transparency/keys', { list: keys });
      const answer = receipt && { receipt: { ...receipt, ...change } };
      server.answer('GET /bborder/orderReceipt', answer ?? {});
    },
  });

beforeEach(() => localStorage.clear());

test('an order whose kept number the log has is proven, with its place, book and fills', async () => {
  const receipt = sealedOrder();
  keepConfirmation(ORDER, saidOf(receipt));
  await open(receipt);
  await untilText('Nobody was let in front of you');
  expect(isShown(/^8 of 8 checks on this device/)).toBe(true);
  expect(isShown('Accepted as number 3 of round 1')).toBe(true);
  expect(isShown('outlined: 1 of the exchange')).toBe(true);
  expect(isShown('none left')).toBe(true);
  expect(isShown('From a member')).toBe(true);
  expect(isShown('From the exchange')).toBe(true);
  expect(isShown('Average 59,995.00, fee 0.00008 BTC')).toBe(true);
  expect(isShown('checkpoint 2')).toBe(true);
});

test('what this device does not have is not ticked', async () => {
  await open(sealedOrder(), { confirmation: saidOf(sealedOrder()) });
  await untilText('Nobody was let in front of you');
  expect(isShown(/^7 of 8 checks on this device/)).toBe(true);
  expect(isShown('not kept on this device')).toBe(true);
});

test('another number than the kept one is not proven', async () => {
  const receipt = sealedOrder();
  keepConfirmation(ORDER, saidOf(receipt, NUMBER - 1));
  await open(receipt);
  await untilText('Not proven');
  expect(isShown('We confirmed something else')).toBe(true);
  expect(isShown(/^We confirmed number 17 at .*12\.204\. The public log has .* number 18 at/)).toBe(
    true,
  );
  expect(isShown(/^8 of 8 checks on this device, 1 failed/)).toBe(true);
});

test('who came later and stands before it is shown', async () => {
  await open(sealedOrder({ ahead: 209 }));
  await untilText('Number 2 came after you');
  expect(isShown(/^It arrived at .*12\.209, yours at .*12\.204, and it stands before/)).toBe(true);
  expect(document.querySelector('[data-look="moved"]')).toBeTruthy();
  await press('Send to support');
  await untilText(/^S4410: times, number 17 was received/);
});

test('the receipt of another order proves nothing', async () => {
  await open({ ...sealedOrder(), id: '4411' });
  await untilText('Not proven');
});

test('a round that is too long leaves the question open, and an old book asks for the file', async () => {
  const { round: _round, book: _book, ...short } = sealedOrder();
  await open(short);
  await untilText('Not checked yet');
  expect(isShown(/^2 of 8 checks on this device/)).toBe(true);
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await choose(input, new File(['{}'], 'other.json'));
  await untilToast('This file isn’t the receipt of this order.');
  const saved = { ...sealedOrder(), confirmation: saidOf(sealedOrder()) };
  await choose(input, new File([JSON.stringify(saved)], 'order.json'));
  await untilText(/^8 of 8 checks on this device/);
});

test('a number that is not sealed, an order without one, and no answer are not checked yet', async () => {
  const server = await open(sealedOrder());
  await untilText('Nobody was let in front of you');
  server.answer('GET /bborder/orderReceipt', refused(5009, { until: AT }));
  await press('Check again');
  await untilText(/^This order isn’t in the public log yet/);
  server.answer('GET /bborder/orderReceipt', {});
  await press('Check');
  await untilText('This order is older than the numbers of its market.');
});

test('numbers are kept when the member logs out, the newest of them', () => {
  for (let id = 1; id <= 1_000; id += 1) {
    localStorage.setItem(`tern.device.order.${id}`, JSON.stringify(`said ${id}`));
  }
  keepConfirmation(1_001, 'said 1001');
  keepConfirmation(1_002, undefined);
  storage.clear();
  expect([1, 2, 1_001, 1_002].map(readConfirmation)).toEqual([
    undefined,
    'said 2',
    'said 1001',
    undefined,
  ]);
});
