import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { defineQuery } from '../src/platform/database/query.ts';
import { bytea, text } from '../src/platform/database/columns.ts';
import { systemClock } from '../src/platform/clock.ts';
import { KEY_LIMIT } from '../src/features/gateway/keys/key-limits.ts';
import { PASSWORD, type Person } from './support/people.ts';
import { createApiKey, type SignedClient, signedClient } from './support/signed-client.ts';
import type { ManualClock } from './support/market.ts';
import { createConsole } from './support/operator-client.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let person: Person;
let trader: SignedClient;

const ACCOUNTS = '/v1/account/accounts';
const PLACE = '/v1/order/orders/place';
const OPEN = '/v1/order/openOrders';
const FEES = '/v2/reference/transact-fee-rate';
const BALANCE = 'account-frozen-balance-insufficient-error';
const NOT_VALID = 'api-signature-not-valid';
const OURS = /musdt|mnum|quantity|Enter|undefined|``/;

const newBot = async (
  owner: Pick<Person, 'token'> = person,
  fields: Parameters<typeof createApiKey>[2] = {},
) => signedClient(() => server.url(), await createApiKey(server, owner, fields));

const errorOf = (answer: { body: Record<string, unknown> }) => answer.body['err-code'];

beforeAll(async () => {
  server = await startServer();
  person = await server.register();
  await server.fund(person.memberId, { USDT: '100000', BTC: '1' });
  trader = await newBot();
  await vi.waitFor(async () => {
    const { text: ticker } = await server.api.raw('/market/trade?symbol=btcusdt');
    expect(ticker).toContain('"ok"');
  }, 60_000);
});
afterAll(() => server.stop());

const limitBuy = (over: Record<string, unknown> = {}) => ({
  'account-id': String(person.memberId),
  symbol: 'btcusdt',
  type: 'buy-limit',
  amount: '0.001',
  price: '60000',
  ...over,
});

describe('a key', () => {
  it('is created with the login password only', async () => {
    const { token } = await server.register();
    const fields = { name: 'bot', scopes: ['read' as const] };
    const create = (password?: string) =>
      server.api.call(
        'POST /apiKey/createApiKey',
        { ...fields, ...(password === undefined ? {} : { password }) },
        { token },
      );
    expect(await create()).toMatchObject({ code: 5010, data: { fields: ['password'] } });
    expect(await create('not the password')).toMatchObject({ code: 4011 });
    expect(await create(PASSWORD)).toMatchObject({
      code: 0,
      data: { apiKey: { name: 'bot', scopes: ['read'], ips: [], lastUsedAt: null } },
    });
  });

  it('shows its secret once, and stores it encrypted', async () => {
    const owner = await server.register();
    const { keyId, accessKey, secret } = await createApiKey(server, owner);
    const list = await server.api.raw('/api/apiKey/getApiKeyList', {
      headers: { 'x-token': owner.token },
    });
    expect(list.text).toContain(accessKey);
    expect(list.text).not.toContain(secret);
    const stored = await server.fresh.database.many(
      defineQuery({
        name: 'test.sealedSecrets',
        text: 'select access_key, sealed_secret from api_keys',
        params: [],
        row: { accessKey: text, sealedSecret: bytea },
      }),
      [],
    );
    expect(stored.find((each) => each.accessKey === accessKey)?.sealedSecret.length).toBe(68);
    expect(stored.some((each) => each.sealedSecret.includes(secret))).toBe(false);
    expect(keyId).toBeGreaterThan(0);
  });

  it('is limited to ten per member', async () => {
    const owner = await server.register();
    const made = [];
    for (let count = 0; count < 10; count += 1) made.push(await createApiKey(server, owner));
    await expect(createApiKey(server, owner)).rejects.toThrow('5012');
    const stranger = await server.register();
    const remove = (ID: number, token: string) =>
      server.api.call('DELETE /apiKey/deleteApiKey', { ID }, { token });
    expect(await remove(made[0]!.keyId, stranger.token)).toMatchObject({ code: 5007 });
    expect(await remove(made[0]!.keyId, owner.token)).toMatchObject({ code: 0 });
    await createApiKey(server, owner);
  });

  it.each([
    [{ name: '  ' }, 'name'],
    [{ ips: ['10.0.0.1', 'home'] }, 'ips'],
    [{ ips: ['10.0.0.0/33'] }, 'ips'],
  ])('is refused with %o', async (fields, field) => {
    const input = { name: 'x', scopes: ['read' as const], password: PASSWORD, ...fields };
    const answer = await server.api.call('POST /apiKey/createApiKey', input, person);
    expect(answer).toMatchObject({ code: 5001, data: { fields: [field] } });
  });

  it('stops working immediately when it is deleted or the password changes', async () => {
    const owner = await server.register();
    const [deleted, kept] = [await newBot(owner), await newBot(owner)];
    expect((await deleted.get(ACCOUNTS)).body.status).toBe('ok');
    await server.api.data('DELETE /apiKey/deleteApiKey', { ID: deleted.keyId }, owner);
    expect(errorOf(await deleted.get(ACCOUNTS))).toBe(NOT_VALID);

    expect((await kept.get(ACCOUNTS)).body.status).toBe('ok');
    const newPassword = 'a quite different tern 9';
    await server.api.data('POST /user/changePassword', { password: PASSWORD, newPassword }, owner);
    expect(errorOf(await kept.get(ACCOUNTS))).toBe(NOT_VALID);
    const { token } = await server.login(owner, newPassword);
    expect(await server.api.data('GET /apiKey/getApiKeyList', {}, { token })).toMatchObject({
      list: [],
    });
  });
});

