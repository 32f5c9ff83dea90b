/** The treasury: what must stay, what a move changes, and that nobody proposes more than can be taken out. */
import { fill, press, screen, untilText, untilToast } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderConsole } from '../../../../tests/render-console.tsx';
import type { Account, Accounts } from './api.ts';

const account = (name: Account['account'], over: Partial<Account> = {}): Account => ({
  account: name,
  isIncome: ['fees', 'loanInterest', 'machineSales', 'rounding'].includes(name),
  balance: '0',
  mustStay: '0',
  free: '0',
  ...over,
});

const accounts: Accounts = {
  coins: ['USDT', 'BTC'],
  places: 6,
  networks: [],
  own: '133318.29',
  owed: '3986204.11',
  held: '4119522.4',
  floor: '1.01',
  mustStay: '8204.16',
  cover: '39862.0411',
  free: '44406.42',
  accounts: [
    account('fees', { balance: '41806.42', free: '41806.42' }),
    account('loanInterest', { balance: '2600', free: '2600' }),
    account('liquidity', { balance: '80707.71', free: '80707.71' }),
    account('yieldReserve', { balance: '8204.16', mustStay: '8204.16' }),
  ],
};

const covered = {
  coinname: 'USDT',
  places: 6,
  owed: '3986204.11',
  held: '4119522.4',
  house: '133318.29',
  lent: '0',
  cover: '103.34',
};

const outflow = {
  coins: ['BTC', 'USDT'],
  list: [
    { coinname: 'USDT', isAll: true, cap: null, out: '141250', waiting: 2, proposed: null },
    { coinname: 'USDT', isAll: false, cap: '300000', out: '61250', waiting: 2, proposed: null },
  ],
  waiting: [
    {
      ID: 20418,
      recordNo: 'W-20418',
      memberId: 1007,
      coinname: 'USDT',
      czline: 'ERC20',
      actual: '250000',
      approvedAt: '2026-11-22T10:02:00.000Z',
      fitsFrom: '2026-11-22T14:20:00.000Z',
      reviewId: null,
    },
    {
      ID: 20419,
      recordNo: 'W-20419',
      memberId: 1008,
      coinname: 'USDT',
      czline: 'TRC20',
      actual: '400000',
      approvedAt: '2026-11-22T10:03:00.000Z',
      fitsFrom: null,
      reviewId: 12,
    },
  ],
  waitingTotal: 2,
};

const wallet = {
  coinname: 'USDT',
  czline: 'ERC20',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  hot: '142880.4',
  gas: '0.412',
  gasCoin: 'ETH',
  sends: 402,
  signer: { out: '212400', cap: '400000' } as { out: string; cap: string } | null,
  unswept: '9120.5',
  sweeps: 2,
  sweepsWait: true,
  counted: {
    until: '2026-11-22T11:00:00.000Z',
    height: 21_004_118,
    held: '1321986.65',
    ledger: '1322386.66',
    arrived: '0',
    paid: '400',
    fees: '0',
    difference: '-0.01',
  },
};
const silent = {
  address: null,
  hot: null,
  gas: null,
  gasCoin: null,
  sends: null,
  signer: null,
  unswept: null,
  sweeps: 0,
  sweepsWait: false,
  counted: null,
};
const wallets = [
  wallet,
  {
    ...wallet,
    czline: 'ARBITRUM',
    hot: '57000',
    signer: null,
    sends: 12,
    unswept: null,
    counted: null,
  },
  { ...silent, coinname: null, czline: 'BEP20' },
];

const stop = {
  cause: 'difference' as const,
  detail: 'USDT: our books have 100 there, the venue reports 90.',
  by: null,
  since: '2026-11-22T10:02:00.000Z',
  reviewId: null,
};
const hedging = {
  venue: 'api.venue.example',
  stop: null as typeof stop | null,
  reportedAt: '2026-11-22T11:02:00.000Z',
  errors: 0,
  fault: '',
  coins: ['BTC', 'USDT'],
  exposures: [
    {
      coinname: 'BTC',
      owned: '4.2',
      target: '5',
      exposure: '-0.8',
      worth: '-51200',
      exposureMax: '0.5',
      orderMax: '0.25',
      dayMax: '3',
      dayUsed: '1.1',
    },
  ],
  positions: [
    { coinname: 'USDT', booked: '100', reported: '90', difference: '-10', isLarge: true },
  ],
  orders: [
    {
      ID: 101,
      coinname: 'BTC',
      side: 'buy' as const,
      num: '0.25',
      price: '64320',
      filled: '0',
      cash: '0',
      exposure: '-0.8',
      state: 'refused' as const,
      reason: 'account-frozen-balance-insufficient-error: not enough',
      CreatedAt: '2026-11-22T10:01:00.000Z',
    },
  ],
};
/** A test changes the switch. */
let shownStop: typeof stop | null = null;

