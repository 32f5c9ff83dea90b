/** Invitations: code, sharing, levels with their people, rewards with their sources. */
import type { Output } from '@tern/protocol/client';
import { dialog, press, screen, untilText, untilToast, within } from '@tern/ui/tests';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen, type Server } from '../../../../../tests/render-screen.tsx';
import { pages } from '../../../../kernel/pages.ts';

const LINK = 'https://tern.example/#/pages/login/register?code=TERN07';
const NOON = '2026-11-18T12:00:00.000Z';

const level = (number: number, share: string) => ({
  level: number,
  people: 0,
  verified: 0,
  share,
  worth: '0',
});
const nothing = {
  code: 'TERN07',
  link: LINK,
  people: 0,
  verified: 0,
  coinname: 'USDT',
  worth: '0',
  rewards: [],
  levels: [level(1, '0.2'), level(2, '0.1'), level(3, '0.05')],
};
const some = {
  ...nothing,
  people: 7,
  verified: 4,
  worth: '71.2512',
  rewards: [{ coinname: 'USDT', amount: '71.2512' }],
  levels: [
    { ...level(1, '0.2'), people: 6, verified: 4, worth: '71.2' },
    { ...level(2, '0.1'), people: 1, worth: '0.0512' },
    level(3, '0.05'),
  ],
};

type Answers = Output<'GET /user/myInvite'>;

const open = (answers: Answers = some, path: string = pages.invite) =>
  renderScreen(path, {
    before: (server: Server) => {
      server.answer('GET /user/myInvite', answers);
    },
  });

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
});

test('the page says in one sentence what is paid for what, and shows people and rewards of each level', async () => {
  await open();
  await untilText('You get part of the fees we charge the people you invite.');
  await untilText(/Nothing for signing up or for money put in/);
  const first = await screen.findByRole('link', { name: /Your invites/ });
  for (const text of ['71.20', '6 people, 4 verified', '20% of fees'])
    expect(first.textContent).toContain(text);
  const second = await screen.findByRole('link', { name: /Their invites/ });
  for (const text of ['0.0512', '1 person, 0 verified', '10% of fees'])
    expect(second.textContent).toContain(text);
  expect((await screen.findByRole('link', { name: /One step on/ })).textContent).toContain(
    'Nobody yet.',
  );
  await screen.findByRole('img', { name: 'QR code of your link' });
});

test('code and link are copied, and the button shows a check mark', async () => {
  await open(nothing);
  await press('Copy code');
  await untilText('Copied');
  expect(await navigator.clipboard.readText()).toBe('TERN07');
  await press('Copy link');
  expect(await navigator.clipboard.readText()).toBe(LINK);
});

test('sharing opens the sheet of the system with the link', async () => {
  const share = vi.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  await open();
  await press('Share invite');
  expect(share).toHaveBeenCalledWith({
    text: 'Open an account with my invitation code TERN07.',
    url: LINK,
  });
});

test('without such a sheet, sharing copies the link', async () => {
  await open();
  await press('Share invite');
  await untilToast('Copied');
  expect(await navigator.clipboard.readText()).toBe(LINK);
});

test('the rules name the shares, what is counted and what is not', async () => {
  await open();
  await press('How rewards work');
  const rules = await dialog('How rewards work');
  await untilText(/You get 20% of each fee .* 10% .* 5% one step on/, rules);
  await untilText(/We count the fees for spot trades and swaps/, rules);
  await untilText(/We don’t count/, rules);
});

test('a level lists its people with masked names', async () => {
  const server = await open(some);
  server.answer('GET /user/invitees', {
    list: [
      {
        ID: 1,
        CreatedAt: NOON,
        UpdatedAt: NOON,
        level: 1,
        name: 'm•••@mail.com',
        verified: true,
        worth: '71.2',
      },
    ],
    total: 1,
    page: 1,
    pageSize: 20,
  });
  await press(/Your invites/, { role: 'link' });
  await untilText('m•••@mail.com');
  await untilText('71.20 USDT');
  await untilText('Verified');
  await untilText('Joined 18 Nov 2026');
});

test('a level without people says so', async () => {
  await open(nothing, `${pages.invite}?level=3`);
  await untilText('Nobody yet.');
});

test('rewards name their level, share, fees and how many trades and swaps paid them', async () => {
  await renderScreen(`${pages.invite}?list=rewards`, {
    before: (server: Server) => {
      server.answer('GET /user/inviteRewards', {
        list: [
          {
            ID: 2,
            CreatedAt: NOON,
            UpdatedAt: NOON,
            level: 2,
            coinname: 'BTC',
            amount: '0.00000156',
            share: '0.1',
            fee: '0.00001561',
            trades: 2,
            swaps: 1,
          },
          {
            ID: 1,
            CreatedAt: NOON,
            UpdatedAt: NOON,
            level: 1,
            coinname: 'BTC',
            amount: '-0.00000312',
            share: '0.2',
            fee: '0.00001561',
            trades: 0,
            swaps: 1,
          },
        ],
        total: 2,
        page: 1,
        pageSize: 20,
      });
    },
  });
  const [given, back] = await screen.findAllByRole('listitem');
  for (const text of [
    'Their invites',
    '+0.00000156',
    '10% of 0.00001561 BTC in fees',
    '2 trades · 1 swap',
  ])
    expect(given!.textContent).toContain(text);
  expect(within(back!).getByText('Reversed')).toBeTruthy();
});
