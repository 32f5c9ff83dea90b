/** A customer's page: notes and actions need a text before they are sent. */
import { readFileSync } from 'node:fs';
import { refused } from '@tern/protocol/tests';
import {
  answer,
  dialog,
  expectError,
  fill,
  press,
  screen,
  untilText,
  untilToast,
  waitFor,
} from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { OPERATOR, renderConsole } from '../../../../tests/render-console.tsx';

const customer = { ID: 7, email: 'ada@tern.test', lang: 'en' };

const openCustomer = () =>
  renderConsole('/customers?id=7', ['support'], (server) =>
    server.answer('GET /operator/customer/find', { recustomer: customer }),
  );

test('an empty note shows an error, and a written one is added', async () => {
  const server = openCustomer();
  await untilText('No notes yet.');
  await press(/^Add/);
  const asked = await dialog('Add a note on ID 7?');
  await press('Add note', { part: asked });
  await expectError('Note', 'Enter a note.', asked);
  await fill('Note', 'Joint account, letter on file.', asked);
  await answer('Add a note on ID 7?', 'Add note');
  await untilToast('Note added');
  expect(server.inputs('POST /operator/customer/addNote')).toEqual([
    { ID: '7', note: 'Joint account, letter on file.', level: 'all' },
  ]);
});

test('the timeline is read page by page, and by group', async () => {
  const blank = { reference: '', coinname: null, amount: null, place: '', entry: null } as const;
  const CreatedAt = '2026-03-09T09:30:00.000Z';
  const order = { ...blank, group: 'orders', ID: 5, CreatedAt, what: 'buy.filled' } as const;
  const signIn = { ...blank, group: 'security', ID: 9, CreatedAt, what: 'New login' } as const;
  const server = renderConsole('/customers?id=7', ['support'], (fake) => {
    fake.answer('GET /operator/customer/find', { recustomer: customer });
    fake.answer('GET /operator/customer/timeline', {
      list: [{ ...order, reference: '5', coinname: 'BTC', amount: '0.01' }],
      next: 'orders.5',
    });
  });
  await untilText('Buy order 5, filled');
  server.answer('GET /operator/customer/timeline', {
    list: [{ ...signIn, place: 'iPhone, 203.0.113.7' }],
    next: null,
  });
  await press('Show older');
  await untilText('New login · iPhone, 203.0.113.7');
  await untilText('Buy order 5, filled');
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  await press('Money');
  await waitFor(() =>
    expect(server.inputs('GET /operator/customer/timeline')).toEqual([
      { ID: '7' },
      { ID: '7', after: 'orders.5' },
      { ID: '7', group: 'money' },
    ]),
  );
});

test('support freezes an account with a reason, and proposes no money', async () => {
  const server = openCustomer();
  await press('Freeze account');
  const asked = await dialog('Freeze account: ID 7?');
  await press('Freeze account', { part: asked });
  await expectError('Inner reason', 'Enter a reason.', asked);
  await fill('Customer reads', 'protection', asked);
  await fill('Inner reason', 'The phone was reported stolen.', asked);
  await answer('Freeze account: ID 7?', 'Freeze account');
  await waitFor(() =>
    expect(server.inputs('POST /operator/customer/setStanding')).toMatchObject([
      {
        act: 'freeze',
        message: 'protection',
        reason: 'The phone was reported stolen.',
        isSuspicion: true,
      },
    ]),
  );
  for (const name of ['Propose a credit or debit', 'Remove verification']) {
    expect(screen.queryByRole('button', { name }), name).toBeNull();
  }
});

const openBanned = (login: string) =>
  renderConsole('/customers?id=7', ['support'], (server) => {
    const until = '2026-03-09T09:30:00.000Z';
    const block = { act: 'ban', until, login, setAs: 'support' } as const;
    const recustomer = { ...customer, isBanned: true, blocks: [block] };
    server.answer('GET /operator/customer/find', { recustomer });
  });

test('who set a ban is not offered to confirm it', async () => {
  openBanned(OPERATOR.login);
  await untilText(new RegExp(`by ${OPERATOR.login}`));
  expect(screen.queryByRole('button', { name: 'Confirm the ban' })).toBeNull();
});

