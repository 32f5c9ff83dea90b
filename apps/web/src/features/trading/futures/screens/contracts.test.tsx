/** Timed contracts: errors of the stake, own limits, obstacles, the list of markets, and evidence that fails. */
import { lost, refused } from '@tern/protocol/tests';
import {
  answer,
  control,
  expectError,
  figure,
  fill,
  isShown,
  press,
  screen,
  untilText,
  untilToast,
  waitFor,
} from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen, type Server, untilPage } from '../../../../../tests/render-screen.tsx';
import { cryptoMarkets } from '../../../../../tests/usual-answers.ts';
import { pages } from '../../../../kernel/pages.ts';

const BTC = `${pages.contract}?symbol=btcusdt`;

const offered = (coinname: string, base: string) => ({
  coinname,
  base,
  quote: 'USDT',
  isOpen: true,
  hy_time: [30, 60, 300],
  hy_ykbl: ['0.8', '0.82', '0.9'],
  breakEven: ['0.5556', '0.5495', '0.5264'],
});

const terms = {
  hy_time: [30, 60, 300],
  hy_tzed: ['10', '100'],
  hy_ykbl: ['0.8', '0.82', '0.9'],
  breakEven: ['0.5556', '0.5495', '0.5264'],
  min: '10',
  max: '5000',
  coinname: 'USDT',
  places: 2,
  markets: [offered('btcusdt', 'BTC'), offered('ethusdt', 'ETH'), offered('solusdt', 'SOL')],
};

const noLimits = { dailyStake: '', nextDailyStake: '', nextAt: '', pausedUntil: '' };

/** The usual terms, without limits of the member. */
function offerContracts(server: Server): void {
  server.answer('GET /hyorder/config', terms);
  server.answer('GET /hyorder/limits', noLimits);
  server.answer('GET /hyorder/results', { winRate: '', breakEven: '' });
}

const usual = { before: offerContracts };

const isDisabled = async (name: RegExp) =>
  ((await control('button', name)) as HTMLButtonElement).disabled;

test('a price whose connection is lost is marked as possibly old', async () => {
  await renderScreen(BTC, usual);
  await untilText('BTC/USDT');
  const isMarked = () => document.body.textContent.includes('Reconnecting');
  expect(isMarked()).toBe(false);
  dispatchEvent(new Event('offline'));
  // A short loss is not worth a mark.
  await waitFor(() => expect(isMarked()).toBe(true));
});

test('an invalid stake shows an error at its field before anything is sent', async () => {
  const server = await renderScreen(BTC, usual);
  for (const [typed, error] of [
    ['', 'Enter an amount.'],
    ['9.99', 'Minimum is 10.00 USDT.'],
    ['5000.01', 'Maximum is 5,000.00 USDT.'],
  ] as const) {
    await fill('Amount', typed);
    await press(/^Buy down/);
    await expectError('Amount', error);
  }
  expect(screen.queryByRole('dialog', { name: 'Review contract' })).toBeNull();
  expect(server.inputs('POST /hyorder/createHyorder')).toEqual([]);
});

async function changeLimits(server: Server, act: () => Promise<void>, saved: object) {
  const limits = { ...noLimits, ...saved };
  server.answer('POST /hyorder/setLimits', () => {
    server.answer('GET /hyorder/limits', limits);
    return limits;
  });
  await press('Change your limits');
  await act();
  await answer('Your limits', 'Save limits');
  await untilToast('Limits saved');
  // Its content stays until its exit has ended.
  await waitFor(() => expect(screen.queryByText('Save limits')).toBeNull());
}

test('the review names the whole stake as the loss, and that it is paper money', async () => {
  await renderScreen(BTC, usual);
  await fill('Amount', '100');
  await press(/^Buy up/);
  const asked = await screen.findByRole('dialog', { name: 'Review contract' });
  expect(await figure('If you’re wrong', asked)).toBe('\u2212100.00 USDT');
  expect(await figure('If you’re right', asked)).toBe('+80.00 USDT');
  expect(await figure('Amount', asked)).toBe('Paper100.00 USDT');
});

