import { expect, test } from 'vitest';
import type { Earning } from './api.ts';
import { earningsCsv } from './earnings-csv.ts';

const earning: Earning = {
  ID: 1,
  CreatedAt: '2026-11-22T00:00:01.000Z',
  UpdatedAt: '2026-11-22T00:00:01.000Z',
  orderId: 30,
  name: '=Rig, "400"',
  dueAt: '2026-11-22T00:00:00.000Z',
  coin: 'ETH',
  amount: '0.00034715',
  price: undefined,
  payCoin: 'USDT',
  value: undefined,
  isFrozen: true,
};

test('earnings are exported with their day in UTC, exact, and never as a formula', () => {
  const csv = earningsCsv([earning], { heads: ['Day', 'Product'], yes: 'Yes', no: 'No' });
  expect(csv).toBe(
    '\uFEFFDay,Product\r\n2026-11-22,"\'=Rig, ""400""",30,0.00034715,ETH,,,USDT,Yes,2026-11-22T00:00:01.000Z\r\n',
  );
});
