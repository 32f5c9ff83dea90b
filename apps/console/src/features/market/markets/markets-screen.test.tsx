/** Markets: what does not trade comes first; a halt with its reason, its confirmation by another person, and the reopening. */
import { answer, dialog, fill, press, screen, untilText, untilToast } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { OPERATOR, renderConsole } from '../../../../tests/render-console.tsx';
import type { Market, MarketVersion } from './api.ts';

const market = (over: Partial<Market>): Market => ({
  symbol: 'btcusdt',
  base: 'BTC',
  quote: 'USDT',
  state: 'open',
  opensAt: null,
  halt: null,
  delisting: null,
  price: '62800.1',
  volume: '412806.14',
  spread: '0.016',
  tickSize: '0.1',
  lotSize: '0.0001',
  minNotional: '10',
  maxNotional: '1000000',
  priceBand: '0.1',
  pricedBy: 'sources',
  makerFee: '0.0008',
  takerFee: '0.0012',
  jumpBound: '0.05',
  changesAt: [],
  openOrders: 1204,
  sources: [
    { name: 'one.example', isLive: true, quotedAt: new Date().toISOString() },
    { name: 'two.example', isLive: false, quotedAt: null },
  ],
  tickAt: new Date().toISOString(),
  ...over,
});

const haltBy = (by: string): NonNullable<Market['halt']> => ({
  mode: 'halted',
  message: 'We are checking this market.',
  reason: 'Two sources contradict each other.',
  by,
  jump: null,
  beganAt: '2026-11-21T10:41:00.000Z',
  until: '2026-11-21T11:41:00.000Z',
  confirmedBy: null,
  confirmedAt: null,
  endedBy: null,
  endedAt: null,
});

const doge = (by: string) =>
  market({ symbol: 'dogeusdt', base: 'DOGE', state: 'halted', halt: haltBy(by) });
const gold = market({
  symbol: 'xauusd',
  base: 'XAU',
  quote: 'USD',
  state: 'closed',
  opensAt: '2026-11-22T22:00:00.000Z',
});

const VERSIONS: MarketVersion[] = [
  {
    ID: 4,
    makerFee: '0.0006',
    takerFee: '0.001',
    jumpBound: '0.05',
    effectiveAt: '2026-11-25T12:00:00.000Z',
    state: 'announced',
    proposedBy: 'operator-2',
    agreedBy: 'operator-4',
    reviewId: 12,
  },
  {
    ID: null,
    makerFee: '0.0008',
    takerFee: '0.0012',
    jumpBound: '0.1',
    effectiveAt: '2026-08-14T08:00:00.000Z',
    state: 'inForce',
    proposedBy: null,
    agreedBy: null,
    reviewId: null,
  },
];

const open = (path: string, list: readonly Market[], roles: ('approver' | 'auditor')[]) =>
  renderConsole(path, roles, (fresh) => {
    fresh.answer('GET /operator/market/list', () => ({ list: [...list] }));
    fresh.answer('GET /operator/market/delistingImpact', () => ({
      holders: 284,
      held: '412906',
      openOrders: 58,
      otherUses: [],
      inProducts: 0,
    }));
    fresh.answer('POST /operator/market/proposeDelisting', () => ({ reviewId: 8 }));
    fresh.answer('POST /operator/market/withdrawDelisting', () => ({}));
    fresh.answer('GET /operator/market/halts', () => ({ list: [] }));
    fresh.answer('GET /operator/market/versions', () => ({ list: VERSIONS }));
    fresh.answer('POST /operator/market/proposeTerms', () => ({ reviewId: 7 }));
    fresh.answer('POST /operator/market/halt', () => ({ until: '2026-11-21T11:41:00.000Z' }));
    fresh.answer('POST /operator/market/confirmHalt', () => ({ until: null }));
    fresh.answer('POST /operator/market/reopen', () => ({}));
  });

const rows = () =>
  screen.getAllByRole('row').flatMap((row) => row.querySelector('td b')?.textContent ?? []);

test('the list names what does not trade as usual, and has it first', async () => {
  open('/markets', [market({}), doge('operator-1'), gold], ['auditor']);
  await untilText('1 of 3 trade as usual. DOGE/USDT is halted, 1 is outside its hours.');
  expect(rows()).toEqual(['DOGE/USDT', 'XAU/USD', 'BTC/USDT']);
  expect(screen.getByRole('row', { name: /DOGE/ }).textContent).toContain('unless confirmed');
  expect(screen.getByRole('row', { name: /BTC/ }).textContent).toMatch(/0\.080\.12|0\.08/);
  await press('Halted 1', { role: 'radio' });
  await expect.poll(rows).toEqual(['DOGE/USDT']);
});

test('one person halts a market with a reason and what members read', async () => {
  const server = open('/markets?symbol=btcusdt', [market({})], ['approver']);
  await press('Halt now');
  const asked = await dialog('Halt BTC/USDT for 1 hour?');
  expect(asked.textContent).toContain('You can halt this market again after 24 hours.');
  await fill('Inner reason', 'One source jumped.', asked);
  await answer('Halt BTC/USDT for 1 hour?', 'Halt for 1 hour');
  await untilToast('Market halted');
  expect(server.inputs('POST /operator/market/halt')).toEqual([
    { symbol: 'btcusdt', mode: 'halted', message: 'marketChecked', reason: 'One source jumped.' },
  ]);
});

