/** New coins: the list by the server's clock, the form with its refusals, and the records. */
import { refused } from '@tern/protocol/tests';
import {
  answer,
  control,
  dialog,
  expectError,
  field,
  figure,
  fill,
  isShown,
  press,
  screen,
  untilText,
  untilToast,
  waitFor,
  within,
} from '@tern/ui/tests';
import { expect, test } from 'vitest';
import {
  renderScreen,
  type Server,
  untilPage,
  type Visit,
} from '../../../../../tests/render-screen.tsx';
import { verifyAndReturn, wantIdentity } from '../../../../../tests/verify-first.ts';
import { pages } from '../../../../kernel/pages.ts';

const DETAIL = `${pages.offeringDetail}?id=1`;
const QUANTITY = 'Quantity';
const NOW = '2026-11-21T09:41:20.000Z';

const verdin = {
  ID: 1,
  version: 2,
  coinname: 'VRD',
  name: 'Verdin',
  payCoin: 'USDT',
  places: 2,
  price: '0.24',
  supply: '50000000',
  cap: '4000000',
  sold: '1380000',
  min: '10',
  max: '1000',
  userMax: '5000',
  bought: '0',
  minNow: '10',
  maxNow: '1000',
  lockDays: 49,
  startAt: '2026-11-18T00:00:00.000Z',
  endAt: '2026-11-24T00:00:00.000Z',
  now: NOW,
  phase: 2,
  state: 1,
};
const ostra = {
  ...verdin,
  ID: 2,
  coinname: 'OST',
  name: 'Ostra',
  startAt: '2026-12-01T08:00:00.000Z',
  endAt: '2026-12-08T00:00:00.000Z',
  phase: 1,
};
const kelp = {
  ...verdin,
  ID: 3,
  coinname: 'KLP',
  name: 'Kelp',
  startAt: '2026-10-01T00:00:00.000Z',
  endAt: '2026-10-08T00:00:00.000Z',
  phase: 3,
  current: '0.728',
};

const held = {
  ID: 31,
  CreatedAt: '2026-11-21T08:00:00.000Z',
  pid: 1,
  coinname: 'VRD',
  name: 'Verdin',
  payCoin: 'USDT',
  num: '1240',
  price: '0.24',
  paid: '297.6',
  status: 1,
  unfreezeAt: '2027-01-09T00:00:00.000Z',
};
const falling = {
  ...held,
  ID: 22,
  coinname: 'KLP',
  name: 'Kelp',
  num: '500',
  paid: '400',
  unfreezeAt: '2026-12-02T00:00:00.000Z',
  worth: '364',
  profit: '-36',
  ratio: '-0.09',
};
const released = {
  ...held,
  ID: 12,
  coinname: 'OST',
  name: 'Ostra',
  num: '80',
  paid: '72',
  status: 2,
  unfreezeAt: '2026-11-12T00:00:00.000Z',
  worth: '88',
  profit: '16',
  ratio: '0.2222',
};

type Offered = Partial<typeof verdin>;

function sell(server: Server, changed: Offered = {}): void {
  server.answer('GET /issue/list', { list: [{ ...verdin, ...changed }, ostra, kelp], total: 3 });
  server.answer('GET /issue/detail', { reissue: { ...verdin, ...changed } });
  server.answer('GET /issue/quote', ({ num }) => ({
    paid: String(Number(num) * 0.24),
    unfreezeAt: '2027-01-09T00:00:00.000Z',
    available: '10000',
    affordable: '41666.66',
  }));
  server.answer('GET /issue/issueRecordList', ({ status }) => {
    const wanted = Number(status);
    const list = [held, falling, released].filter((row) => wanted === 0 || row.status === wanted);
    return { list, total: list.length, page: 1, pageSize: 20 };
  });
}

const open = (path: string, { before, ...visit }: Visit = {}, changed: Offered = {}) =>
  renderScreen(path, {
    ...visit,
    before: (server) => {
      sell(server, changed);
      before?.(server);
    },
  });

async function send(quantity: string): Promise<void> {
  await untilText(/^10,000\.00/);
  await fill(QUANTITY, quantity);
  await press('Subscribe');
  await answer('Subscribe for VRD?', 'Subscribe');
}

test('the countdown runs by the time of the answer, whatever the clock of the device', async () => {
  await open(pages.offering);
  await untilText(/^2 d 14:18:\d\d left$/);
  await untilText('Opened 18 Nov');
  await untilText('34.5%');
});

