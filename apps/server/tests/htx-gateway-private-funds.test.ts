/** The calls for deposits and withdrawals of programs, with the published ccxt and by hand. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { text } from '../src/platform/database/columns.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { type ExchangeClient, exchangeClient } from './support/exchange-client.ts';
import { manualClock } from './support/market.ts';
import { equip } from './support/member-records.ts';
import { verifyMember } from './support/operator-decisions.ts';
import type { Person } from './support/people.ts';
import { createApiKey, type SignedClient, signedClient } from './support/signed-client.ts';
import { startServer, type TestServer } from './support/server.ts';
import { png } from './support/uploads.ts';
import { PAY_PASSWORD, TRON_ADDRESS } from './support/withdrawals.ts';

/** Signed requests have the machine's time. */
const clock = manualClock(Date.now());
const closeDeposits = defineStatement({
  name: 'test.closeDepositsForBots',
  text: 'update asset_networks set takes_deposits = false where asset = $1 and network = $2',
  params: [text, text],
});

let server: TestServer;
let person: Person;
let stranger: SignedClient;
let client: ExchangeClient;
let reader: SignedClient;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  person = await server.register();
  await equip(server, person);
  await server.fresh.owner.transaction((tx) => verifyMember(tx, person.memberId));
  const credentials = await createApiKey(server, person, { scopes: ['read'] });
  reader = signedClient(() => server.url(), credentials);
  stranger = signedClient(() => server.url(), await createApiKey(server, await server.register()));
  client = await exchangeClient(server.url(), 'rest');
  Object.assign(client, { apiKey: credentials.accessKey, secret: credentials.secret });
  await client.loadMarkets();
  const own = { token: person.token };
  const place = { coin: 'USDT', czline: 'TRC20' };
  for (const num of ['1500', '2500']) {
    const base64Str = (await png(60, 30 + num.length)).toString('base64');
    const { ID } = await server.api.data('POST /user/uploadBase64', { base64Str }, own);
    await server.api.data('POST /recharge/createRecharge', { ...place, num, payimg: ID }, own);
  }
  const address = { ...place, addr: TRON_ADDRESS, name: 'my wallet' };
  await server.api.data('POST /user_qianbao/createUser_qianbao', address, own);
  const out = { num: '50', address: TRON_ADDRESS, coinname: 'USDT', czline: 'TRC20' };
  const input = { ...out, pay_password: PAY_PASSWORD };
  await server.api.data('POST /withdraw/createWithdraw', input, own);
});

afterAll(() => server.stop());

describe('ccxt with a key that may only read', () => {
  it('fetches deposits, newest first, and those of one coin', async () => {
    const deposits = await client.fetchDeposits();
    expect(deposits.map(({ amount, status, type }) => ({ amount, status, type }))).toEqual(
      expect.arrayContaining([
        { amount: 1_500, status: 'pending', type: 'deposit' },
        { amount: 2_500, status: 'pending', type: 'deposit' },
      ]),
    );
    expect(await client.fetchDeposits('BTC')).toEqual([]);
  });

  it('fetches withdrawals with the received amount and the fee', async () => {
    const [withdrawal] = await client.fetchWithdrawals('USDT');
    expect(withdrawal).toMatchObject({
      address: TRON_ADDRESS,
      currency: 'USDT',
      network: 'TRC20',
      status: 'pending',
      type: 'withdrawal',
    });
    expect(withdrawal!.amount! + withdrawal!.fee!.cost!).toBe(50);
  });

  it('fetches the deposit address of a network, the same as the app shows', async () => {
    const { address } = await client.fetchDepositAddress('USDT', { network: 'TRC20' });
    const input = { coin: 'USDT', czline: 'TRC20' };
    const own = { token: person.token };
    expect(address).toBe((await server.api.data('GET /recharge/address', input, own)).address);
  });

  it('fetches the ledger with every change, newest first', async () => {
    const ledger = await client.fetchLedger('USDT');
    const amounts = ledger.map(({ amount, direction }) =>
      direction === 'out' ? -amount! : amount,
    );
    expect(amounts).toContain(20_000);
    expect(ledger.every(({ currency }) => currency === 'USDT')).toBe(true);
  });
});

