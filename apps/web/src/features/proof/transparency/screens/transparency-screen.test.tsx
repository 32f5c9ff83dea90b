/** Transparency: a visitor reads the figures, an unlucky figure is not hidden, and a new installation has none. */
import { refused } from '@tern/protocol/tests';
import { isShown, press, screen, untilText } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../../../tests/render-screen.tsx';
import { pages } from '../../../../kernel/pages.ts';
import type { Figures } from '../api.ts';

const NOW = '2026-11-22T11:02:04.000Z';
const groups = [4_900, 4_950, 4_880].map((wins, index) => ({
  from: String(10 ** (index + 1)),
  wins,
  settled: 10_000,
}));

const figures: Figures = {
  computedAt: NOW,
  entry: 48_209_114,
  assets: [
    { coinname: 'BTC', places: 8, owed: '62', held: '60', house: '-2', lent: '0', cover: '96.77' },
    { coinname: 'USDT', places: 6, owed: '100', held: '120', house: '20', lent: '0', cover: '120' },
  ],
  staked: '310.5',
  withdrawals: {
    from: NOW,
    sent: 412,
    cancelled: 3,
    rails: [
      { rail: 'USDT, TRC20', sent: 400, p50: 180_000, p95: 2_460_000 },
      { rail: '', sent: 12, p50: null, p95: null },
    ],
    refused: [{ reason: 'railAddress', count: 21 }],
  },
  contracts: {
    from: '2025-12-01',
    accounts: { total: 1_000, lost: 724, lostMore: 181, middle: '-38.2' },
    months: [{ month: '2026-11', total: 500, lost: 360 }],
    stakes: groups,
    ages: [{ from: 'day', to: 'week', wins: 9, settled: 20 }],
  },
  operators: {
    from: NOW,
    acts: [
      { act: 'held', count: 41 },
      { act: 'frozen', count: 12 },
    ],
    frozenNow: 1,
    freezesEnded: 11,
    longestHold: 71 * 3_600_000,
  },
  feeds: {
    from: NOW,
    ticks: 900,
    classes: [{ class: 'crypto', gaps: 2, missing: 90_000, longest: 60_000 }],
  },
  uptime: { from: NOW, running: 995, total: 1_000, outages: [] },
  log: {
    size: 144_662,
    at: NOW,
    root: 'gvG70eQj0hG9QU57eYFCrzfg6uX4u/NjO/pMuT9i1Qs=',
    witnesses: [
      { name: 'one.example', state: 'cosigned', at: NOW },
      { name: 'two.example', state: 'cosigned', at: NOW },
      { name: 'three.example', state: 'missing', at: null },
    ],
  },
};

const row = (ID: number, witnesses: string[] = []) => ({
  ID,
  CreatedAt: NOW,
  root: 'JoqKrNlxYvsUAsbeKkHPdClbl5nZNulVh7JCaA2LI3Y=',
  witnesses,
});
const page = (list: ReturnType<typeof row>[]) => ({
  list,
  total: list.length,
  page: 1,
  pageSize: 4,
});

const open = (answer: Figures | null, kept = [row(144_600, ['one.example']), row(144_010)]) =>
  renderScreen(pages.transparency, {
    as: null,
    before: (server) => {
      server.answer('GET /transparency/figures', { figures: answer });
      server.answer('GET /public-log/checkpoints', page(kept));
    },
  });

test('a visitor reads the figures in tables, also behind the charts', async () => {
  await open(figures);
  await untilText('Who lost money');
  for (const text of ['72.4%', '96.77%', '41 min', 'too few', '99.5%', 'First day – First week']) {
    expect(screen.getAllByText(text).length).toBeGreaterThan(0);
  }
  const names = screen.getAllByRole('table').map((table) => table.textContent ?? '');
  expect(names.some((text) => text.includes('from 1,000 USDT') && text.includes('48.8%'))).toBe(
    true,
  );
});

test('the asset that is short is first, and the lowest cover is the one shown large', async () => {
  await open(figures);
  await untilText('Lowest cover of what we owe');
  const [, first] = screen.getAllByRole('row');
  expect(first?.textContent).toContain('BTC');
  expect(first?.textContent).toContain('short by 2');
});

test('groups that chance does not explain are said to be so', async () => {
  const unlucky = { from: '9000', wins: 4_000, settled: 10_000 };
  await open({ ...figures, contracts: { ...figures.contracts, stakes: [...groups, unlucky] } });
  await untilText(/outside the band of what chance alone explains/);
});