test('lower own limits apply immediately, raises later, and a pause stops new contracts', async () => {
  const server = await renderScreen(BTC, usual);
  await changeLimits(server, () => fill('Daily stake limit', '50'), { dailyStake: '50' });
  await waitFor(async () => expect(await figure('Daily stake limit')).toBe('50.00 USDT'));
  await fill('Amount', '60');
  await press(/^Buy up/);
  await expectError('Amount', 'You have 50.00 USDT left of your daily limit.');

  const nextAt = '2026-03-03T09:30:00.000Z';
  const raised = { dailyStake: '50', nextDailyStake: '500', nextAt };
  await changeLimits(server, () => fill('Daily stake limit', '500'), raised);
  expect(await figure('Daily stake limit'), 'not yet').toBe('50.00 USDT');
  expect(await figure('Upcoming')).toMatch(/^500\.00 USDT from /);

  const pausedUntil = new Date(Date.now() + 86_400_000).toISOString();
  const paused = { dailyStake: '50', pausedUntil };
  await changeLimits(server, () => fill('Pause', '24'), paused);
  await untilText(/^You’ve paused new contracts\. Until /);
  expect(await isDisabled(/^Buy up/)).toBe(true);
  expect(await isDisabled(/^Buy down/)).toBe(true);
  expect(server.inputs('POST /hyorder/setLimits')).toEqual([
    { dailyStake: '50' },
    { dailyStake: '500' },
    { pauseHours: 24 },
  ]);
});

test('where contracts are forbidden they are neither offered nor advertised', async () => {
  const forbidden = (server: Server) => server.answer('GET /hyorder/config', refused(5011));
  await renderScreen(pages.home, { before: forbidden });
  await control('link', /^Bitcoin, /);
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Futures' })).toBeNull());
});

test.each([
  ['offered', true],
  ['forbidden', false],
])('where contracts are %s, records without one offer to place one: %s', async (_, isOffered) => {
  await renderScreen(pages.contractHistory, {
    before: (server) => {
      server.answer('GET /hyorder/myHyorderList', { list: [], total: 0, page: 1, pageSize: 20 });
      if (!isOffered) server.answer('GET /hyorder/config', refused(5011));
    },
  });
  await untilText('No contracts running');
  const offer = () => screen.queryByRole('button', { name: 'Place a contract' }) !== null;
  await waitFor(() => expect(offer()).toBe(isOffered));
});

test.each([pages.futures, BTC])('where contracts are forbidden %s shows why', async (path) => {
  await renderScreen(path, {
    before: (server) => server.answer('GET /hyorder/config', refused(5011)),
  });
  await untilText('Short contracts aren’t offered where you live');
  expect(screen.queryByRole('button', { name: /^Buy up/ })).toBeNull();
});

test.each([pages.futures, BTC])(
  'where a proven residence forbids contracts %s names it',
  async (path) => {
    await renderScreen(path, {
      before: (server) => server.answer('GET /hyorder/config', refused(5011, { residence: 'DE' })),
    });
    await untilText(/^Your verified documents say you live in Germany\./);
    expect(screen.queryByRole('button', { name: /^Buy up/ })).toBeNull();
    await press('I’ve moved');
    await untilPage(pages.realName);
  },
);

test('timed contracts ask for a confirmed phone first and lead to it', async () => {
  await renderScreen(pages.futures, {
    as: { phoneProven: false },
    before: (server) => server.answer('GET /hyorder/config', refused(5011, { needs: 'phone' })),
  });
  await untilText('Confirm your phone number first');
  await press('Confirm number');
  await untilPage(pages.provePhone);
});

test('a closed market offers no contract and shows why', async () => {
  await renderScreen(BTC, {
    before: (server) => {
      offerContracts(server);
      const markets = terms.markets.map((market) => ({ ...market, isOpen: false }));
      server.answer('GET /hyorder/config', { ...terms, markets });
    },
  });
  await untilText('This market is closed.');
  expect(await isDisabled(/^Buy up/)).toBe(true);
});

test('a stale feed offers no contract and shows why', async () => {
  await renderScreen(BTC, {
    before: (server) => {
      offerContracts(server);
      server.answer('GET /base/feeds', { list: [{ symbol: 'btcusdt', state: 'stale' }] });
    },
  });
  await untilText('There’s no fresh price. You can’t place contracts right now.');
  expect(await isDisabled(/^Buy down/)).toBe(true);
});

test('without terms the form is disabled and has no buttons', async () => {
  await renderScreen(BTC, { before: (server) => server.answer('GET /hyorder/config', lost) });
  await screen.findByRole('heading', { name: 'BTC/USDT' });
  await screen.findByRole('img', { name: /^Price line/ });
  expect(screen.queryByRole('button', { name: /^Buy up/ })).toBeNull();
});