test('open, coming and ended sales are apart, with the current price of an ended one', async () => {
  await open(pages.offering);
  await control('radio', 'Open 1');
  expect(isShown('Ostra OST')).toBe(false);
  await press('Soon 1', { role: 'radio' });
  await untilText(/^Ostra/);
  await untilText(/^9 d \d\d:\d\d:\d\d$/);
  expect(screen.queryByRole('link', { name: 'Subscribe' })).toBeNull();
  await press('Ended', { role: 'radio' });
  await untilText(/^Kelp/);
  expect(await figure('Price now')).toBe('0.728');
});

test('the head shows what is frozen, and when the next coins unfreeze', async () => {
  await open(pages.offering);
  await untilText('2 Dec 2026');
  expect(await figure('Next unfreeze')).toBe('2 Dec 2026');
});

test('without any offering the page says so', async () => {
  await renderScreen(pages.offering, {
    before: (server) => server.answer('GET /issue/list', { list: [] }),
  });
  await untilText('No new coins right now');
});

test('a list that cannot be loaded offers another try', async () => {
  const server = await renderScreen(pages.offering, {
    before: (before) => before.answer('GET /issue/list', refused(5006)),
  });
  await untilText('Couldn’t load this');
  sell(server);
  await press('Try again');
  await untilText(/^Verdin/);
});

test('an unverified member is informed before typing, and can still read the terms', async () => {
  await open(DETAIL, { as: { verified: false, realNameStatus: 0 } });
  await untilText('Verify your identity to subscribe');
  expect(await field(QUANTITY)).toHaveProperty('disabled', true);
  expect(await control('button', 'Subscribe')).toHaveProperty('disabled', true);
  await untilText('Available once your identity is verified.');
  expect(await figure('Subscription cap')).toBe('4,000,000 VRD');
});

test('a refusal for want of an identity leads there and back, and keeps the quantity', async () => {
  const server = await open(DETAIL);
  wantIdentity(server, 'POST /issue/buySubmit');
  await send('1000');
  await verifyAndReturn(server, pages.offeringDetail, 'Verify your identity to subscribe');
  expect((await field(QUANTITY)).value).toBe('1000');
});

test('cost, unfreeze date and the worst case are there before the button is pressed', async () => {
  await open(DETAIL);
  await untilText(/at worst they are worth nothing then and you lose all you paid/);
  await fill(QUANTITY, '1000');
  await waitFor(async () => expect(await figure('Cost')).toBe('240.00 USDT'));
  expect(await figure('Unfreezes')).toBe('9 Jan 2027');
  await untilText(/^You can’t sell before 9 Jan 2027.*you lose 240\.00 USDT\.$/);
});

test('a quantity outside the bounds shows an error at its field, and nothing is sent', async () => {
  const server = await open(DETAIL);
  await press('Subscribe');
  await expectError(QUANTITY, 'Enter a quantity.');
  await fill(QUANTITY, '9.99');
  await press('Subscribe');
  await expectError(QUANTITY, 'Minimum is 10 VRD.');
  await fill(QUANTITY, '1000.01');
  await press('Subscribe');
  await expectError(QUANTITY, 'Maximum is 1,000 VRD per subscription.');
  expect(server.inputs('POST /issue/buySubmit')).toEqual([]);
});

test('a quantity above the balance names the balance', async () => {
  await open(DETAIL, {
    before: (server) =>
      server.answer('GET /issue/quote', {
        paid: '0',
        unfreezeAt: '2027-01-09T00:00:00.000Z',
        available: '100',
        affordable: '416.66',
      }),
  });
  await untilText(/^100\.00/);
  await fill(QUANTITY, '500');
  await press('Subscribe');
  await expectError(QUANTITY, 'Not enough USDT. You have 100.00.');
});

const refusals = [
  { code: 4018, data: { max: '0' }, text: 'Nothing is left for you in this round.' },
  { code: 4018, data: { max: '40' }, text: 'This round has 40 VRD left.' },
  { code: 4020, data: {}, text: 'Not enough USDT. You have 10,000.00.' },
  { code: 5009, data: { until: '2026-12-01T08:00:00.000Z' }, text: /^Subscription opens on 1 Dec/ },
  { code: 5011, data: {}, text: 'Subscription isn’t open.' },
] as const;

test.each(refusals)(
  'a refusal with $code $data is shown at the field, which keeps its input',
  async ({ code, data, text }) => {
    await open(DETAIL, {
      before: (server) => server.answer('POST /issue/buySubmit', refused(code, data)),
    });
    await send('500');
    await expectError(QUANTITY, text);
    expect((await field(QUANTITY)).value).toBe('500');
  },
);

