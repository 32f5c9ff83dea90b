/** Statements: the list by month and year, a month as a sum, and its files. */
import { fill, isShown, press, screen, untilText, waitFor } from '@tern/ui/tests';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen, type Server } from '../../../../../tests/render-screen.tsx';
import { pages } from '../../../../kernel/pages.ts';
import type { MonthRow, StatementMonth } from '../api.ts';

const NOW = '2026-11-18T12:10:00.000Z';
const row = (month: string, over: Partial<MonthRow> = {}): MonthRow => ({
  month,
  records: 118,
  worth: '51160.229',
  realised: '418.22',
  fees: '-31.64',
  yield: '41.3',
  isFinal: true,
  addsUp: true,
  ...over,
});
const list = [
  row('2026-11', { records: 61, worth: '51306.22', realised: '145.1', isFinal: false }),
  row('2026-10'),
  row('2026-09', { realised: '-206.75' }),
  row('2025-12', { records: 1, worth: '9', realised: '0', fees: '0', yield: '0' }),
];
const october: StatementMonth = {
  ...row('2026-10'),
  opening: '47812.4',
  flows: {
    putIn: '5000',
    takenOut: '-2501',
    yield: '41.3',
    contracts: '-92',
    fees: '-31.64',
    penalties: '0',
    machines: '0',
    other: '0',
  },
  priceChange: '512.94',
  contracts: 9,
  coins: [
    { coinname: 'BTC', sales: 10, sold: '6842.1', paid: '6530', profit: '312.1' },
    { coinname: 'ETH', sales: 4, sold: '2362.5', paid: '2256.38', profit: '106.12' },
  ],
  hasDayPrices: false,
  unpriced: [],
  late: 0,
  sealedAt: null,
};

const openList = (months: MonthRow[] = list) =>
  renderScreen(pages.statement, {
    before: (server: Server) => server.answer('GET /user/statement/list', { list: months }),
  });
const openMonth = (over: Partial<StatementMonth> = {}) =>
  renderScreen(`${pages.statement}?month=2026-10`, {
    before: (server: Server) => server.answer('GET /user/statement/month', { ...october, ...over }),
  });

afterEach(() => vi.restoreAllMocks());

test('the list shows what was realised this year, and each month with its value and records', async () => {
  await openList();
  await untilText('Realised in 2026');
  expect(isShown('+356.57')).toBe(true);
  expect(isShown('94.92')).toBe(true);
  const october2026 = await screen.findByRole('link', { name: /October 2026/ });
  for (const text of ['51,160.22', '118 records', '+418.22'])
    expect(october2026.textContent).toContain(text);
  const november = await screen.findByRole('link', { name: /November 2026/ });
  expect(november.textContent).toContain('To date, 61 records');
});

test('a tax year has a file for Koinly, and one of the lots that were sold', async () => {
  const server = await openList();
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.getAttribute('href') ?? '');
  });
  server.answer('POST /user/statement/taxFile', ({ year, format }) => ({
    path: `/statement-file/${year}-${format}`,
    expiresAt: NOW,
  }));
  await press('Tax years', { role: 'radio' });
  await press(/^2025/);
  await untilText('Tax year 2025');
  await press('CSV for Koinly');
  await waitFor(() => expect(saved).toEqual(['/statement-file/2025-koinly']));
  await press('CSV of lots sold (Form 8949)');
  await waitFor(() => expect(saved.at(-1)).toBe('/statement-file/2025-lots'));
});

test('tax years add up their months', async () => {
  await openList();
  await press('Tax years', { role: 'radio' });
  await untilText('To date, 297 records');
  await untilText('1 record');
  expect(isShown('October 2026')).toBe(false);
});

test('a member without records has no statements', async () => {
  await openList([]);
  await untilText('No statements yet');
});

test('a month leads from its opening to its closing value, and says that it adds up', async () => {
  await openMonth();
  await untilText('118 records, adds up');
  for (const text of [
    'On 31 October, in USDT',
    'On 1 October',
    '47,812.40',
    '+5,000.00',
    '−2,501.00',
    'Contracts, 9 placed',
    '−92.00',
    '+512.94',
    '14 sales',
    '9,204.60',
    '8,786.38',
    'Not tax advice. Your country may ask for another method.',
  ])
    await untilText(text);
  expect(isShown('Machines bought')).toBe(false);
});

test('cost can be found by the average instead', async () => {
  const server = await openMonth();
  await fill('Method', 'average');
  await waitFor(() =>
    expect(server.inputs('GET /user/statement/month')).toEqual([
      { month: '2026-10', method: 'fifo' },
      { month: '2026-10', method: 'average' },
    ]),
  );
});

test('PDF, CSV and proof are saved from the address that the server names', async () => {
  const server = await openMonth();
  server.answer('POST /user/statement/file', {
    path: '/statement-file/abc',
    expiresAt: '2026-11-18T12:10:00.000Z',
  });
  const saved: (string | null)[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.getAttribute('href'));
  });
  await press('PDF');
  await waitFor(() => expect(saved).toEqual(['/statement-file/abc']));
  await press('CSV');
  await waitFor(() => expect(saved).toHaveLength(2));
  await press('Download the proof');
  await waitFor(() => expect(saved).toHaveLength(3));
  const formats = server.inputs('POST /user/statement/file');
  expect(formats).toEqual(['pdf', 'csv', 'proof'].map((format) => ({ month: '2026-10', format })));
});

test('figures that do not add up have no pill and no download', async () => {
  await openMonth({ addsUp: false, isFinal: false });
  await untilText(/These figures are being checked/);
  expect(isShown(/adds up$/)).toBe(false);
  expect(screen.queryByRole('button', { name: 'PDF' })).toBeNull();
});

test('a month that is not over is to date, and says when it can be downloaded', async () => {
  await openMonth({ isFinal: false, coins: [] });
  await untilText('Now, in USDT');
  await untilText('Nothing sold this month.');
  await untilText(/closed a day after it ends/);
  expect(screen.queryByRole('button', { name: 'PDF' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Download the proof' })).toBeNull();
});

test('a month that is not over has a CSV to date', async () => {
  const server = await openMonth({ isFinal: false });
  server.answer('POST /user/statement/file', { path: '/statement-file/abc', expiresAt: NOW });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await press('CSV to date');
  await waitFor(() => expect(click).toHaveBeenCalledTimes(1));
  expect(server.inputs('POST /user/statement/file')).toEqual([{ month: '2026-10', format: 'csv' }]);
});

test('the lines add up as they are displayed: a last one has what the cut cents miss', async () => {
  // 47,812.409 + 5,000.009 and so on: each is cut to cents.
  await openMonth({
    opening: '47812.409',
    worth: '51160.248',
    flows: { ...october.flows, putIn: '5000.009', penalties: '-2.001' },
    priceChange: '514.951',
  });
  await untilText('Penalties');
  const row = await untilText('Rounding of the lines above');
  expect(row.parentElement?.textContent).toContain('+0.01');
});

test('records that came too late, coins without a price and day prices are named', async () => {
  await openMonth({ late: 2, unpriced: ['VRD'], hasDayPrices: true });
  await untilText(/2 records of this month were written after it was closed/);
  await untilText(/No price was known for VRD/);
  await untilText(/at the price at the end of that day/);
});
