/** Closed days: which tie out, what differs in one, and its file. */
import type { OperatorRole } from '@tern/protocol';
import { fill, press, screen, untilText, untilToast, within } from '@tern/ui/tests';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderConsole } from '../../../../tests/render-console.tsx';
import type { ClosedCoin, DayFile, DayItem, ShownDay, SignOff } from './api.ts';

const state = {
  closedAt: '2026-11-22T00:15:04.000Z',
  throughPosting: 1_204_118,
  isTiedOut: true,
  differences: 0,
  unstated: 0,
  hasLate: false,
};

const signing = { signing: 'open', signers: [], carried: 0 } as const;
const signOff: SignOff = {
  state: 'open',
  hash: 'ab'.repeat(32),
  signatures: [],
  items: [],
  carried: [],
  obstacles: [],
};

const coin: ClosedCoin = {
  coinname: 'USDT',
  lines: [
    {
      account: 'members.available',
      opening: '100',
      debits: '20',
      credits: '70.5',
      closing: '150.5',
      late: '0.5',
    },
    {
      account: 'network.TRC20',
      opening: '-100',
      debits: '70.5',
      credits: '20',
      closing: '-150.5',
      late: '-0.5',
    },
  ],
  differences: [],
  statements: [],
  owedOpening: '100',
  cameIn: '70.5',
  wentOut: '-20',
  otherwise: '0',
  owedClosing: '150.5',
  members: [
    { kind: 17, amount: '70.5' },
    { kind: 31, amount: '-20' },
  ],
  income: [],
  earned: '0',
};

const failed: ShownDay = {
  ...state,
  day: '2026-11-20',
  isTiedOut: false,
  differences: 1,
  signOff,
  coins: [
    { ...coin, coinname: 'BTC' },
    {
      ...coin,
      differences: [
        {
          account: 'members.available',
          reason: 'balances',
          expected: '150.5',
          found: '150.6',
          difference: '0.1',
        },
      ],
    },
  ],
};

/** The browser of these tests would leave the page. */
function savedFiles() {
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download || this.pathname);
  });
  onTestFinished(() => click.mockRestore());
  return saved;
}

/** What the server shows of the failed day. */
let shownDay = failed;

const open = (path: string, role: OperatorRole = 'auditor') =>
  renderConsole(path, [role], (server) => {
    server.answer('GET /operator/dayClose/list', ({ before }) =>
      before === undefined
        ? {
            list: [
              {
                ...state,
                day: '2026-11-21',
                hasLate: true,
                signing: 'signed',
                signers: ['operator-2', 'operator-1'],
                carried: 1,
              },
              { ...state, ...signing, isTiedOut: false, differences: 1, day: failed.day },
            ],
            hasMore: true,
          }
        : { list: [{ ...state, ...signing, day: '2026-11-19' }], hasMore: false },
    );
    server.answer('GET /operator/dayClose/show', ({ day }) =>
      day === failed.day ? shownDay : { ...state, day, signOff, coins: [coin] },
    );
    server.answer('GET /operator/dayFile/list', () => ({ list: [file] }));
    server.answer('POST /operator/dayFile/preview', () => ({
      columns: ['day', 'entry'],
      rows: [['2026-11-21', '1204118']],
    }));
    server.answer('POST /operator/dayFile/make', () => ({ ID: 8 }));
    server.answer('POST /operator/dayFile/link', () => ({
      path: '/console/day-file/x',
      expiresAt: state.closedAt,
    }));
    server.answer('GET /operator/dayClose/file', () => ({ csv: 'day,asset\r\n' }));
  });