describe('a signed request', () => {
  it('is answered to the member whose key signed it', async () => {
    expect((await trader.get(ACCOUNTS)).body).toEqual({
      status: 'ok',
      data: [{ id: person.memberId, type: 'spot', subtype: '', state: 'working' }],
    });
    const { list } = await server.api.data('GET /apiKey/getApiKeyList', {}, person);
    expect(list.find((each) => each.ID === trader.keyId)?.lastUsedAt).not.toBeNull();
  });

  const minute = 60_000;
  type Wrong = Partial<Record<'secret' | 'host' | 'smuggled', string>> & { inMs?: number };
  it.each<[string, Wrong]>([
    ['another secret', { secret: 'no' }],
    ['another host', { host: 'api.huobi.pro' }],
    ['a parameter added after signing', { smuggled: 'symbol=btcusdt' }],
    ['a second key beside its own', { smuggled: 'AccessKeyId=other' }],
    // Counted when the test runs: a busy machine takes longer than a minute to come to it.
    ['a time six minutes ago', { inMs: -6 * minute }],
    ['a time in six minutes', { inMs: 6 * minute }],
  ])('is refused with %s', async (_, { inMs, ...signed }) => {
    const signing = inMs === undefined ? signed : { at: Date.now() + inMs };
    const answer = await trader.get(ACCOUNTS, {}, signing);
    expect(answer.body).toMatchObject({ status: 'error', 'err-code': NOT_VALID, data: null });
    const second = await trader.get(FEES, { symbols: 'x' }, signing);
    expect(second.body).toMatchObject({ code: 1003, success: false });
  });

  it('may have a timestamp some minutes off, and may be repeated', async () => {
    const signing = { at: Date.now() - 4 * minute };
    expect((await trader.get(ACCOUNTS, {}, signing)).body.status).toBe('ok');
    expect((await trader.get(ACCOUNTS, {}, signing)).body.status).toBe('ok');
  });

  it.each([
    ['colons and commas as they are', (sent: string) => decodeURIComponent(sent)],
    [
      'small hexadecimal letters',
      (sent: string) => sent.replace(/%../g, (code) => code.toLowerCase()),
    ],
    [
      'letters in a code that need none, in another order',
      (sent: string) => sent.replaceAll('u', '%75').split('&').toReversed().join('&'),
    ],
  ])('has the same meaning if its parameters are sent with %s', async (_, rewritten) => {
    const answer = await trader.get(FEES, { symbols: 'btcusdt,ethusdt' }, { rewritten });
    expect(answer.body).toMatchObject({
      code: 200,
      data: [{ symbol: 'btcusdt' }, { symbol: 'ethusdt' }],
    });
    const other = (sent: string) => rewritten(sent.replace('ethusdt', 'solusdt'));
    const changed = await trader.get(FEES, { symbols: 'btcusdt,ethusdt' }, { rewritten: other });
    expect(changed.body).toMatchObject({ code: 1003, success: false });
  });

  it.each(['/v2/algo-order', '/v3/anything', '/v5/trade/order'])(
    'to the unknown path %s is refused in the format of both versions',
    async (path) => {
      for (const answer of [await trader.get(path), await trader.post(path, {})]) {
        expect(answer).toMatchObject({
          status: 404,
          body: { status: 'error', 'err-code': 'bad-request', code: 404, data: null },
        });
        expect(answer.body.message).toBe(answer.body['err-msg']);
      }
    },
  );

  it.each(['/etf/swap/config', '/index/market/history', '/option-api/v1/option_contract_info'])(
    'to %s of an unsupported HTX API is refused in its format',
    async (path) => {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        const answer = await fetch(server.url() + path, { method });
        const body = (await answer.json()) as Record<string, unknown>;
        expect({ status: answer.status, body }).toMatchObject({
          status: 404,
          body: { status: 'error', 'err-code': 'bad-request', data: null },
        });
      }
    },
  );

  it('is refused without a signature, or with an unknown key', async () => {
    expect(errorOf(await server.api.raw(ACCOUNTS).then(parsed))).toBe(NOT_VALID);
    const nobody = signedClient(() => server.url(), { ...trader, accessKey: 'nobody' });
    expect(errorOf(await nobody.get(ACCOUNTS))).toBe(NOT_VALID);
  });

  it('is refused from an address that is not on the key’s list', async () => {
    const away = await newBot(person, { ips: ['192.0.2.1', '2001:db8::/32'] });
    expect((await away.get(ACCOUNTS)).body['err-msg']).toContain('Ip address');
    const home = await newBot(person, { ips: ['192.0.2.1', '127.0.0.0/8'] });
    expect((await home.get(ACCOUNTS)).body.status).toBe('ok');
  });

  it('cannot trade with a key that may read only', async () => {
    const reader = await newBot(person, { scopes: ['read'] });
    expect((await reader.get(OPEN)).body).toEqual({ status: 'ok', data: [] });
    const head = await server.journalHead();
    for (const [path, body] of [
      [PLACE, limitBuy()],
      ['/v1/order/orders/1/submitcancel', {}],
      ['/v1/order/orders/batchCancelOpenOrders', {}],
    ] as const) {
      expect((await reader.post(path, body)).body).toMatchObject({
        'err-code': NOT_VALID,
        'err-msg': 'Signature not valid: API key has no permission',
      });
    }
    expect(await server.journalHead()).toBe(head);
  });

  it('returns its rate limit, and is refused beyond it', async () => {
    const busy = await newBot();
    const first = await busy.get(ACCOUNTS);
    expect(first.headers.get('ratelimit-limit')).toBe('100');
    expect(first.headers.get('ratelimit-remaining')).toBe('99');
    expect(Number(first.headers.get('ratelimit-reset'))).toBeLessThanOrEqual(2);
    // Each call counts as ten. A busy machine may answer the calls of three periods.
    const history = () => busy.get('/v1/order/history', { size: '1000' });
    const flood = await Promise.all(Array.from({ length: 0.3 * KEY_LIMIT.requests + 1 }, history));
    const refused = flood.filter((answer) => answer.status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(errorOf(refused[0]!)).toBe('rate-too-many-requests');
    expect(refused[0]!.headers.get('ratelimit-remaining')).toBe('0');
    // Another key of the same member is not limited.
    expect((await trader.get(ACCOUNTS)).status).toBe(200);
  });
});