test('another person confirms a halt until it is reopened', async () => {
  const server = open('/markets?symbol=dogeusdt', [doge('operator-1')], ['approver']);
  await untilText('Waits for a second person');
  await press('Confirm the halt');
  const asked = await dialog('Confirm the halt of DOGE/USDT?');
  await fill('How long', 'open', asked);
  await fill('Reason', 'The source is still wrong.', asked);
  await answer('Confirm the halt of DOGE/USDT?', 'Confirm the halt');
  await untilToast('Halt confirmed');
  expect(server.inputs('POST /operator/market/confirmHalt')).toEqual([
    { symbol: 'dogeusdt', reason: 'The source is still wrong.' },
  ]);
});

test('who began a halt can end it, not confirm it', async () => {
  open('/markets?symbol=dogeusdt', [doge(OPERATOR.login)], ['approver']);
  await screen.findByRole('button', { name: 'Reopen' });
  expect(screen.queryByRole('button', { name: 'Confirm the halt' })).toBeNull();
});

test('a jump of the price halted it: both prices are shown, and one person reopens it or halts it for longer', async () => {
  const jump = { from: '0.12877', to: '0.14031', bound: '0.05' };
  const halt = { ...haltBy(''), by: null, jump };
  open('/markets?symbol=btcusdt', [market({ state: 'halted', halt })], ['approver']);
  await untilText('Halted automatically: the price jumped');
  await untilText('From 0.12877 to 0.14031 within 10 seconds, over its bound of 5%.');
  await screen.findByRole('button', { name: 'Reopen' });
  await screen.findByRole('button', { name: 'Halt now' });
  expect(screen.queryByRole('button', { name: 'Confirm the halt' })).toBeNull();
});

test('an auditor reads the market and changes nothing', async () => {
  open('/markets?symbol=btcusdt', [market({})], ['auditor']);
  await untilText('The middle one counts. Nobody can type a price.');
  expect(screen.queryByRole('button', { name: 'Halt now' })).toBeNull();
});

test('fees are shown by version with who agreed, and one person proposes others in percent', async () => {
  const server = open('/markets?symbol=btcusdt', [market({})], ['approver']);
  const versions = await screen.findByRole('table', { name: 'Fees and jumps' });
  expect(versions.textContent).toMatch(
    /v2ahead0\.060\.15.*operator-2, operator-4.*v10\.080\.1210listing/,
  );
  await press('Propose a change');
  const asked = await dialog('Change the terms of BTC/USDT?');
  expect(asked.textContent).toContain('now 0.08%');
  await fill('Inner reason', 'Costs have changed.', asked);
  await press('Propose', { part: asked });
  expect(server.inputs('POST /operator/market/proposeTerms')).toEqual([]);
  await fill('Taker fee', '0.1', asked);
  await answer('Change the terms of BTC/USDT?', 'Propose');
  await untilToast('Proposed, waiting for a second person');
  expect(server.inputs('POST /operator/market/proposeTerms')).toMatchObject([
    {
      symbol: 'btcusdt',
      takerFee: '0.001',
      message: 'termsChanged',
      reason: 'Costs have changed.',
    },
  ]);
});

const DELISTING: NonNullable<Market['delisting']> = {
  state: 'agreed',
  ordersUntil: '2099-12-15T12:00:00.000Z',
  endsAt: '2099-12-15T13:00:00.000Z',
  withdrawalsUntil: '2100-03-15T12:00:00.000Z',
  reason: 'The network ends.',
  proposedBy: 'operator-2',
  proposedAt: '2026-11-21T16:12:00.000Z',
  agreedAt: '2026-11-21T17:00:00.000Z',
  reviewId: null,
};

test('one person proposes to delist a market, with what members will read and whom it concerns', async () => {
  const server = open('/markets?symbol=btcusdt', [market({})], ['approver']);
  await press('Delist');
  const asked = await dialog('Delist BTC/USDT?');
  await untilText('BTC can be withdrawn until');
  expect(asked.textContent).toContain('Members who hold BTC284');
  await fill('No new orders', '2099-12-15T12:00', asked);
  await fill('Reason', 'The network ends.', asked);
  await answer('Delist BTC/USDT?', 'Propose');
  await untilToast('Proposed, waiting for a second person');
  expect(server.inputs('POST /operator/market/proposeDelisting')).toMatchObject([
    { symbol: 'btcusdt', reason: 'The network ends.' },
  ]);
});

test('an agreed delisting is shown beside its market, and one person withdraws it before its first date', async () => {
  const server = open('/markets?symbol=btcusdt', [market({ delisting: DELISTING })], ['approver']);
  await untilText('Proposed by operator-2');
  expect(screen.queryByRole('button', { name: 'Delist' })).toBeNull();
  await press('Withdraw the delisting');
  const asked = await dialog('Keep BTC/USDT?');
  await fill('Reason', 'The network stays.', asked);
  await answer('Keep BTC/USDT?', 'Withdraw the delisting');
  await untilToast('Withdrawn: the market stays');
  expect(server.inputs('POST /operator/market/withdrawDelisting')).toEqual([
    { symbol: 'btcusdt', reason: 'The network stays.' },
  ]);
});

test('a delisted market is last, is not counted as one that trades, and cannot be halted', async () => {
  const gone = market({
    symbol: 'trxusdt',
    base: 'TRX',
    state: 'delisted',
    delisting: { ...DELISTING, state: 'closed' },
  });
  open('/markets', [gone, market({})], ['approver']);
  await untilText('1 of 1 trade as usual.');
  expect(rows()).toEqual(['BTC/USDT', 'TRX/USDT']);
});