test('a ban is confirmed by another person, with a reason', async () => {
  const server = openBanned('bo');
  await press('Confirm the ban');
  const asked = await dialog('Confirm the ban: ID 7?');
  await fill('Inner reason', 'I have seen the same.', asked);
  await answer('Confirm the ban: ID 7?', 'Confirm the ban');
  await waitFor(() =>
    expect(server.inputs('POST /operator/customer/setStanding')).toMatchObject([
      { ID: '7', act: 'ban', reason: 'I have seen the same.' },
    ]),
  );
});

test('a credit is proposed with its amount and reason, and its review opens', async () => {
  const server = renderConsole('/customers?id=7', ['reviewer'], (fresh) => {
    fresh.answer('GET /operator/customer/find', { recustomer: customer });
    fresh.answer('POST /operator/manual/propose', { reviewId: 41 });
  });
  await press('Propose a credit or debit');
  const question = 'Propose a credit or debit for ID 7?';
  const asked = await dialog(question);
  await fill('Amount', '12.5', asked);
  await fill('Inner reason', 'Paid twice by mistake.', asked);
  await answer(question, 'Propose');
  await waitFor(() => expect(location.hash).toContain('id=41'));
  expect(server.inputs('POST /operator/manual/propose')).toMatchObject([
    { memberId: '7', coinname: 'USDT', amount: '12.5', reason: 'Paid twice by mistake.' },
  ]);
});

const openFrozen = (
  role: 'reviewer' | 'support',
  lift: { isLiftedByTwo: boolean; liftAskedBy: string | null },
) =>
  renderConsole('/customers?id=7', [role], (server) => {
    const until = '2026-03-09T09:30:00.000Z';
    const freeze = { act: 'freeze', until, login: 'ada', setAs: 'reviewer', ...lift } as const;
    const recustomer = { ...customer, isFrozen: true, blocks: [freeze] };
    server.answer('GET /operator/customer/find', { recustomer });
    server.answer('POST /operator/customer/setStanding', { isWaiting: true });
  });

test('support is not offered to lift what a reviewer froze', async () => {
  openFrozen('support', { isLiftedByTwo: false, liftAskedBy: null });
  await untilText(/^Frozen until .* by ada\.$/);
  expect(screen.queryByRole('button', { name: 'Lift the freeze' })).toBeNull();
});

test('a freeze of suspicion is lifted by two people: the first only asks', async () => {
  const server = openFrozen('reviewer', { isLiftedByTwo: true, liftAskedBy: null });
  await untilText(/Two people lift it\.$/);
  await press('Lift the freeze');
  const asked = await dialog('Lift the freeze: ID 7?');
  await untilText('Nothing changes until a second person lifts it too.');
  await fill('Inner reason', 'The owner called.', asked);
  await answer('Lift the freeze: ID 7?', 'Lift the freeze');
  await untilToast('Asked to lift, waiting for a second person');
  expect(server.inputs('POST /operator/customer/setStanding')).toEqual([
    { ID: '7', act: 'unfreeze', message: 'restrictionEnded', reason: 'The owner called.' },
  ]);
});

test('the second person reads who asked to lift a stop', async () => {
  openFrozen('reviewer', { isLiftedByTwo: true, liftAskedBy: 'bo' });
  await untilText(/bo asked to lift it\.$/);
  await press('Lift the freeze');
  const asked = await dialog('Lift the freeze: ID 7?');
  expect(asked.textContent).toContain('bo asked to lift it.');
});

test('a closed account, and one that is being closed, say so with the time', async () => {
  const at = '2026-03-09T09:30:00.000Z';
  const states = [
    [{ closedAt: at, closesAt: null }, /^Closed by the customer on/],
    [{ closedAt: null, closesAt: at }, /^The customer closes the account on/],
  ] as const;
  for (const [state, text] of states) {
    renderConsole('/customers?id=7', ['support'], (server) =>
      server.answer('GET /operator/customer/find', { recustomer: { ...customer, ...state } }),
    );
    await untilText(text);
  }
});

test('a loan stands among the balances of a customer who has one', async () => {
  const owed = { coinname: 'USDT', available: '900', frozen: '0', loan: '-500', total: '400' };
  const show = (balances: readonly (typeof owed)[]) =>
    renderConsole('/customers?id=7', ['support'], (server) =>
      server.answer('GET /operator/customer/find', { recustomer: { ...customer, balances } }),
    );
  show([owed]);
  await untilText('Loan');
  show([{ ...owed, loan: '0', total: '900' }]);
  await untilText('Available');
  expect(screen.queryByText('Loan')).toBeNull();
});

