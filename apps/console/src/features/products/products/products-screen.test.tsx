/** The product catalogue: the list by stage, version against version, the form of a kind, and what the exchange owes. */
import type { OperatorOutput, OperatorRole } from '@tern/protocol/operator/client';
import type { Given } from '@tern/protocol/tests';
import {
  answer,
  dialog,
  expectError,
  field,
  fill,
  press,
  screen,
  untilText,
  untilToast,
  waitFor,
  within,
} from '@tern/ui/tests';
import { expect, test, vi } from 'vitest';
import { OPERATOR, renderConsole, type Server } from '../../../../tests/render-console.tsx';

type Product = Given<OperatorOutput<'GET /operator/product/find'>['reproduct']>;

const part = (name: string, input: string, label: string, more = {}) =>
  ({ name, input, label, unit: '', note: '', isOptional: false, choices: [], ...more }) as never;

const kind = {
  kind: 'earn',
  label: 'Fixed term',
  fields: [
    part('name', 'text', 'Name'),
    part('dailyRate', 'rate', 'Daily rate'),
    part('min', 'amount', 'Minimum', { unit: '@asset' }),
    part('asset', 'asset', 'Coin'),
  ],
};
const terms = { name: 'Fixed 30', dailyRate: '0.00035', min: '100', asset: 'USDT' };
const preview = {
  page: '/pages/stake/detail?kind=fixed&id=101',
  answers: { '/financing/findFinancing': { refinancing: { name: 'Fixed 30' } } },
};
const version = {
  ID: 11,
  version: 1,
  terms,
  takesOrders: true,
  state: 'inForce' as const,
  effectiveAt: '2026-11-04T00:00:00.000Z',
  reason: 'The first one.',
  proposedBy: 'operator-1',
  reviewId: 3,
  decidedBy: 'operator-2',
  decidedAt: '2026-11-03T00:00:00.000Z',
  preview,
  short: null,
};
const draft = {
  ...version,
  ID: 12,
  version: 2,
  terms: { ...terms, dailyRate: '0.0004' },
  state: 'draft' as const,
  UpdatedAt: '2026-11-21T10:00:00.000Z',
  effectiveAt: null,
  reviewId: null,
  decidedBy: '',
  decidedAt: null,
  preview: {
    ...preview,
    answers: { '/financing/findFinancing': { refinancing: { name: 'Fixed 30, cheaper' } } },
  },
};
const row = {
  ID: 101,
  kind: 'earn',
  name: 'Fixed 30',
  coinname: 'USDT',
  stage: 'open' as const,
  version: 1,
  pendingVersion: null,
  pendingState: null,
  holders: 1204,
  orders: 1300,
};
const product: Product = { ...row, versions: [version] };

const ROLES: readonly OperatorRole[] = ['reviewer'];

function open(path: string, more: (server: Server) => void = () => {}, roles = ROLES): Server {
  return renderConsole(path, roles, (server) => {
    server.answer('GET /operator/product/kinds', { list: [kind] });
    server.answer('GET /operator/product/list', { list: [row] });
    server.answer('GET /operator/product/find', { reproduct: product });
    more(server);
  });
}

const withDraft = (server: Server) =>
  server.answer('GET /operator/product/find', {
    reproduct: { ...product, pendingVersion: 2, pendingState: 'draft', versions: [draft, version] },
  });

test('products are listed by stage, with their version and holders', async () => {
  open('/products', (server) =>
    server.answer('GET /operator/product/list', {
      list: [
        row,
        { ...row, ID: 102, name: 'Flexible SOL', stage: 'draft', by: 'operator-2', holders: 0 },
      ],
    }),
  );
  const opened = await screen.findByRole('list', { name: 'Open' });
  expect(opened.textContent).toMatch(/Fixed 30.*1204.*Fixed term · v1/);
  expect((await screen.findByRole('list', { name: 'Draft' })).textContent).toMatch(
    /Flexible SOL.*operator-2/,
  );
});