test('terms that changed meanwhile refuse the purchase; the new ones appear, and the quantity stays', async () => {
  const server = await open(DETAIL, {
    before: (each) => each.answer('POST /issue/buySubmit', refused(5004, {}, 'The terms changed.')),
  });
  await untilText(/^10,000\.00/);
  await fill(QUANTITY, '500');
  await press('Subscribe');
  const review = await dialog('Subscribe for VRD?');
  sell(server, { version: 3, lockDays: 60 });
  await press('Subscribe', { part: review });
  await untilToast(/terms changed/);
  await untilText(/60 days/);
  expect((await field(QUANTITY)).value).toBe('500');
});

test('a refused minimum is in the words and the asset of the server', async () => {
  await open(DETAIL, {
    before: (server) => server.answer('POST /issue/buySubmit', refused(4006, {}, '2.4')),
  });
  await send('500');
  await expectError(QUANTITY, 'Minimum is 2.4 USDT');
});

test('a confirmed subscription is sent once, with a key, and leads to the records', async () => {
  const server = await open(DETAIL, {
    before: (each) => each.answer('POST /issue/buySubmit', { issueRecord: held }),
  });
  await untilText(/^10,000\.00/);
  await fill(QUANTITY, '1000');
  await press('Subscribe');
  const review = await dialog('Subscribe for VRD?');
  expect(await figure('Cost', review)).toBe('Paper240.00 USDT');
  expect(await figure('Unfreezes', review)).toBe('9 Jan 2027');
  expect(within(review).getByText(/you lose 240\.00 USDT/)).toBeTruthy();
  await press('Subscribe', { part: review });
  await untilPage(pages.offeringHistory);
  await untilToast(/^Subscribed: 1,240.*VRD, frozen until 9 Jan 2027$/);
  expect(server.inputs('POST /issue/buySubmit')).toEqual([{ pid: 1, num: '1000', version: 2 }]);
  expect(server.idempotencyKeys('POST /issue/buySubmit')[0]).toMatch(/^[0-9a-f]{32}$/);
});

const closed = [
  { name: 'paused', changed: { state: 2 }, text: /we paused this sale/ },
  { name: 'sold out', changed: { sold: '4000000', maxNow: '0' }, text: /is sold\.$/ },
  { name: 'used up', changed: { bought: '5000', maxNow: '0' }, text: /limit per person/ },
  { name: 'ended', changed: { endAt: NOW }, text: 'This sale has ended.' },
];

test.each(closed)('a sale that is $name says why, and has no form', async ({ changed, text }) => {
  await open(DETAIL, {}, changed);
  await untilText(text);
  expect(screen.queryByLabelText(QUANTITY)).toBeNull();
});

test('a coming sale names its start, and the button is off', async () => {
  await open(
    DETAIL,
    {},
    { startAt: '2026-12-01T08:00:00.000Z', endAt: '2026-12-08T00:00:00.000Z' },
  );
  expect(await control('button', /^Opens 1 Dec 2026/)).toHaveProperty('disabled', true);
});

test('records show the result at the current price, and --- without a market', async () => {
  await open(pages.offeringHistory);
  await control('radio', 'Frozen 2');
  const cards = await screen.findAllByRole('listitem');
  const [first, second, third] = cards as [HTMLElement, HTMLElement, HTMLElement];
  expect(await figure('Result', first)).toContain('---');
  expect(await figure('Worth now', first)).toContain('---');
  expect(await figure('Result', second)).toContain('−36.00');
  expect(await figure('Result', second)).toContain('−9.00%');
  expect(await figure('Result', third)).toContain('+16.00');
  expect(within(third).getByText(/Unfroze 12 Nov 2026/)).toBeTruthy();
});

test('a link to one subscription marks it among the records', async () => {
  await open(`${pages.offeringHistory}?id=22`);
  const cards = await screen.findAllByRole('listitem');
  const marked = cards.map((card) => card.querySelector('[aria-current]') !== null);
  expect(marked).toEqual([false, true, false]);
});

test('records can be filtered by status', async () => {
  await open(pages.offeringHistory);
  await press('Unfrozen 1', { role: 'radio' });
  await waitFor(async () => expect(await screen.findAllByRole('listitem')).toHaveLength(1));
  await untilText(/Unfroze 12 Nov 2026/);
});

test('a member without subscriptions is led to the offerings', async () => {
  await open(pages.offeringHistory, {
    before: (server) => server.answer('GET /issue/issueRecordList', { list: [] }),
  });
  await untilText('No new coins bought yet');
  await press('New coins');
  await untilPage(pages.offering);
});