test('the list of contract markets shows returns, can be searched, and has closed ones last', async () => {
  const [bitcoin, ethereum, solana] = [
    offered('btcusdt', 'BTC'),
    offered('ethusdt', 'ETH'),
    offered('solusdt', 'SOL'),
  ];
  const closed = { ...bitcoin, isOpen: false, opensAt: '2030-01-06T22:00:00.000Z' };
  const markets = [closed, { ...ethereum, hy_time: [60, 300], hy_ykbl: ['0.72', '0.9'] }, solana];
  await renderScreen(pages.futures, {
    before: (server) => {
      offerContracts(server);
      server.answer('GET /hyorder/config', { ...terms, markets });
    },
  });
  await untilText(/If you’re wrong, you lose your whole stake\./);
  const main = screen.getByRole('main');
  const rows = () =>
    screen.queryAllByRole('link').filter((row) => main.contains(row) && / US/.test(nameOf(row)));
  await waitFor(() => expect(rows()).toHaveLength(cryptoMarkets.length));
  const row = rows().find(({ textContent }) => textContent?.includes('ETH/USDT'));
  expect(row?.textContent).toContain('+72–90%');
  expect(nameOf(row)).toContain('If right +72–90%');
  expect(rows().at(-1)?.textContent).toContain('Closed');
  expect(rows().at(-1)?.textContent).toContain('Opens');
  expect(rows()[0]?.textContent).not.toContain('Closed');

  const search = screen.getByRole('searchbox', { name: 'Search markets' });
  await fill('Search markets', 'solana');
  await waitFor(() => expect(rows()).toHaveLength(1));
  await fill('Search markets', 'doubloon');
  await untilText('No market called doubloon');
  expect(search).toHaveProperty('value', 'doubloon');
});

const nameOf = (row: Element | undefined) => row?.getAttribute('aria-label') ?? '';

const settled = {
  ID: 5,
  orderNo: 'C5',
  coinname: 'btcusdt',
  base: 'BTC',
  quote: 'USDT',
  cate: 1,
  usdt: '10',
  ctime_num: 30,
  ratio: '0.8',
  status: 2,
  outcome: 1,
  ploss: '8',
  payout: '18',
  openPrice: '60000',
  closePrice: '64000',
  openAt: '2026-03-02T09:30:01.000Z',
  dueAt: '2026-03-02T09:30:31.000Z',
};

test('changed evidence fails, item by item', async () => {
  await renderScreen(`${pages.contractDetail}?id=5`, {
    before: (server) => {
      offerContracts(server);
      server.answer('GET /hyorder/findHyorder', { rehyorder: settled });
      server.answer('GET /hyorder/evidence', { bundle: { version: 1 } });
    },
  });
  await untilText('Your call was right.');
  await untilText(/^\+8\.00/);
  await press('Verify');
  await untilText('Not proven');
  await untilText(/^0 of 9 checks, 9 failed/);
  expect(screen.getAllByText('Failed')).toHaveLength(9);
});

test('a contract that never opened returns the stake and shows why', async () => {
  const never = { openPrice: '', openAt: '', dueAt: '', openNum: '', closePrice: '' };
  const rehyorder = {
    ...settled,
    ...never,
    status: 3,
    outcome: 0,
    reason: 1,
    payout: '10',
    ploss: '0',
  };
  await renderScreen(`${pages.contractDetail}?id=5`, {
    before: (server) => {
      offerContracts(server);
      server.answer('GET /hyorder/findHyorder', { rehyorder });
    },
  });
  await untilText(/couldn’t be settled\. 10\.00 USDT is back in your balance\./);
  await untilText(/No price arrived in time to open it\./);
  expect(isShown('Not settled')).toBe(true);
});

test('a loss has the colour of a loss', async () => {
  const lost = { ...settled, ID: 7, closePrice: '59000', outcome: 2, ploss: '-10', payout: '0' };
  await renderScreen(`${pages.contractDetail}?id=7`, {
    before: (server) => {
      offerContracts(server);
      server.answer('GET /hyorder/findHyorder', { rehyorder: lost });
    },
  });
  await untilText('Loss');
  // In the heading and among the facts.
  const pills = screen.getAllByText('Loss').filter(({ className }) => /pill/.test(className));
  const looks = pills.map(({ className }) => className.replaceAll(/_([a-z]+)_\w+/g, '$1'));
  expect(looks).toEqual(['pill down', 'pill down']);
});

test('equal prices return the stake', async () => {
  const rehyorder = {
    ...settled,
    ID: 6,
    closePrice: '60000',
    outcome: 3,
    payout: '10',
    ploss: '0',
  };
  await renderScreen(`${pages.contractDetail}?id=6`, {
    before: (server) => {
      offerContracts(server);
      server.answer('GET /hyorder/findHyorder', { rehyorder });
    },
  });
  await untilText(/^Entry and close are equal/);
  expect(await figure('Profit or loss')).toMatch(/^0\.00/);
});