test('a draft is compared with the version in effect: only what changes, the rest on request', async () => {
  open('/products?id=101', withDraft);
  const changed = await screen.findByRole('row', { name: /Daily rate/ });
  expect(changed.textContent).toBe('Daily rate0.035 %0.04 %');
  expect(screen.queryByRole('row', { name: /^Minimum/ })).toBeNull();
  await press('3 fields unchanged');
  expect((await screen.findByRole('row', { name: /^Minimum/ })).textContent).toContain('100 USDT');
});

/** What the frame of the preview is sent last. */
async function previewed() {
  const frame = (await screen.findByTitle('As customers will see it')) as HTMLIFrameElement;
  const { page, lang, theme } = frame.dataset;
  return { page, lang, theme };
}

/** The window of a frame; the emulated browser loads none. */
function openWindow(frame: HTMLIFrameElement) {
  const post = vi.fn();
  const source = { postMessage: post } as unknown as Window;
  Object.defineProperty(frame, 'contentWindow', { value: source, configurable: true });
  return { source, post };
}

/** The frame says that it is ready, and what it is sent is returned. */
async function sentToFrame(): Promise<unknown> {
  const frame = (await screen.findByTitle('As customers will see it')) as HTMLIFrameElement;
  const { source, post } = openWindow(frame);
  dispatchEvent(new MessageEvent('message', { origin: location.origin, source }));
  await waitFor(() => expect(post).toHaveBeenCalled());
  expect(post.mock.lastCall?.[1]).toBe(location.origin);
  return post.mock.lastCall?.[0];
}

const pressKey = (key: string, on: Element = document.body) =>
  on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));

test('the preview is handed the page and the answers of either version; V switches', async () => {
  open('/products?id=101', withDraft);
  await screen.findByRole('radio', { name: 'v2', checked: true });
  expect(await sentToFrame()).toEqual({ ...draft.preview, lang: 'en', theme: 'dark' });
  pressKey('v');
  await screen.findByRole('radio', { name: 'v1', checked: true });
  expect(await sentToFrame()).toEqual({ ...preview, lang: 'en', theme: 'dark' });
});

test('the preview has the chosen language and theme; L is the next language, but not in a field', async () => {
  const server = open('/products?id=101', withDraft);
  await press('Light', { role: 'radio' });
  expect(await previewed()).toMatchObject({ lang: 'en', theme: 'light' });
  pressKey('l');
  await waitFor(async () => expect((await previewed()).lang).not.toBe('en'));
  const { lang } = await previewed();
  await waitFor(() =>
    expect(server.inputs('GET /operator/product/find')).toContainEqual({ ID: '101', lang }),
  );
  const field = screen.getByRole('combobox', { name: 'Language' });
  pressKey('l', field);
  pressKey('v', field);
  expect(await previewed()).toMatchObject({ lang, theme: 'light' });
  expect(screen.getByRole('radio', { name: 'v2', checked: true })).toBeTruthy();
});

test('the preview is sent to no other page', async () => {
  open('/products?id=101', withDraft);
  const frame = (await screen.findByTitle('As customers will see it')) as HTMLIFrameElement;
  const { post } = openWindow(frame);
  dispatchEvent(new MessageEvent('message', { origin: 'https://evil.test', source: window }));
  dispatchEvent(new MessageEvent('message', { origin: location.origin, source: window }));
  expect(post).not.toHaveBeenCalled();
});

test('what the exchange lacks for a version is shown before anyone agrees', async () => {
  const short = { coinname: 'USDT', amount: '1234.56', date: '2027-03-03' };
  open('/products?id=101', (server) =>
    server.answer('GET /operator/product/find', {
      reproduct: { ...product, versions: [{ ...draft, short }, version] },
    }),
  );
  await untilText('Short by 1,234.56 USDT on 3 Mar 2027');
});

