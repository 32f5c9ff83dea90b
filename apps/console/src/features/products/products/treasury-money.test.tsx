/** Real treasury money: addresses, what arrived there, what is held beside what is owed, and receipts of the bank. */
import type { OperatorRole } from '@tern/protocol';
import {
  answer,
  dialog,
  fill,
  press,
  screen,
  untilText,
  untilToast,
  waitFor,
  within,
} from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { operatorWith, renderConsole, type Server } from '../../../../tests/render-console.tsx';

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const place = {
  czline: 'ERC20',
  coins: ['ETH', 'USDT'],
  address: ADDRESS as string | null,
  confirmations: 12,
  height: 4321 as number | null,
  readAt: '2026-11-27T02:00:00.000Z',
  blocked: null as string | null,
};
const floatOf = (coinname: string, float: string, level: 'enough' | 'low' | 'short') => ({
  coinname,
  held: '1000',
  owed: '900',
  lent: '0',
  float,
  level,
});
const transfer = (reference: string, state: 'open' | 'proposed' | 'house') => ({
  reference,
  coinname: 'USDT',
  czline: 'ERC20',
  address: ADDRESS,
  num: '9000',
  txid: reference,
  fault: 'unknown-address',
  seenAt: '2026-11-27T01:00:00.000Z',
  state,
  reviewId: null,
  depositNo: null,
});

function open(
  change: (server: Server) => void = () => {},
  roles: OperatorRole[] = ['reviewer', 'approver'],
  mode: 'paper' | 'live' = 'live',
) {
  return renderConsole('/products?show=treasury', roles, (server) => {
    server.answer('GET /operator/me', {
      operator: operatorWith(roles),
      expiresAt: '2026-11-27T12:00:00.000Z',
      mode,
    });
    server.answer('GET /operator/product/house', { days: [], house: [], obligations: [] });
    server.answer('GET /operator/chain/house', { networks: [place], position: [] });
    server.answer('GET /operator/chain/strays', { list: [], total: 0, page: 1, pageSize: 20 });
    change(server);
  });
}

test('the treasury address is shown for each network, as text and QR code, and copied', async () => {
  open();
  await untilText(ADDRESS);
  expect(screen.getByAltText('QR code of the treasury address on ERC20')).toBeTruthy();
  await untilText('after 12 confirmations');
  await untilText(/block 4,?321/);
  await press('Copy address');
  await untilToast('Copied');
  expect(await navigator.clipboard.readText()).toBe(ADDRESS);
});

test('what arrived there is listed with its state, and leads to where two people assign it', async () => {
  const server = open((fresh) => {
    const list = [transfer('1:0xabc:0', 'open'), transfer('1:0xdef:0', 'house')];
    fresh.answer('GET /operator/chain/strays', { list, total: 2, page: 1, pageSize: 20 });
  });
  const table = await screen.findByRole('table', { name: 'Arrived on ERC20' });
  expect(within(table).getAllByRole('row')).toHaveLength(3);
  const assign = await within(table).findByRole('link', { name: 'Assign' });
  expect(assign.getAttribute('href')).toContain('/chain?ref=1%3A0xabc%3A0');
  expect(within(table).getByRole('link', { name: 'Treasury' })).toBeTruthy();
  expect(server.inputs('GET /operator/chain/strays')).toContainEqual(
    expect.objectContaining({ search: ADDRESS }),
  );
});

test('a low float and one below zero are named before the figures', async () => {
  open((server) =>
    server.answer('GET /operator/chain/house', {
      networks: [place],
      position: [
        floatOf('BTC', '100', 'enough'),
        floatOf('ETH', '-2.5', 'short'),
        floatOf('USDT', '10', 'low'),
      ],
    }),
  );
  await untilText(/2\.50 ETH less is held than customers own\. Send at least as much now\./);
  await untilText(/Only 10\.00 USDT above what customers own\./);
  expect((await screen.findByRole('row', { name: /^USDT Low/ })).textContent).toContain('900');
  expect((await screen.findByRole('row', { name: /^BTC/ })).textContent).not.toMatch(/Low|Short/);
});

test('a network that is not read yet has no address, and says why', async () => {
  open((server) =>
    server.answer('GET /operator/chain/house', {
      networks: [{ ...place, address: null, height: null }],
      position: [],
    }),
  );
  await untilText(/ERC20 is not read yet\./);
  await untilText('no block yet');
  expect(screen.queryByRole('button', { name: 'Copy address' })).toBeNull();
});

test('a network on which nothing is signed says why', async () => {
  open((server) =>
    server.answer('GET /operator/chain/house', {
      networks: [{ ...place, blocked: 'a block was replaced' }],
      position: [],
    }),
  );
  await untilText('Nothing is signed on this network now: a block was replaced');
});

test('paper money has no address', async () => {
  const server = open(() => {}, ['auditor'], 'paper');
  await untilText('Money for products');
  await waitFor(() => expect(server.inputs('GET /operator/me').length).toBeGreaterThan(0));
  expect(server.inputs('GET /operator/chain/house')).toEqual([]);
  expect(screen.queryByText(ADDRESS)).toBeNull();
});

test('money that the bank received is proposed with its reference', async () => {
  const server = open((fresh) => fresh.answer('POST /operator/product/fund', { reviewId: 9 }));
  await press('Record money received');
  const question = 'Propose money that the bank received?';
  const asked = await dialog(question);
  expect(asked.textContent).not.toMatch(/paper/i);
  await fill('Amount', '500', asked);
  await fill('Reference of the bank', 'MT103-77', asked);
  await fill('Reason', 'To swap with.', asked);
  await answer(question, 'Propose');
  await waitFor(() =>
    expect(server.inputs('POST /operator/product/fund')).toMatchObject([
      { account: 'yields', coinname: 'USD', amount: '500', bankReference: 'MT103-77' },
    ]),
  );
});
