/** The documentation page of the trading API: one static HTML page without scripts or images. */
import { CONDITIONAL_ORDERS_MAX } from '@tern/protocol';
import type { RawEndpoint } from '../../../../platform/http/raw-endpoint.ts';
import { allowances } from '../../../../platform/rate-limit.ts';
import { KEY_LIMIT, KEYS_MAX } from '../../keys/index.ts';
import { tradingExample } from './trading-example.ts';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const STYLE = `:root{color-scheme:light dark}
body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif}
pre{overflow-x:auto;padding:1rem;border:1px solid;border-radius:.5rem}
table{border-collapse:collapse}td,th{padding:.25rem 1rem .25rem 0;text-align:left;vertical-align:top}`;

const calls: readonly (readonly [string, string])[] = [
  ['GET /v1/account/accounts', 'your account'],
  ['GET /v1/account/accounts/{id}/balance', 'its balances'],
  ['POST /v1/order/orders/place, /v1/order/batch-orders', 'place one order, or up to ten'],
  [
    'POST /v1/order/orders/{id}/amend, /v1/order/batch-amend',
    'change amount, price or both of one order, or up to 10',
  ],
  ['POST /v1/order/orders/{id}/submitcancel', 'cancel one order'],
  ['POST /v1/order/orders/submitCancelClientOrder', 'cancel by client order id'],
  ['POST /v1/order/orders/batchcancel', 'cancel up to 50'],
  ['POST /v1/order/orders/batchCancelOpenOrders', 'cancel up to 100 open orders'],
  ['GET /v1/order/openOrders', 'open orders'],
  ['GET /v1/order/orders, /v1/order/history', 'orders by state and time'],
  ['GET /v1/order/orders/{id}, /v1/order/orders/getClientOrder', 'one order'],
  ['GET /v1/order/matchresults, /v1/order/orders/{id}/matchresults', 'trades'],
  [
    'POST /v2/algo-orders, /v2/algo-orders/cancellation',
    'orders that wait for a price (stop and trailing), by the last trade; cancel up to 50',
  ],
  ['GET /v2/algo-orders/opening, …/history, …/specific', 'those that wait, ended, or one'],
  [
    'POST /v2/algo-orders/cancel-all-after',
    'cancel all open orders unless renewed within timeout seconds',
  ],
  ['GET /v2/reference/transact-fee-rate', 'fees'],
  ['GET /v1/account/history, /v2/account/ledger', 'every change of your balances'],
  ['GET /v2/account/asset-valuation', 'total value of your account'],
  ['GET /v1/query/deposit-withdraw', 'deposits or withdrawals'],
  ['GET /v2/account/deposit/address', 'your deposit addresses'],
  [
    'GET /v2/account/withdraw/address, /v2/account/withdraw/quota',
    'your address book; withdrawal limits',
  ],
];