test('each version of the history opens with what it changed', async () => {
  const older = { ...version, version: 1, ID: 10, state: 'replaced' as const, preview: null };
  const current = { ...version, version: 2, terms: { ...terms, min: '250' } };
  open('/products?id=101&version=2', (server) =>
    server.answer('GET /operator/product/find', {
      reproduct: { ...product, version: 2, versions: [current, older] },
    }),
  );
  const history = await screen.findByRole('table', { name: 'Versions' });
  const changed = await within(history).findByRole('row', { name: /^Minimum 100 USDT 250 USDT/ });
  expect(changed.textContent).toBe('Minimum100 USDT250 USDT');
  expect(within(history).queryByRole('row', { name: /^Daily rate/ })).toBeNull();
});

test('a draft is proposed as it was read, with a reason', async () => {
  const server = open('/products?id=101', (fresh) => {
    withDraft(fresh);
    fresh.answer('POST /operator/product/propose', { reviewId: 7 });
  });
  await press('Ask a second person');
  const asked = await dialog('Propose version 2?');
  await press('Propose', { part: asked });
  await expectError('Reason', 'Enter a reason.', asked);
  await fill('Reason', 'A better rate.', asked);
  await answer('Propose version 2?', 'Propose');
  await untilToast('Proposed, waiting for a second person');
  expect(server.inputs('POST /operator/product/propose')).toEqual([
    { ID: 101, version: 2, seenAt: draft.UpdatedAt, reason: 'A better rate.' },
  ]);
});

test('a proposed version can be withdrawn, and leads to its review', async () => {
  const proposed = { ...draft, state: 'proposed' as const, reviewId: 7 };
  const server = open('/products?id=101', (fresh) =>
    fresh.answer('GET /operator/product/find', {
      reproduct: { ...product, stage: 'scheduled', versions: [proposed, version] },
    }),
  );
  await untilText('Waiting for a second person. Either of you can withdraw it.');
  const review = await screen.findByRole('link', { name: 'Open the review' });
  expect(review.getAttribute('href')).toBe('#/queue?id=7');
  await press('Withdraw');
  await fill('Reason', 'A mistake.', await dialog('Withdraw version 2?'));
  await answer('Withdraw version 2?', 'Withdraw it');
  await waitFor(() =>
    expect(server.inputs('POST /operator/product/withdraw')).toEqual([
      { ID: 101, version: 2, reason: 'A mistake.' },
    ]),
  );
});

/** The proposed version's review, as another operator opened it. */
const review: Given<OperatorOutput<'GET /operator/review/find'>['rereview']> = {
  ID: 7,
  kind: 'product',
  recordNo: 'P-12',
  memberId: null,
  coinname: 'USDT',
  amount: null,
  approvals: 2,
  state: 'open',
  stage: 'second',
  isFirstStanding: true,
  hash: 'a'.repeat(64),
  mayDecide: true,
  claimedBy: OPERATOR,
  claimUntil: new Date(Date.now() + 900_000).toISOString(),
  firstBy: { ID: 1, login: 'operator-1' },
  decidedBy: null,
};

const withReview =
  (more: Partial<typeof review> = {}) =>
  (server: Server) => {
    const proposed = { ...draft, state: 'proposed' as const, reviewId: 7 };
    server.answer('GET /operator/product/find', {
      reproduct: { ...product, stage: 'scheduled', versions: [proposed, version] },
    });
    server.answer('GET /operator/review/find', { rereview: { ...review, ...more } });
  };

test('A approves the version that was read beside it, after a confirmation', async () => {
  const server = open(
    '/products?id=101',
    (fresh) => {
      withReview()(fresh);
      fresh.answer('POST /operator/review/approve', { isCarriedOut: true, isVoided: false });
    },
    ['approver'],
  );
  await screen.findByRole('button', { name: /^Approve and carry out/ });
  pressKey('a');
  await answer('Approve P-12?', 'Approve');
  await untilToast('Approved and carried out');
  expect(server.inputs('POST /operator/review/approve')).toMatchObject([
    { ID: '7', stage: 'second', hash: review.hash },
  ]);
});