const parsed = ({ text: body }: { text: string }) => ({
  body: JSON.parse(body) as Record<string, unknown>,
});

describe('an order of an API client', () => {
  const placed = async (over: Record<string, unknown> = {}) => {
    const answer = await trader.post(PLACE, limitBuy(over));
    expect(answer.body).toMatchObject({ status: 'ok' });
    return answer.body.data as string;
  };
  const detail = async (id: string) => (await trader.get(`/v1/order/orders/${id}`)).body.data;

  it('is placed once per client order id: a repeat returns the first id, a changed repeat is refused', async () => {
    const name = { 'client-order-id': 'once-1' };
    const id = await placed(name);
    expect(await placed(name)).toBe(id);
    expect(errorOf(await trader.post(PLACE, limitBuy({ ...name, amount: '0.002' })))).toBe(
      'invalid-client-order-id',
    );
    const query = { clientOrderId: 'once-1' };
    const found = await trader.get('/v1/order/orders/getClientOrder', query);
    expect(found.body.data).toEqual(await detail(id));
    expect(found.body.data).toMatchObject({
      id: Number(id),
      'account-id': person.memberId,
      'client-order-id': 'once-1',
      symbol: 'btcusdt',
      type: 'buy-limit',
      state: 'submitted',
      source: 'spot-api',
      amount: '0.001',
      price: '60000',
      'field-amount': '0',
      'finished-at': 0,
    });
    const unnamed = await placed();
    expect(await detail(unnamed)).toMatchObject({ source: 'spot-api', 'client-order-id': '' });
    await trader.post(`/v1/order/orders/${unnamed}/submitcancel`, {});
    const cancel = '/v1/order/orders/submitCancelClientOrder';
    expect((await trader.post(cancel, name)).body.data).toBe(10);
    expect((await trader.post(cancel, name)).body.data).toBe(7);
    expect((await trader.post(cancel, { 'client-order-id': 'none' })).body.data).toBe(0);
  });

  it('placed in the app is marked as such, also in its fills', async () => {
    const input = { symbol: 'btcusdt', musdt: '50', buytype: 2 };
    const { order } = await server.api.data('POST /bborder/upbbbuy', input, {
      token: person.token,
    });
    expect(order.source).toBe(1);
    expect(await detail(String(order.ID))).toMatchObject({ source: 'spot-web' });
    const { body } = await trader.get(`/v1/order/orders/${order.ID}/matchresults`);
    expect(body.data.length).toBeGreaterThan(0);
    for (const match of body.data) expect(match).toMatchObject({ source: 'spot-web' });
  });

  it.each([
    ['1e-3', '6E4', '0.001', '60000'],
    ['1.5e-03', '6.00001e+4', '0.0015', '60000.1'],
    ['0.01e-1', '60000', '0.001', '60000'],
  ])('accepts numbers in exponential notation: %s at %s', async (...numbers) => {
    const [amount, price, ...plain] = numbers;
    const id = await placed({ amount, price });
    const { amount: taken, price: limit } = await detail(id);
    expect([taken, limit]).toEqual(plain);
    await trader.post(`/v1/order/orders/${id}/submitcancel`, {});
  });

  it('in a low-priced coin may have any whole quantity', async () => {
    await server.fund(person.memberId, { SHIB: '1000001' });
    const order = limitBuy({
      symbol: 'shibusdt',
      type: 'sell-market',
      amount: '1000001',
      price: '',
    });
    const { body } = await trader.post(PLACE, order);
    expect(body).toMatchObject({ status: 'ok' });
    expect(await detail(body.data)).toMatchObject({ state: 'filled', 'field-amount': '1000001' });
  });

  it.each([
    [{ amount: '1e-9' }, 'order-orderamount-precision-error'],
    [{ amount: 'e5' }, 'invalid-amount'],
    [{ amount: '1e999' }, 'invalid-amount'],
    [{ amount: '1000' }, 'order-limitorder-amount-max-error'],
    [{ amount: '5' }, BALANCE],
    [{ amount: '0.00001' }, 'order-value-min-error'],
    [{ amount: 'much' }, 'invalid-amount'],
    [{ amount: undefined }, 'invalid-amount'],
    [{ price: '60000.001' }, 'order-orderprice-precision-error'],
    [{ price: undefined }, 'order-invalid-price'],
    [{ price: '500000' }, 'order-limitorder-price-buy-max-error'],
    [{ type: 'sell-limit', price: '100' }, 'order-limitorder-price-sell-min-error'],
    [{ type: 'buy-stop-limit' }, 'validation-constraints-required'],
    [{ type: 'buy-stop-limit', 'stop-price': '59000' }, 'order-stop-order-hit-trigger'],
    [
      { type: 'buy-stop-limit', 'stop-price': '59000.001', operator: 'lte' },
      'order-orderprice-precision-error',
    ],
    [{ type: 'buy-stop-limit', 'stop-price': '59000', operator: 'eq' }, 'validation-format-error'],
    [{ type: 'buy-constructor' }, 'order-type-invalid'],
    [{ 'stop-price': '59000', operator: 'lte' }, 'order-type-invalid'],
    [{ source: 'margin-api' }, 'order-source-invalid'],
    [{ type: undefined }, 'validation-constraints-required'],
    [{ symbol: 'nosuch' }, 'base-symbol-error'],
    [{ 'account-id': '1' }, 'account-get-accounts-inexistent-error'],
    [{ 'client-order-id': 'with space' }, 'invalid-client-order-id'],
    [{ 'client-order-id': 'x'.repeat(65) }, 'invalid-client-order-id'],
  ])('is refused with %o as %s, and no money moves', async (over, code) => {
    const head = await server.journalHead();
    const { body } = await trader.post(PLACE, limitBuy(over));
    expect(body).toMatchObject({ 'err-code': code, 'err-msg': expect.not.stringMatching(OURS) });
    expect(await server.journalHead()).toBe(head);
  });

  it('is refused when the body is not a JSON object', async () => {
    expect(errorOf(await trader.post(PLACE, [1]))).toBe('bad-request');
  });

  it('belongs to its member: others neither see nor cancel it', async () => {
    const id = await placed();
    const other = await newBot(await server.register());
    expect(errorOf(await other.get(`/v1/order/orders/${id}`))).toBe('base-record-invalid');
    const cancel = await other.post(`/v1/order/orders/${id}/submitcancel`, {});
    expect(errorOf(cancel)).toBe('base-record-invalid');
    const balance = await other.get(`/v1/account/accounts/${person.memberId}/balance`);
    expect(errorOf(balance)).toBe('account-get-accounts-inexistent-error');
    expect((await trader.post(`/v1/order/orders/${id}/submitcancel`, {})).body.data).toBe(id);
    const again = await trader.post(`/v1/order/orders/${id}/submitcancel`, {});
    expect(again.body).toMatchObject({ 'err-code': 'order-orderstate-error', 'order-state': 7 });
  });

  it('is listed by state and time, page by page', async () => {
    const ids = [await placed(), await placed(), await placed()].reverse().map(Number);
    const list = async (path: string, query: Record<string, string> = {}) =>
      (await trader.get(path, query)).body.data.map((row: { id: number }) => row.id);
    expect(await list(OPEN, { symbol: 'btcusdt' })).toEqual(ids);
    expect(await list(OPEN, { size: '1' })).toEqual(ids.slice(0, 1));
    expect(await list(OPEN, { from: String(ids[0]), direct: 'next' })).toEqual(ids.slice(1));
    expect(await list(OPEN, { side: 'sell' })).toEqual([]);
    const orders = '/v1/order/orders';
    const states = { symbol: 'btcusdt', states: 'canceled' };
    expect(await list(orders, states)).not.toContain(ids[0]);
    expect(await list(orders, { ...states, states: 'submitted' })).toEqual(ids);
    expect(errorOf(await trader.get(orders, { symbol: 'btcusdt' }))).toBe(
      'validation-constraints-required',
    );
    const later = String(Date.now() + 60_000);
    expect(await list('/v1/order/history', { 'start-time': later })).toEqual([]);
    const many = await trader.post('/v1/order/orders/batchcancel', {
      'order-ids': [String(ids[0]), '1'],
    });
    expect(many.body.data).toMatchObject({
      success: [String(ids[0])],
      failed: [{ 'order-id': '1', 'err-code': 'base-record-invalid' }],
    });
    const cancelOpen = (symbol: string) =>
      trader.post('/v1/order/orders/batchCancelOpenOrders', symbol === '' ? {} : { symbol });
    const names = Array.from({ length: 7_000 }, (_, at) => `s${at}`);
    for (const tooMany of [names.slice(0, 11), names, names.map(() => 'btcusdt')]) {
      expect(errorOf(await cancelOpen(tooMany.join(',')))).toBe('validation-format-error');
    }
    expect(await list(OPEN, { symbol: 'btcusdt' })).toEqual(ids.slice(1));
    // A symbol that is repeated cancels nothing twice.
    const rest = await cancelOpen('ethusdt,btcusdt,btcusdt');
    expect(rest.body.data).toEqual({ 'success-count': 2, 'failed-count': 0, 'next-id': -1 });
  });

  it('at market spends the amount, and its fills show the received quantity', async () => {
    const id = await placed({ type: 'buy-market', amount: '100', price: undefined });
    const order = await detail(id);
    expect(order).toMatchObject({ state: 'filled', amount: '100', type: 'buy-market' });
    const matches = (await trader.get(`/v1/order/orders/${id}/matchresults`)).body.data;
    expect(matches[0]).toMatchObject({
      'order-id': Number(id),
      role: 'taker',
      'fee-currency': 'btc',
      symbol: 'btcusdt',
      type: 'buy-market',
    });
    const all = (await trader.get('/v1/order/matchresults', { symbol: 'btcusdt' })).body.data;
    expect(all).toEqual(expect.arrayContaining(matches));
    expect((await trader.get('/v1/order/matchresults', { symbol: 'ethusdt' })).body.data).toEqual(
      [],
    );
  });
});

