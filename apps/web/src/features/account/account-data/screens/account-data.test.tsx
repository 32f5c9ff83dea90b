/** The member's data and account: the download, what is left, the request to close, and taking it back. */
import { refused } from '@tern/protocol/tests';
import {
  control,
  dialog,
  expectError,
  fill,
  press,
  screen,
  untilText,
  untilToast,
} from '@tern/ui/tests';
import { expect, test, vi } from 'vitest';
import { renderScreen } from '../../../../../tests/render-screen.tsx';
import { pages } from '../../../../kernel/pages.ts';

const at = '2026-03-09T09:30:00.000Z';
const closing = { requestedAt: '2026-03-02T09:30:00.000Z', endsAt: at };
type Obstacle = {
  kind: 'available' | 'order' | 'frozen';
  coinname?: string;
  amount?: string;
  count?: number;
};

const machine = {
  ID: 20_418,
  orderNo: 'M-20418',
  name: 'Rig 30',
  expireAt: '2027-03-09T00:00:00.000Z',
  payCoin: 'USDT',
  invested: '300',
  yieldCoin: 'BTC',
  toCome: '0.00084',
  coinname: 'BTC',
  frozen: '0.00006',
};
type Given = {
  obstacles?: Obstacle[];
  closing?: typeof closing | null;
  machines?: (typeof machine)[];
};

const show = (given: Given = {}) =>
  renderScreen(pages.accountData, {
    before: (server) =>
      server.answer('GET /user/accountData', {
        closing: given.closing ?? null,
        obstacles: given.obstacles ?? [],
        machines: given.machines ?? [],
        waitDays: 7,
        keptYears: 5,
      }),
  });

test('the export asks for the password, and its download is offered once', async () => {
  const server = await show();
  server.answer('POST /user/exportAccount', refused(4011));
  await press('Prepare download');
  const sheet = await dialog('Prepare download');
  await press('Prepare', { part: sheet });
  await expectError('Your login password', 'Enter your login password.', sheet);
  await fill('Your login password', 'a guess', sheet);
  await press('Prepare', { part: sheet });
  await expectError('Your login password', 'Wrong login password.', sheet);
  server.answer('POST /user/exportAccount', { path: '/account-export/abc', expiresAt: at });
  await fill('Your login password', 'tern over water 7', sheet);
  await press('Prepare', { part: sheet });
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    expect(this.getAttribute('href')).toBe('/account-export/abc');
  });
  await press('Download ZIP');
  await untilToast('Download started');
  expect(clicked).toHaveBeenCalledOnce();
  clicked.mockRestore();
  expect(screen.queryByRole('button', { name: 'Download ZIP' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Prepare download' })).toBeDefined();
});

test('an account that is not empty shows what is left, each with its page, and cannot be closed', async () => {
  await show({
    obstacles: [
      { kind: 'available', coinname: 'BTC', amount: '0.00000001' },
      { kind: 'order', count: 2 },
      { kind: 'frozen' },
    ],
  });
  await untilText('First, empty your account');
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual(
    expect.arrayContaining(
      [pages.assets, pages.orderHistory, pages.security].map((path) => `#${path}`),
    ),
  );
  await untilText('0.00000001 BTC');
  await untilText('2 open orders');
  await untilText('Your account is frozen');
  expect(screen.queryByRole('button', { name: 'Close my account' })).toBeNull();
});

test('machines are given up after a tick at exactly what is lost, and the password', async () => {
  const other = { ...machine, ID: 20_419, orderNo: 'M-20419', name: 'Rig 60', toCome: '0.001' };
  const server = await show({ machines: [machine, other] });
  await untilText('Rig 30');
  await untilText('0.00084 BTC');
  await press('Give up 2 machines');
  const sheet = await dialog('Give up for good?');
  const button = await control('button', 'Give up 2 machines', sheet);
  expect(button).toHaveProperty('disabled', true);
  await press('I give up these 2 machines and lose 0.00196 BTC.', {
    role: 'checkbox',
    part: sheet,
  });
  expect(button).toHaveProperty('disabled', false);
  server.answer('POST /user/giveUpMachines', { machines: [] });
  server.answer('GET /user/accountData', {
    closing: null,
    obstacles: [],
    machines: [],
    waitDays: 7,
    keptYears: 5,
  });
  await fill('Your login password', 'tern over water 7', sheet);
  await press('Give up 2 machines', { part: sheet });
  await untilToast('2 machines given up');
  expect(server.inputs('POST /user/giveUpMachines')).toEqual([
    {
      password: 'tern over water 7',
      machines: [
        { ID: 20_418, toCome: '0.00084', frozen: '0.00006' },
        { ID: 20_419, toCome: '0.001', frozen: '0.00006' },
      ],
    },
  ]);
  await untilText('Close my account');
});

test('closing says what is kept, and for how long', async () => {
  await show();
  await untilText(/at least 5 years/);
  await untilText(/closed after 7 days/);
});

test('an empty account is closed with the password, and the page then says when', async () => {
  const server = await show();
  await press('Close my account');
  const sheet = await dialog('Close your account?');
  server.answer('POST /user/closeAccount', { closing });
  server.answer('GET /user/accountData', {
    closing,
    obstacles: [],
    machines: [],
    waitDays: 7,
    keptYears: 5,
  });
  await fill('Your login password', 'tern over water 7', sheet);
  await press('Close my account', { part: sheet });
  await untilText(/^Your account will be closed on/);
  expect(server.inputs('POST /user/closeAccount')).toEqual([{ password: 'tern over water 7' }]);
});

test('what came up meanwhile closes the question and is shown', async () => {
  const server = await show();
  await press('Close my account');
  const sheet = await dialog('Close your account?');
  server.answer('POST /user/closeAccount', refused(5023, { obstacles: [] }));
  server.answer('GET /user/accountData', {
    closing: null,
    obstacles: [{ kind: 'order', count: 1 }],
    machines: [],
    waitDays: 7,
    keptYears: 5,
  });
  await fill('Your login password', 'tern over water 7', sheet);
  await press('Close my account', { part: sheet });
  await untilText('1 open order');
});

test('a request is cancelled with one tap; what would stop it is shown', async () => {
  const server = await show({ closing, obstacles: [{ kind: 'order', count: 1 }] });
  await untilText('It isn’t closed while this is left');
  server.answer('POST /user/keepAccount', {});
  server.answer('GET /user/accountData', {
    closing: null,
    obstacles: [],
    machines: [],
    waitDays: 7,
    keptYears: 5,
  });
  await press('Keep my account');
  await untilToast('You keep your account');
  await untilText('Close my account');
});
