/** The product catalogue: the list by stage, version against version, the form of a kind, and what the house owes. */
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
} from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderConsole, type Server } from '../../../tests/render-console.tsx';

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
  row: { coinname: 'USDT' },
  title: 'Fixed 30',
  figure: { value: '0.035%', caption: 'a day' },
  facts: [{ label: 'Minimum', value: '100 USDT' }],
  worst: 'Leaving early costs 5%.',
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
  preview: { ...preview, figure: { value: '0.04%', caption: 'a day' } },
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

test('the preview shows either version', async () => {
  open('/products?id=101', withDraft);
  await untilText('0.04%');
  await press('v1', { role: 'radio' });
  await untilText('0.035%');
  await untilText('Leaving early costs 5%.');
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
        ? { problems: [], preview }
        : { problems: [{ field: 'dailyRate', text: 'Missing.' }], preview: null },
    );
    fresh.answer('POST /operator/product/write', { ID: 103, version: 1 });
  });
  await fill('Name', 'Fixed 60');
  await fill('Coin', 'usdt');
  await fill('Minimum', '100');
  expect((await field('Coin')).value).toBe('USDT');
  await fill('Daily rate', '0.05');
  await untilText('Leaving early costs 5%.');
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

const house = {
  days: ['2026-11-30', '2026-12-01'],
  house: [
    {
      account: 'yields' as const,
      coinname: 'USDT',
      total: '110',
      reserved: '10',
      free: '100',
      owed: '12',
    },
  ],
  obligations: [{ date: '2026-12-01', coinname: 'USDT', payouts: '2', principals: '7' }],
};

test('what the house owes is shown by day, with what is set aside and what is short', async () => {
  open('/products?show=house', (server) => server.answer('GET /operator/product/house', house));
  await untilText(/9\.00 USDT in 2 days; set aside for yields: 10\.00 USDT\./);
  await untilText('Short by 2.00 USDT');
  expect(await screen.findByRole('listitem', { name: '1 Dec: 9.00 USDT' })).toBeTruthy();
  expect((await screen.findByRole('row', { name: /Yields USDT/ })).textContent).toContain('100.00');
});

test('paper money for the house is proposed, once for repeated presses', async () => {
  const server = open('/products?show=house', (fresh) => {
    fresh.answer('GET /operator/product/house', house);
    fresh.answer('POST /operator/product/fund', { reviewId: 9 });
  });
  await press('Add paper money');
  const asked = await dialog('Propose paper money for the house?');
  await press('Loans', { role: 'radio', part: asked });
  await fill('Amount', '500', asked);
  await fill('Reason', 'More to lend.', asked);
  await answer('Propose paper money for the house?', 'Propose');
  await waitFor(() =>
    expect(server.inputs('POST /operator/product/fund')).toMatchObject([
      { account: 'loans', coinname: 'USDT', amount: '500', reason: 'More to lend.' },
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