it('a halted market is shown as closed, takes no orders, contracts or swaps, and gives open orders back', async () => {
  const symbol = 'btcusdt';
  const app = { token: person.token };
  const ofList = async (path: string) => {
    const { text: answer } = await server.api.raw(path);
    const { data } = JSON.parse(answer) as { data: Record<string, unknown>[] };
    return data.find((row) => row['symbol'] === symbol);
  };
  const shown = async () => {
    const { list } = await server.api.data('POST /base/tradelist', { from: 1, pageSize: 100 });
    const row = list.find((each) => each.symbol === symbol);
    const reference = await ofList('/v1/common/symbols');
    const settings = await ofList('/v1/settings/common/symbols');
    return [row?.isOpen, reference?.['state'], settings?.['te'], settings?.['ce']];
  };
  const attempts = async () => [
    errorOf(await trader.post(PLACE, limitBuy())),
    errorOf(await trader.post(PLACE, limitBuy({ type: 'buy-market', amount: '100' }))),
    await server.api.call('POST /bborder/upbbbuy', { symbol, musdt: '100', buytype: 2 }, app),
    await server.api.call(
      'POST /hyorder/createHyorder',
      { cate: 1, usdt: '10', coinname: 'BTC', ctime_num: 30 },
      app,
    ),
    await server.api.call('GET /recharge/exchangeFind', { symbol: 'BTC_USDT' }, app),
  ];
  expect(await shown()).toEqual([true, 'online', true, true]);
  const resting = (await trader.post(PLACE, limitBuy())).body.data as string;

  const operators = createConsole(server, systemClock as ManualClock);
  const halt = { symbol, mode: 'halted', reason: 'One source jumped.' } as const;
  await operators.data('POST /operator/market/halt', halt, await operators.signIn(1));
  expect(await shown()).toEqual([false, 'suspend', false, false]);
  const head = await server.journalHead();
  expect(await attempts()).toEqual([
    'base-symbol-trade-disabled',
    'base-symbol-trade-disabled',
    expect.objectContaining({ code: 4026 }),
    expect.objectContaining({ code: 4026 }),
    expect.objectContaining({ code: 4026 }),
  ]);
  expect(await server.journalHead()).toBe(head);
  const { body } = await trader.post(`/v1/order/orders/${resting}/submitcancel`, {});
  expect(body).toMatchObject({ status: 'ok' });

  const second = await operators.signIn(2);
  await operators.data('POST /operator/market/reopen', { symbol, reason: 'It is back.' }, second);
  expect(await shown()).toEqual([true, 'online', true, true]);
});