const open = (path: string, roles: ('reviewer' | 'auditor')[], shown: Accounts = accounts) =>
  renderConsole(path, roles, (server) => {
    server.answer('GET /operator/treasury/accounts', () => shown);
    server.answer('GET /operator/treasury/coverage', () => ({
      at: '2026-11-22T11:02:00.000Z',
      list: [
        covered,
        { ...covered, coinname: 'BTC', held: '1', owed: '2', house: '-1', cover: '50' },
      ],
    }));
    server.answer('GET /operator/treasury/revenue', () => ({
      from: '2026-11-01',
      total: '41806.42',
      days: [
        { day: '2026-11-01', amount: '0' },
        { day: '2026-11-02', amount: '41806.42' },
      ],
      kinds: [{ kind: 35, amount: '41806.42' }],
      markets: [{ symbol: 'btcusdt', amount: '41806.42' }],
    }));
    server.answer('POST /operator/treasury/propose', () => ({ reviewId: 7 }));
    server.answer('GET /operator/hedging/show', () => ({ ...hedging, stop: shownStop }));
    server.answer('POST /operator/hedging/stop', () => {
      shownStop = { ...stop, cause: 'difference' };
      return {};
    });
    server.answer('POST /operator/hedging/proposeResume', () => ({ reviewId: 11 }));
    server.answer('POST /operator/hedging/proposeMove', () => ({ reviewId: 12 }));
    server.answer('GET /operator/outflow/show', () => outflow);
    server.answer('GET /operator/outflow/wallets', () => ({ list: wallets }));
    server.answer('POST /operator/outflow/setCap', ({ cap }) => ({
      reviewId: cap === undefined || Number(cap) > 300_000 ? 9 : null,
    }));
    server.answer('POST /operator/outflow/proposeRelease', () => ({ reviewId: 8 }));
  });

test('each account is shown with what must stay; the sum is what the exchange has', async () => {
  open('/treasury', ['auditor']);
  await untilText('1 of 2 coins are not covered.');
  expect((await screen.findByRole('row', { name: /Yield reserve/ })).textContent).toContain(
    '8,204.16',
  );
  expect(screen.getByRole('row', { name: /^The exchange’s own/ }).textContent).toContain(
    '133,318.29',
  );
  expect(screen.getByText('cover 103.34%')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Propose' })).toBeNull();
});

test('a take-out shows cover before and after, and is proposed to another person', async () => {
  const server = open('/treasury', ['reviewer']);
  await screen.findByRole('heading', { name: 'Take out revenue' });
  await fill('Amount', '40000');
  await untilText('102.34%');
  await untilText('Above the floor of 101.00%');
  await fill('Reference of the transfer', 'MT103-77');
  await fill('Reason', 'Revenue of November.');
  await press('Propose');
  await untilToast('Proposed. Another person decides.');
  expect(server.inputs('POST /operator/treasury/propose')).toMatchObject([
    {
      move: 'takeOut',
      account: 'fees',
      coinname: 'USDT',
      amount: '40000',
      reference: 'MT103-77',
      reason: 'Revenue of November.',
    },
  ]);
});

test('more than an account has is not proposed', async () => {
  open('/treasury', ['reviewer']);
  await screen.findByRole('heading', { name: 'Take out revenue' });
  await fill('Reference of the transfer', 'MT103-77');
  await fill('Reason', 'Revenue of November.');
  await fill('Amount', '41806.43');
  await untilText('More than can be taken out now');
  expect(screen.getByRole('button', { name: 'Propose' }).hasAttribute('disabled')).toBe(true);
});

test('at the floor of cover nothing can be taken out', async () => {
  open('/treasury', ['reviewer'], { ...accounts, free: '0' });
  await untilText('Nothing can be taken out, not even by two.');
  await fill('Amount', '1');
  await untilText('More than can be taken out now');
});

test('what left is shown of its cap, with what waits, and a lower cap is in force immediately', async () => {
  const server = open('/treasury?show=outflow', ['reviewer']);
  await screen.findByRole('img', { name: '61,250.00 USDT of 300,000.00 USDT' });
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent ?? '');
  expect(rows.find((row) => row.startsWith('All coins'))).toContain('no cap');
  expect(rows.find((row) => row.startsWith('W-20419'))).toContain('Never: too large');
  await fill('At most in 24 hours', '250000');
  await untilText('Lower than now: it is in force when you set it.');
  await fill('Reason', 'The wallet holds less.');
  await press('Set');
  await untilToast('The cap is in force.');
  expect(server.inputs('POST /operator/outflow/setCap')).toEqual([
    { cap: '250000', reason: 'The wallet holds less.' },
  ]);
});