describe('the calls of funds', () => {
  const list = async (query: Record<string, string>) => {
    const { body } = await reader.get('/v1/query/deposit-withdraw', query);
    return body.data as { id: number; amount: string }[];
  };

  it('page through deposits by id, both ways', async () => {
    const [newest, oldest] = await list({ type: 'deposit' });
    expect([newest?.amount, oldest?.amount]).toEqual(['2500', '1500']);
    const from = (id: number, direct: string) => ({ type: 'deposit', from: String(id), direct });
    expect(await list(from(newest!.id, 'next'))).toEqual([oldest]);
    expect(await list(from(oldest!.id, 'prev'))).toEqual([newest]);
    expect(await list({ type: 'deposit', size: '1' })).toEqual([newest]);
  });

  it.each([
    [{}, 'validation-constraints-required'],
    [{ type: 'gift' }, 'validation-format-error'],
    [{ type: 'deposit', direct: 'up' }, 'validation-format-error'],
    [{ type: 'deposit', from: '-1' }, 'validation-format-error'],
  ])('refuse a list of %j', async (query, code) => {
    const { body } = await reader.get('/v1/query/deposit-withdraw', query);
    expect(body).toMatchObject({ status: 'error', 'err-code': code });
  });

  it('show a member their own records only', async () => {
    const { body } = await stranger.get('/v1/query/deposit-withdraw', { type: 'deposit' });
    expect(body.data).toEqual([]);
    const accountId = String(person.memberId);
    const history = await stranger.get('/v1/account/history', { 'account-id': accountId });
    expect(history.body['err-code']).toBe('account-get-accounts-inexistent-error');
  });

  it('give a deposit address of each network that takes deposits, and of no other one', async () => {
    const chains = async () => {
      const { body } = await reader.get('/v2/account/deposit/address', { currency: 'btc' });
      return (body.data as { chain: string }[] | null)?.map(({ chain }) => chain);
    };
    expect(await chains()).toEqual(['btcbtc']);
    await server.fresh.owner.transaction((tx) => tx.run(closeDeposits, ['BTC', 'BTC']));
    expect(await chains()).toEqual([]);
  });

  it('list the address book and the largest withdrawal of each network', async () => {
    const book = await reader.get('/v2/account/withdraw/address', { currency: 'usdt' });
    const entry = { currency: 'usdt', chain: 'trc20usdt', note: 'my wallet' };
    expect(book.body.data).toEqual([{ ...entry, addressTag: '', address: TRON_ADDRESS }]);
    const quota = await reader.get('/v2/account/withdraw/quota', { currency: 'usdt' });
    expect(quota.body.data.chains.length).toBeGreaterThan(1);
    const unknown = await reader.get('/v2/account/withdraw/quota', { currency: 'nosuch' });
    expect(unknown.body.code).not.toBe(200);
  });

  it('list account changes by type, time and id', async () => {
    const accountId = String(person.memberId);
    const history = async (query: Record<string, string>) =>
      (await reader.get('/v1/account/history', { 'account-id': accountId, ...query })).body;
    const { data: all } = await history({});
    expect(all.length).toBeGreaterThan(3);
    const ids = all.map((row: Record<string, number>) => row['record-id']);
    expect(ids).toEqual(ids.toSorted((one: number, other: number) => other - one));
    expect((await history({ sort: 'asc' })).data).toEqual(all.toReversed());
    expect((await history({ 'from-id': String(ids[1]) })).data).toEqual(all.slice(1));
    const out = (await history({ 'transact-types': 'withdraw' })).data;
    expect(out).toMatchObject([{ currency: 'usdt', 'transact-amt': '-50' }]);
    const { body } = await reader.get(`/v1/account/accounts/${accountId}/balance`);
    const usdt = body.data.list.filter((row: { currency: string }) => row.currency === 'usdt');
    const of = (type: string) =>
      Number(usdt.find((row: { type: string }) => row.type === type).balance);
    const newest = all.find((row: { currency: string }) => row.currency === 'usdt');
    expect(Number(newest['avail-balance'])).toBe(of('trade'));
    expect(Number(newest['acct-balance'])).toBe(of('trade') + of('frozen'));
    expect((await history({ 'end-time': '1000' })).data).toEqual([]);
    expect((await history({ 'transact-types': 'gift' }))['err-code']).toBe(
      'validation-format-error',
    );
  });

  it('value the account in the requested currency', async () => {
    await vi.waitFor(async () => {
      clock.advance(1_000);
      const path = '/v2/account/asset-valuation';
      const usdt = await reader.get(path, { valuationCurrency: 'USDT' });
      const btc = await reader.get(path, {});
      expect(usdt.body.code).toBe(200);
      // At least 20,000 USDT, 20,000 USD and 1 BTC.
      expect(Number(usdt.body.data.balance)).toBeGreaterThan(50_000);
      expect(Number(btc.body.data.balance)).toBeGreaterThan(1);
      expect(Number(btc.body.data.balance)).toBeLessThan(5);
    }, 60_000);
    const none = await reader.get('/v2/account/asset-valuation', { valuationCurrency: 'NOPE' });
    expect(none.body.code).not.toBe(200);
  });

  it('cannot withdraw money, in any scope', async () => {
    const { body } = await stranger.post('/v1/dw/withdraw/api/create', { amount: '1' });
    expect(body.status).toBe('error');
  });
});
