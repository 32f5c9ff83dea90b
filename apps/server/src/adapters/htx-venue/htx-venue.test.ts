/** What an exchange with HTX's API may answer, and what certainly did or did not happen then. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Amount, decimal, type Price } from '@tern/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { createHtxVenue } from './htx-venue.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const json = (text: string): Answer => {
  return (_, response) => response.setHeader('content-type', 'application/json').end(text);
};
const ok = (data: string) => json(`{"status":"ok","data":${data}}`);
const refused = (code: string) =>
  json(`{"status":"error","err-code":"${code}","err-msg":"no","data":null}`);

/** By the path. */
let answers: Record<string, Answer> = {};
const asked: string[] = [];
const server = createServer((request, response) => {
  const path = (request.url ?? '').split('?')[0]!;
  asked.push(request.url ?? '');
  (answers[path] ?? refused('unexpected'))(request, response);
});
const settings = { url: '', accessKey: 'the-key', secret: 'the-secret' };
const venue = () => createHtxVenue(settings, systemClock);

beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  settings.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const ACCOUNT = ok('[{"id":7,"type":"spot","state":"working"}]');
const order = {
  clientOrderId: 'our-order-1',
  symbol: 'btcusdt',
  side: 'buy',
  quantity: decimal<Amount>('0.1'),
  price: decimal<Price>('64000'),
  at: Date.UTC(2026, 11, 1, 8, 30),
} as const;
const FOUND = '/v1/order/orders/getClientOrder';
/** More digits than a JavaScript number keeps. */
const LONG_ID = '357632718898331763';

it('reads terms of markets as they are written, small amounts with an exponent as well', async () => {
  answers = {
    '/v1/common/symbols': ok(
      `[{"symbol":"btcusdt","base-currency":"btc","quote-currency":"usdt","state":"online","api-trading":"enabled",
        "price-precision":2,"amount-precision":6,"limit-order-min-order-amt":1E-5,"min-order-value":5}]`,
    ),
  };
  expect(await venue().market('BTC')).toEqual({
    symbol: 'btcusdt',
    isOpen: true,
    tickSize: decimal('0.01'),
    lotSize: decimal('0.000001'),
    minQuantity: decimal('0.00001'),
    minValue: decimal('5'),
  });
  expect(await venue().market('ETH')).toBeUndefined();
});

it('finds an order by our number, with its fills once they add up to what filled', async () => {
  const fill = (amount: string) =>
    `{"id":${LONG_ID},"price":"63999.5","filled-amount":"${amount}","filled-fees":"0.0002","fee-currency":"btc"}`;
  answers = {
    [FOUND]: ok(`{"id":${LONG_ID},"state":"partial-canceled","field-amount":"0.06"}`),
    [`/v1/order/orders/${LONG_ID}/matchresults`]: ok(`[${fill('0.05')}]`),
  };
  expect(await venue().find('our-order-1')).toMatchObject({ isDone: false });
  answers[`/v1/order/orders/${LONG_ID}/matchresults`] = ok(`[${fill('0.06')}]`);
  expect(await venue().find('our-order-1')).toEqual({
    venueOrderId: LONG_ID,
    isDone: true,
    fills: [
      {
        tradeId: LONG_ID,
        price: decimal('63999.5'),
        quantity: decimal('0.06'),
        fee: decimal('0.0002'),
        feeAsset: 'BTC',
      },
    ],
  });
  answers = { [FOUND]: refused('base-record-invalid') };
  expect(await venue().find('our-order-1')).toBeUndefined();
  answers = { [FOUND]: refused('gateway-internal-error') };
  await expect(venue().find('our-order-1')).rejects.toMatchObject({ name: 'VenueRefusal' });
});

it('knows a refusal of an order from an unknown outcome, and shows neither key nor signature', async () => {
  const place = (answer: Answer) => {
    answers = { '/v1/account/accounts': ACCOUNT, '/v1/order/orders/place': answer };
    return venue().place(order);
  };
  await expect(place(ok('"12"'))).resolves.toBeUndefined();
  await expect(place(refused('order-value-min-error'))).rejects.toMatchObject({
    name: 'VenueRefusal',
    code: 'order-value-min-error',
  });
  const status = (code: number): Answer => {
    return (_, response) => response.writeHead(code).end('{"status":"ok","data":"12"}');
  };
  const unknown: Answer[] = [
    refused('gateway-internal-error'),
    (request) => request.socket.destroy(),
    (_, response) => response.end('<html>'),
    (_, response) => response.end('{}'),
    (_, response) => response.writeHead(302, { location: '/v1/account/accounts' }).end(),
    status(502),
    status(429),
  ];
  for (const answer of unknown) {
    const error: unknown = await place(answer).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'VenueUnreachable' });
    expect(String(error)).not.toMatch(/the-key|the-secret|Signature/);
  }
  // When it was stored, not when it is sent: the venue counts its five minutes from then.
  expect(asked.at(-1)).toContain('Timestamp=2026-12-01T08%3A30%3A00');
  expect(asked.at(-1)).toMatch(/AccessKeyId=the-key&SignatureMethod=HmacSHA256&.*&Signature=/);
});

it('counts what is reserved among the balances', async () => {
  answers = {
    '/v1/account/accounts': ACCOUNT,
    '/v1/account/accounts/7/balance': ok(
      `{"list":[{"currency":"usdt","type":"trade","balance":"10.5"},{"currency":"usdt","type":"frozen","balance":"2"},
        {"currency":"usdt","type":"loan","balance":"-1"}]}`,
    ),
  };
  expect(await venue().balances()).toEqual(new Map([['USDT', decimal('12.5')]]));
});