test('a customer who does not exist is not found, and nothing is offered to try again', async () => {
  renderConsole('/customers?id=8', ['support'], (server) =>
    server.answer('GET /operator/customer/find', refused(5007, {}, 'Not found.')),
  );
  await untilText('Not found.');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('the page is headed by the name in the documents', async () => {
  renderConsole('/customers?id=7', ['support'], (server) =>
    server.answer('GET /operator/customer/find', {
      recustomer: { ...customer, name: 'Ada Ångström' },
    }),
  );
  await screen.findByRole('heading', { level: 1, name: 'Ada Ångström' });
});

test('every kind of record has its name', async () => {
  const types = readFileSync('packages/ledger/src/record-types.ts', 'utf8');
  const numbers = [...types.matchAll(/^ {2}\w+: (\d+),$/gm)].map(([, number]) => Number(number));
  expect(numbers.length).toBeGreaterThan(30);
  renderConsole('/customers?id=7', ['support'], (server) => {
    server.answer('GET /operator/customer/find', { recustomer: customer });
    const list = numbers.map((type) => ({ ID: type, type, reference: `R-${type}` }));
    server.answer('GET /operator/customer/records', { list, total: list.length });
  });
  const rows = await screen.findAllByText(/^R-\d+$/);
  const names = rows.map((cell) => cell.closest('tr')?.children[1]?.textContent ?? '');
  expect(names.filter((name) => /^\d*$/.test(name))).toEqual([]);
});

test('a click in a row opens it, but not the click that ends the selection of a text', async () => {
  renderConsole('/customers', ['support'], (server) => {
    server.answer('GET /operator/customer/list', { list: [customer], total: 1 });
    server.answer('GET /operator/customer/find', { recustomer: customer });
  });
  const cell = await screen.findByText(customer.email);
  getSelection()?.selectAllChildren(cell);
  cell.click();
  expect(location.hash).not.toContain('id=7');
  getSelection()?.removeAllRanges();
  cell.click();
  await untilText('No notes yet.');
});

test('an export of the timeline is proposed with its parts and ground; a file is downloaded', async () => {
  const file = {
    ID: 3,
    CreatedAt: '2026-03-09T09:30:00.000Z',
    groups: ['acts' as const],
    from: '2026-03-01',
    until: '2026-03-09',
    hasAllActs: true,
    reason: 'Order 31 Js 7/26.',
    by: 'bo',
    reviewId: 9,
    rows: 12_000,
    hasPdf: false,
    bytes: 900_000,
    sha256: 'ab'.repeat(32),
    madeAt: '2026-03-09T09:31:00.000Z',
  };
  const server = renderConsole('/customers?id=7', ['approver'], (fake) => {
    const CreatedAt = '2026-01-02T00:00:00.000Z';
    fake.answer('GET /operator/customer/find', { recustomer: { ...customer, CreatedAt } });
    const ready = { ...file, state: 'ready' as const, isReadable: true };
    const hidden = { ...file, ID: 4, state: 'ready' as const, isReadable: false };
    fake.answer('GET /operator/customerFile/list', { list: [ready, hidden] });
    fake.answer('POST /operator/customerFile/propose', { reviewId: 12 });
  });
  await untilText(/12,000 rows, 900 kB/);
  await untilText('It has acts that your role does not see.');
  const pdf = screen.getByRole<HTMLButtonElement>('button', { name: 'Download as PDF' });
  expect(pdf.disabled).toBe(true);
  await press('Export');
  const asked = await dialog('Export the timeline of ID 7?');
  await press('Chats', { role: 'checkbox', part: asked });
  await press('Propose', { part: asked });
  await expectError('Reason', 'Enter a reason.', asked);
  await fill('Until', '2026-02-01', asked);
  await fill('Reason', 'Order 31 Js 7/26.', asked);
  await answer('Export the timeline of ID 7?', 'Propose');
  await waitFor(() =>
    expect(server.inputs('POST /operator/customerFile/propose')).toEqual([
      {
        ID: '7',
        groups: ['money', 'orders', 'security', 'acts'],
        from: '2026-01-02',
        until: '2026-02-01',
        reason: 'Order 31 Js 7/26.',
      },
    ]),
  );
});