const { perSecond, burst } = allowances.read;
const limits: readonly (readonly [string, string])[] = [
  ['Public requests of an address', `${perSecond} a second on average, ${burst} together`],
  ['Signed requests of a key', `${KEY_LIMIT.requests} in ${KEY_LIMIT.windowMs / 1_000} seconds`],
  ['Rows of an answer', '100 count as one request'],
  ['Orders of one request', '10 to place or change, 50 to cancel; two count as one request'],
  ['Private sockets of a key', '10, each with 50 messages a second'],
  ['Orders that wait for a price', `${CONDITIONAL_ORDERS_MAX} in a market`],
];

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Trading API</title>
<style>${STYLE}</style></head>
<body>
<h1>Trading API</h1>
<p>This server is compatible with HTX's spot API, so an HTX client works here once you change its addresses.
Create a key in the app under <b>My → API keys</b>. You can have up to ${KEYS_MAX}. Every key can read; with the trade scope it
can also trade. No key can withdraw. The secret is shown only once. A new login password invalidates all keys.</p>
<h2>With ccxt</h2>
<p>Run <code>npm install ccxt</code>, save this as <code>trade.mjs</code> and start it with Node 20 or newer:
<code>TERN_URL=… TERN_KEY=… TERN_SECRET=… node trade.mjs</code></p>
<pre><code id="example">${escaped(tradingExample)}</code></pre>
<h2>Signature</h2>
<p>Add <code>AccessKeyId</code>, <code>SignatureMethod=HmacSHA256</code>, <code>SignatureVersion=2</code> and
<code>Timestamp</code> (UTC, <code>YYYY-MM-DDThh:mm:ss</code>, within five minutes) to the query. Sign four lines: the
method, the host in lower case, the path, and the query in the order in which you send it. <code>Signature</code> is the
HMAC-SHA256 of these lines with the secret, in Base64. The body of a POST is JSON and is not signed, so use TLS.</p>
<h2>Calls</h2>
<table>${calls.map(([call, what]) => `<tr><td><code>${escaped(call)}</code></td><td>${what}</td></tr>`).join('\n')}</table>
<p>Order types are <code>buy-</code> or <code>sell-</code> with <code>limit</code>, <code>market</code>, <code>limit-maker</code>
(post only), <code>ioc</code> (immediate or cancel), <code>limit-fok</code> (fill or kill), <code>stop-limit</code> and
<code>stop-limit-fok</code>. A stop limit has a <code>stop-price</code> and waits, in the state <code>created</code>, until the last
trade is at or below it (<code>operator</code> <code>lte</code>, the default of a sell) or at or above it (<code>gte</code>, of a buy); then it is
placed and keeps its id. Market and trailing orders that wait for a price have calls of their own (<code>/v2/algo-orders</code>). Nothing
is reserved for what waits; one without funds at its trigger is cancelled. Every other HTX call returns <code>bad-request</code>; calls that move money out return the
error of a key without permission.</p>
<p>For <code>buy-market</code> the amount is in the quote currency. A <code>client-order-id</code> (up to 64 characters)
identifies one order forever: sending the same order again returns the id of the first, so you can safely repeat a request
that got no answer. A different order with that id is refused.</p>
<h2>Private socket</h2>
<p><code>/ws/v2</code> uses JSON text: send <code>req</code> <code>auth</code> with signature version 2.1, then
<code>sub</code> to <code>orders#btcusdt</code> or <code>orders#*</code>, <code>trade.clearing#btcusdt#0</code>,
<code>accounts.update#0|1|2</code>. The server pings every 20 seconds; answer with the same <code>ts</code>. At most 10
connections per key and 50 messages per second.</p>
<p>Pushes of orders and trades have a <code>seqNum</code>, as balances have. After a disconnection, subscribe with the last one
(<code>{"action":"sub","ch":"orders#*","seqNum":…}</code>; on <code>accounts.update</code> each balance that changed since): you get every push from that number on, for up to an hour, then the new
ones. Pushes of that number can come twice. An older number is refused with <code>expired.seqNum</code>.</p>
<h2>Charts</h2>
<p>TradingView's charting library and other charts of its UDF format read prices from <code>/udf</code>, without a key.</p>
<h2>Past prices</h2>
<p>Zip files of candles and trades in the layout of Binance's public data, without a key:
<code>/data/spot/daily/klines/BTCUSDT/1m/BTCUSDT-1m-2026-11-28.zip</code>, <code>monthly</code> with <code>2026-11</code>, and <code>trades</code> and
<code>aggTrades</code> in place of <code>klines</code>. <code>.CHECKSUM</code> behind a name is its SHA-256. <code>/data?prefix=data/spot/</code> lists the files,
<code>/data/ranges.csv</code> the first and last dates of each market.</p>
<h2>Limits</h2>
<table>${limits.map(([what, most]) => `<tr><td>${what}</td><td>${most}</td></tr>`).join('\n')}</table>
<p>Requests above a limit get 429 with <code>rate-too-many-requests</code> and <code>Retry-After</code>. Signed answers show your usage:
<code>ratelimit-limit</code>, <code>ratelimit-remaining</code>, <code>ratelimit-reset</code> (seconds).</p>
</body>
</html>
`;

export const tradingGuide: RawEndpoint = {
  method: 'GET',
  path: '/api/docs/trading',
  answer: async () => ({
    status: 200,
    body: page,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  }),
};