const logTables = () =>
  ['Checkpoints and witnesses', 'Witnesses'].map((name) =>
    [...screen.getByRole('table', { name }).querySelectorAll('tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    ),
  );

test('the checkpoint says how many witnesses signed it, and which one is missing', async () => {
  await open(figures);
  await untilText('Checkpoints and witnesses');
  expect(logTables()).toEqual([
    [['144,662', '22 Nov 2026, 11:02', 'gvG70eQj…T9i1Qs', '2 of 3']],
    [
      ['one.examplelast signed 22 Nov, 11:02', '22 Nov, 11:02', 'Signed'],
      ['two.examplelast signed 22 Nov, 11:02', '22 Nov, 11:02', 'Signed'],
      ['three.examplehas never signed', 'never', 'Missing'],
    ],
  ]);
});

test('a witness that refused is named, with what it means', async () => {
  const witnesses = [{ name: 'one.example', state: 'refused' as const, at: NOW }];
  await open({ ...figures, log: { ...figures.log, witnesses } });
  await untilText(/knows another log of our name/);
  expect(logTables()[1]).toEqual([
    ['one.examplelast signed 22 Nov, 11:02', '22 Nov, 11:02', 'Refused'],
  ]);
});

test('without any witness the page says that only we sign', async () => {
  await open({ ...figures, log: { ...figures.log, witnesses: [] } });
  await untilText('No witnesses are set up: only we sign the log.');
  expect(screen.queryByText(/0 of 0/)).toBeNull();
});

test('the newest kept checkpoints are listed: size, root, time, who cosigned, and the note as a file', async () => {
  await open(figures);
  await untilText('144,600 entries');
  const rows = [...document.querySelectorAll('li')].filter((each) => each.querySelector('code'));
  expect(rows.map((each) => [...each.querySelectorAll('p')].map((p) => p.textContent))).toEqual([
    ['144,600 entries', '22 Nov 2026, 11:02', 'JoqKrNlx…A2LI3Y', 'Cosigned by one.example'],
    ['144,010 entries', '22 Nov 2026, 11:02', 'JoqKrNlx…A2LI3Y', 'Not cosigned'],
  ]);
  const files = screen.getAllByRole('link', { name: 'File' });
  expect(files.map((link) => link.getAttribute('href'))).toEqual([
    '/log/checkpoint/144600',
    '/log/checkpoint/144010',
  ]);
});

test('a young log says that no checkpoint was kept yet', async () => {
  await open(figures, []);
  await untilText('None was kept yet.');
});

test('checkpoints that could not be loaded leave the figures, and can be tried again', async () => {
  const server = await renderScreen(pages.transparency, {
    as: null,
    before: (fake) => {
      fake.answer('GET /transparency/figures', { figures });
      fake.answer('GET /public-log/checkpoints', refused(5006));
    },
  });
  await untilText('Checkpoints and witnesses');
  await untilText('Try again');
  expect(isShown('144,662')).toBe(true);
  server.answer('GET /public-log/checkpoints', page([row(144_600)]));
  await press('Try again');
  await untilText('144,600 entries');
});

test('the page says that the operator of the server can know simulated prices', async () => {
  const sentence =
    'The operator of this server can know today’s simulated prices. They are for paper money only.';
  await open(figures);
  await untilText('What this doesn’t prove');
  expect(document.body.textContent).toContain(sentence);
});

test('acts tell the longest hold, and how many freezes nobody renewed', async () => {
  await open(figures);
  await untilText('11 ended automatically');
  expect(isShown('longest 2.9 days')).toBe(true);
});

test('every table is a file of the server', async () => {
  await open(figures);
  await untilText('Take the data');
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links.filter((href) => href?.startsWith('/transparency/'))).toEqual([
    '/transparency/assets.csv',
    '/transparency/withdrawals.csv',
    '/transparency/contracts.csv',
    '/transparency/operators.csv',
    '/transparency/feeds.csv',
    '/transparency/log.csv',
    '/transparency/figures.json',
  ]);
});

test('figures that were not computed again say how old they are', async () => {
  const computedAt = new Date(Date.now() - 12.5 * 60_000).toISOString();
  await open({ ...figures, computedAt });
  await untilText(/^Computed 12 min ago: /);
});

test('a new installation says that there are no figures yet', async () => {
  await open(null);
  await untilText('No figures yet');
  expect(isShown('Who lost money')).toBe(false);
});