test('R rejects with a reason; while it is typed, A and R are letters', async () => {
  const server = open(
    '/products?id=101',
    (fresh) => {
      withReview()(fresh);
      fresh.answer('POST /operator/review/reject', {});
    },
    ['approver'],
  );
  await screen.findByRole('button', { name: /^Reject/ });
  pressKey('r');
  const note = await field('Inner reason');
  expect(document.activeElement).toBe(note);
  pressKey('a', note);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await fill('Inner reason', 'Too dear.');
  note.blur();
  pressKey('r');
  await answer('Reject P-12?', 'Reject');
  await waitFor(() =>
    expect(server.inputs('POST /operator/review/reject')).toMatchObject([
      { ID: '7', reason: 'Too dear.' },
    ]),
  );
});

test('a version that the exchange cannot fund cannot be approved', async () => {
  const detail = 'Short by 1,234.56 USDT on 3 Mar 2027';
  const failed = { name: 'house-can-fund', isPassed: false, level: 'stop' as const, detail };
  open('/products?id=101', withReview({ checks: [failed] }), ['approver']);
  await untilText(/The exchange can’t fund this version · Short by 1,234\.56 USDT on 3 Mar 2027/);
  const approve = await screen.findByRole('button', { name: /^Approve and carry out/ });
  expect(approve.hasAttribute('disabled')).toBe(true);
  pressKey('a');
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('closing names who keeps the terms, and needs a reason', async () => {
  const server = open('/products?id=101', (fresh) =>
    fresh.answer('POST /operator/product/close', { version: 2 }),
  );
  await press('Close');
  const asked = await dialog('Close Fixed 30 for new orders?');
  await untilText(/1204 customers keep their terms\./, asked);
  await fill('Reason', 'Too dear.', asked);
  await answer('Close Fixed 30 for new orders?', 'Close it');
  await untilToast('Closed for new orders');
  expect(server.inputs('POST /operator/product/close')).toEqual([{ ID: 101, reason: 'Too dear.' }]);
});

test('the form of a kind is drawn from its fields; a rate is typed in percent', async () => {
  const server = open('/products?new=earn', (fresh) => {
    fresh.answer('POST /operator/product/check', ({ terms: given }) =>
      given['dailyRate'] === '0.0005'
        ? { problems: [], preview, short: null }
        : { problems: [{ field: 'dailyRate', text: 'Missing.' }], preview: null, short: null },
    );
    fresh.answer('POST /operator/product/write', { ID: 103, version: 1 });
  });
  await fill('Name', 'Fixed 60');
  await fill('Coin', 'usdt');
  await fill('Minimum', '100');
  expect((await field('Coin')).value).toBe('USDT');
  // Named also while nothing was entered in it.
  await untilText('Not valid yet: Daily rate. You can save a draft, but not propose it.');
  await fill('Daily rate', '0.05');
  await screen.findByTitle('As customers will see it');
  await press('Save draft');
  await untilToast('Draft saved');
  expect(server.inputs('POST /operator/product/write')).toEqual([
    {
      kind: 'earn',
      terms: { name: 'Fixed 60', dailyRate: '0.0005', min: '100', asset: 'USDT' },
      takesOrders: true,
    },
  ]);
});

test('the problem of a field stands beside it, and the draft names the version that was read', async () => {
  const server = open('/products?id=101&edit=1', (fresh) => {
    withDraft(fresh);
    fresh.answer('POST /operator/product/check', {
      problems: [{ field: 'min', text: 'More than 0.' }],
      preview: null,
      short: null,
    });
    fresh.answer('POST /operator/product/write', { ID: 101, version: 2 });
  });
  expect((await field('Daily rate')).value).toBe('0.04');
  await expectError('Minimum', 'More than 0.');
  await press('Save draft');
  await waitFor(() =>
    expect(server.inputs('POST /operator/product/write')).toMatchObject([
      { ID: 101, seenAt: draft.UpdatedAt, terms: draft.terms },
    ]),
  );
});

const treasury = {
  days: ['2026-11-30', '2026-12-01'],
  house: [
    {
      account: 'yields' as const,
      coinname: 'USDT',
      total: '110',
      reserved: '10',
      free: '100',
      owed: '12',
      since: null,
    },
    {
      account: 'offerings' as const,
      coinname: 'OST',
      total: '600',
      reserved: '600',
      free: '0',
      owed: '1000',
      since: null,
    },
    {
      account: 'rewards' as const,
      coinname: 'BTC',
      total: '0.2',
      reserved: '0.2',
      free: '0',
      owed: '0.5',
      since: '2026-11-29T08:30:00.000Z',
    },
  ],
  obligations: [{ date: '2026-12-01', coinname: 'USDT', payouts: '2', principals: '7' }],
};

test('what the exchange owes is shown by day, with what is set aside and what is short', async () => {
  open('/products?show=treasury', (server) =>
    server.answer('GET /operator/product/house', treasury),
  );
  await untilText(/9\.00 USDT in 2 days; set aside for yields: 10\.00 USDT\./);
  await untilText('Short by 2.00 USDT');
  expect(await screen.findByRole('listitem', { name: '1 Dec: 9.00 USDT' })).toBeTruthy();
  await press('Table', { role: 'radio' });
  const days = await screen.findByRole('table', { name: 'What we owe, by day, USDT' });
  expect(
    within(days)
      .getAllByRole('row')
      .map((row) => row.textContent)
      .slice(1),
  ).toEqual(['1 Dec2.007.009.00']);
  expect((await screen.findByRole('row', { name: /Yields USDT/ })).textContent).toContain('100.00');
});

test('coins that are missing for offerings are named, with what is set aside', async () => {
  open('/products?show=treasury', (server) =>
    server.answer('GET /operator/product/house', treasury),
  );
  await untilText('New coins: 400.00 OST missing');
  const row = await screen.findByRole('row', { name: /New coins OST/ });
  expect(row.textContent).toMatch(/600\.0+.*400\.0+$/);
});

test('pending rewards are named, with what is missing and since when', async () => {
  open('/products?show=treasury', (server) =>
    server.answer('GET /operator/product/house', treasury),
  );
  await untilText(/Rewards: 0\.30 BTC missing, the oldest waits since 29 Nov/);
  const row = await screen.findByRole('row', { name: /Rewards BTC/ });
  expect(row.textContent).toMatch(/0\.20*0\.20*.*0\.30*$/);
});

test('paper money for the treasury is proposed, once for repeated presses', async () => {
  const server = open('/products?show=treasury', (fresh) => {
    fresh.answer('GET /operator/product/house', treasury);
    fresh.answer('POST /operator/product/fund', { reviewId: 9 });
  });
  await press('Add paper money');
  const asked = await dialog('Propose paper money for the treasury?');
  await fill('For', 'offerings', asked);
  await fill('Amount', '500', asked);
  await fill('Reason', 'More to sell.', asked);
  await answer('Propose paper money for the treasury?', 'Propose');
  await waitFor(() =>
    expect(server.inputs('POST /operator/product/fund')).toMatchObject([
      { account: 'offerings', coinname: 'USDT', amount: '500', reason: 'More to sell.' },
    ]),
  );
});

test('an auditor reads the catalogue and changes nothing', async () => {
  open('/products?id=101', withDraft, ['auditor']);
  await screen.findByRole('row', { name: /Daily rate/ });
  for (const name of ['Ask a second person', 'Discard draft', 'Close']) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
});