test('days are listed with whether they tie out, older ones on request', async () => {
  open('/day-close');
  await untilText('1 of the days below does not tie out.');
  const row = await screen.findByRole('row', { name: /20 Nov 2026/ });
  expect(within(row).getByText('1 difference')).toBeDefined();
  const signed = screen.getByRole('row', { name: /21 Nov 2026/ }).textContent;
  expect(signed).toContain('includes postings dated earlier');
  expect(signed).toContain('operator-2, operator-11');
  await press('Older days');
  expect(await screen.findByRole('row', { name: /19 Nov 2026/ })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Older days' })).toBeNull();
});

test('a day has the trial balance of a coin, which comes to nothing, and the day in sums', async () => {
  open('/day-close?day=2026-11-21');
  const table = await screen.findByRole('table', { name: 'Trial balance, USDT' });
  expect(within(table).getByRole('row', { name: /^Members, available/ }).textContent).toBe(
    'Members, available100.0020.0070.50150.500.50',
  );
  expect(within(table).getByRole('row', { name: /^Network TRC20/ })).toBeDefined();
  const total = within(table).getByRole('row', { name: /^Total/ });
  expect(total.textContent).toContain('90.5090.50');
  expect(screen.getByText('Owed to members, closing').nextElementSibling?.textContent).toBe(
    '150.50',
  );
  expect(screen.getByRole('table', { name: 'Members, by kind' }).textContent).toContain(
    'Deposit success70.50',
  );
});

test('a day that does not tie out opens on the coin that differs, and says what', async () => {
  open('/day-close?day=2026-11-20');
  const table = await screen.findByRole('table', { name: 'What does not tie out' });
  expect(within(table).getByRole('row', { name: /^USDT/ }).textContent).toBe(
    'USDTMembers, availableThe balances say something else than the journal150.50150.60+0.10+0.10',
  );
  expect(screen.getByRole('table', { name: 'Trial balance, USDT' })).toBeDefined();
});

test('the trial balance is saved as a file', async () => {
  const saved = savedFiles();
  const server = open('/day-close?day=2026-11-21');
  await press('CSV');
  await untilToast('The trial balance is saved as a file. It is logged.');
  expect(saved).toEqual(['trial-balance-2026-11-21.csv']);
  expect(server.inputs('GET /operator/dayClose/file')).toEqual([{ day: '2026-11-21' }]);
});

const file: DayFile = {
  ID: 7,
  kind: 'ledger',
  from: '2026-11-01',
  until: '2026-11-21',
  coinname: null,
  hasNames: false,
  by: 'operator-4',
  askedAt: state.closedAt,
  state: 'ready',
  percent: 100,
  rows: 418_206,
  bytes: 61_000_000,
  sha256: 'cd'.repeat(32),
  signed: 'tern file 1',
  signature: 'ef'.repeat(64),
  keyId: 1,
  madeAt: state.closedAt,
};

test('a file is asked for after its first lines were seen, and downloaded', async () => {
  const saved = savedFiles();
  const server = open('/day-close?show=exports');
  const first = await screen.findByRole('table', { name: 'First lines' });
  expect(within(first).getAllByRole('row')[1]?.textContent).toBe('2026-11-211204118');
  expect(screen.getByText(/418,206 rows · 61 MB/)).toBeDefined();
  expect(screen.getByText(/SHA-256 cdcdcdcdcdcdcdcd…, signed with evidence key 1/)).toBeDefined();
  await press('With names', { role: 'radio' });
  await press('Last day');
  await press('Make the file');
  await untilToast('The file is being made. It is logged.');
  const day = { from: '2026-11-21', until: '2026-11-21' };
  expect(server.inputs('POST /operator/dayFile/make')).toEqual([
    { kind: 'ledger', ...day, hasNames: true },
  ]);
  await press('Download General ledger');
  await untilToast('The file is being saved. It is logged.');
  expect(saved).toEqual(['/console/day-file/x']);
});

test('a reviewer has files of sums only; days without an entry say so', async () => {
  const server = open('/day-close?show=exports', 'reviewer');
  server.answer('POST /operator/dayFile/preview', () => ({ columns: ['day'], rows: [] }));
  await screen.findByRole('radio', { name: /^Trial balance/ });
  expect(screen.queryByRole('radio', { name: /^General ledger/ })).toBeNull();
  expect(screen.queryByText('Numbers only')).toBeNull();
  await press(/^Fees/, { role: 'radio' });
  await untilText('No entry between these times.');
});

const remainder: DayItem = {
  ID: 14,
  recordNo: 'DR-14',
  day: '2026-11-19',
  coinname: 'USDT',
  account: 'members.available',
  against: 'books',
  amount: '0.1',
  owner: 'operator-2',
  reason: 'The bank is asked.',
  entry: null,
  reference: null,
  carriedFrom: null,
  dueOn: '2099-11-25',
  isOverdue: false,
  isSettled: false,
};

/** The failed day with another sign-off. */
function openFailed(with_: Partial<SignOff>, role: OperatorRole = 'approver') {
  shownDay = { ...failed, signOff: { ...signOff, ...with_ } };
  onTestFinished(() => {
    shownDay = failed;
  });
  return open('/day-close?day=2026-11-20', role);
}

test('a difference is explained by what was carried, which is proposed', async () => {
  const server = openFailed({ carried: [remainder], obstacles: ['left'] });
  const carried = await screen.findByRole('table', { name: 'Carried from earlier days' });
  expect(within(carried).getByRole('row', { name: /DR-14/ }).textContent).toContain(
    '+0.10 USDToperator-2',
  );
  await untilText('Something is neither explained nor carried.');
  expect(screen.getByRole('button', { name: 'Sign' }).hasAttribute('disabled')).toBe(true);
  await press('Explain');
  expect(await screen.findByRole('textbox', { name: 'Record' })).toHaveProperty('value', 'DR-14');
  await fill('Reason', 'It is the same one.');
  server.answer('POST /operator/dayClose/explain', () => ({ recordNo: 'DR-15' }));
  await press('Explain', { part: screen.getByRole('alertdialog') });
  await untilToast('Stored as DR-15. It is logged.');
  expect(server.inputs('POST /operator/dayClose/explain')).toEqual([
    {
      day: '2026-11-20',
      coinname: 'USDT',
      account: 'members.available',
      against: 'books',
      amount: '0.1',
      record: 'DR-14',
      reason: 'It is the same one.',
    },
  ]);
});

test('the second person signs what the first one saw, with what it carries', async () => {
  const signature = {
    place: 1,
    by: 'operator-4',
    note: 'The wire is late.',
    at: '2026-11-21T08:12:00.000Z',
    removedAt: null,
    removedBy: null,
    removedReason: '',
  };
  const item = { ...remainder, day: '2026-11-20' };
  const server = openFailed({ state: 'first', signatures: [signature], items: [item] });
  await untilText('Signing carries 0.1 USDT to the next day.');
  expect(screen.getByText(/The wire is late/)).toBeDefined();
  expect(screen.getByRole('row', { name: /^USDT/ }).textContent).toContain('explained or carried');
  server.answer('POST /operator/dayClose/sign', () => ({ state: 'signed' }));
  await press('Sign and close the day');
  await untilToast('Signed by two. The day is closed.');
  expect(server.inputs('POST /operator/dayClose/sign')).toEqual([
    { day: '2026-11-20', hash: signOff.hash, note: '' },
  ]);
});

test('an auditor reads who signed, and has no button', async () => {
  openFailed({ obstacles: ['left'] }, 'auditor');
  await screen.findByRole('heading', { name: 'Sign-off' });
  expect(screen.queryByRole('button', { name: /Sign/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Explain' })).toBeNull();
});

const chain: ClosedCoin['statements'][number] = {
  account: 'network.ERC20',
  source: 'chain',
  ledger: '1420',
  stated: '1418.59999',
  arrived: '0',
  paid: '1.4',
  fees: '0.00001',
  reference: '21004118 0xab',
  difference: '0',
};
const bank: ClosedCoin['statements'][number] = {
  account: 'custody',
  source: 'bank',
  ledger: '310018.4',
  stated: '310000',
  arrived: '0',
  paid: '0',
  fees: '0',
  reference: '118',
  difference: '-18.4',
};

/** A day of which a chain and two banks say something. */
function openStated(with_: Partial<SignOff> = {}, role: OperatorRole = 'approver') {
  const missing = { stated: null, difference: null, reference: '' };
  shownDay = {
    ...failed,
    unstated: 1,
    signOff: { ...signOff, ...with_ },
    coins: [
      { ...coin, coinname: 'ETH', statements: [chain] },
      { ...coin, coinname: 'EUR', statements: [{ ...bank, ...missing, ledger: '50' }] },
      { ...coin, coinname: 'USD', statements: [bank] },
    ],
  };
  onTestFinished(() => {
    shownDay = failed;
  });
  return open('/day-close?day=2026-11-20', role);
}

test('ledger, chain and bank stand side by side, with what is only on one side by name', async () => {
  openStated({}, 'auditor');
  const table = await screen.findByRole('table', { name: 'Ledger, chain and bank' });
  const [, eth, named, eur, , usd] = within(table).getAllByRole('row');
  expect(eth!.textContent).toContain('Network ERC201,420.000001,418.59999block 21004118');
  expect(named!.textContent).toContain('Went out, not in the ledger by then−1.40000 ETH');
  expect(named!.textContent).toContain('Network fees, not booked by then−0.00001 ETH');
  expect(eur!.textContent).toContain('no statement for this day');
  expect(usd!.textContent).toContain('310,000.00statement 118−18.40−18.40');
});

test('a missing statement is carried with an owner, without a sum', async () => {
  const server = openStated();
  const table = await screen.findByRole('table', { name: 'Ledger, chain and bank' });
  const [explain] = within(table).getAllByRole('button', { name: 'Explain' });
  await press('Explain', { part: explain!.closest('tr')! });
  await untilText('Who gets the statement of EUR, and until when?');
  expect(screen.queryByRole('textbox', { name: 'Record' })).toBeNull();
  await fill('Due', '2026-11-25');
  await fill('Reason', 'The bank is asked.');
  server.answer('POST /operator/dayClose/explain', () => ({ recordNo: 'DR-16' }));
  await press('Carry it', { part: screen.getByRole('alertdialog') });
  await untilToast('Stored as DR-16. It is logged.');
  expect(server.inputs('POST /operator/dayClose/explain')).toMatchObject([
    { coinname: 'EUR', account: 'custody', against: 'statement', amount: '0', dueOn: '2026-11-25' },
  ]);
});