test('a withdrawal that waits is released by two people', async () => {
  const server = open('/treasury?show=outflow', ['reviewer']);
  await press('Release');
  await untilText('250,000.00 USDT leave over ERC20 above the cap');
  await fill(/^Reason/, 'The customer’s bank knows.');
  await press('Propose release');
  await untilToast('Proposed. Another person decides.');
  expect(server.inputs('POST /operator/outflow/proposeRelease')).toEqual([
    { ID: 20418, reason: 'The customer’s bank knows.' },
  ]);
});

test('an auditor reads caps and sets none', async () => {
  open('/treasury?show=outflow', ['auditor']);
  await untilText('Withdrawals that wait');
  expect(screen.queryByRole('button', { name: 'Release' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Set' })).toBeNull();
});

test('each wallet that pays is shown with its coins for fees, and a chain that does not answer without figures', async () => {
  open('/treasury?show=outflow', ['auditor']);
  const row = async (name: RegExp) => (await screen.findByRole('row', { name })).textContent;
  expect(await row(/^USDT ERC20/)).toContain('0.41200 ETHfor 402 sends');
  expect(await row(/^USDT ERC20/)).toContain(
    '9,120.502 sweeps under wayStopped: assign coins for network fees to liquidity',
  );
  expect(await row(/^USDT ERC20/)).toContain('the signer’s cap: 400,000.00 USDT');
  expect(await row(/^USDT ARBITRUM/)).toContain('for only 12 sends');
  expect(await row(/^BEP20/)).toContain('no answer');
});

test('hedging shows exposures beyond their limit, differences and refusals, and is stopped by one person', async () => {
  shownStop = null;
  const server = open('/treasury?show=hedging', ['reviewer']);
  await untilText('Orders at api.venue.example');
  const row = await screen.findByRole('row', { name: /51,200/ });
  expect(row.textContent).toContain('Over');
  expect(screen.getByRole('row', { name: /Differs/ }).textContent).toContain('USDT');
  expect(screen.getByRole('row', { name: /Refused/ }).textContent).toContain('not enough');

  await press('Stop now');
  const part = await screen.findByRole('alertdialog');
  await fill(/^Reason/, 'The venue is in the news.', part);
  await press('Stop now', { part });
  await untilToast('Hedging is stopped.');
  expect(server.inputs('POST /operator/hedging/stop')).toEqual([
    { reason: 'The venue is in the news.' },
  ]);
  await untilText('Stopped: a difference at the venue');
  await press('Propose to resume');
  expect(await screen.findByText('Resume hedging?')).toBeDefined();
});

test('what was moved to the venue is proposed to another person', async () => {
  shownStop = null;
  const server = open('/treasury?show=hedging', ['reviewer']);
  await screen.findByRole('heading', { name: 'Moved to the venue' });
  await fill('Amount', '1000');
  await fill('Reference of the transfer', '0xabc');
  await fill('Reason', 'For the first orders.');
  await press('Propose');
  await untilToast('Proposed. Another person decides.');
  expect(server.inputs('POST /operator/hedging/proposeMove')).toMatchObject([
    { move: 'in', coinname: 'BTC', amount: '1000', reference: '0xabc' },
  ]);
});

test('an auditor reads hedging and can neither stop it nor record a move', async () => {
  shownStop = null;
  open('/treasury?show=hedging', ['auditor']);
  await untilText('Orders at api.venue.example');
  expect(screen.queryByRole('button', { name: 'Stop now' })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Moved to the venue' })).toBeNull();
});
