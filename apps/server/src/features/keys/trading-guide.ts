/** The page that tells programmers how to trade: served as it is, without a script or a picture. */
import type { RawEndpoint } from '../../platform/http/raw-endpoint.ts';
import { KEY_LIMIT } from './access/key-limits.ts';
import { KEYS_MAX } from './rules.ts';
import { tradingExample } from './trading-example.ts';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const STYLE = `:root{color-scheme:light dark}
body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif}
pre{overflow-x:auto;padding:1rem;border:1px solid;border-radius:.5rem}
table{border-collapse:collapse}td,th{padding:.25rem 1rem .25rem 0;text-align:left;vertical-align:top}`;

const calls: readonly (readonly [string, string])[] = [
  ['GET /v1/account/accounts', 'your account'],
  ['GET /v1/account/accounts/{id}/balance', 'what is on it'],
  ['POST /v1/order/orders/place', 'buy-limit, sell-limit, buy-market, sell-market'],
  ['POST /v1/order/orders/{id}/submitcancel', 'cancel one order'],
  ['POST /v1/order/orders/submitCancelClientOrder', 'cancel by your own id'],
  ['POST /v1/order/orders/batchcancel', 'cancel up to 50'],
  ['POST /v1/order/orders/batchCancelOpenOrders', 'cancel what is open, up to 100'],
  ['GET /v1/order/openOrders', 'open orders'],
  ['GET /v1/order/orders, /v1/order/history', 'orders by state and time'],
  ['GET /v1/order/orders/{id}, /v1/order/orders/getClientOrder', 'one order'],
  ['GET /v1/order/matchresults, /v1/order/orders/{id}/matchresults', 'what was traded'],
  [
    'POST /v2/algo-orders/cancel-all-after',
    'cancel everything unless renewed within timeout seconds',
  ],
  ['GET /v2/reference/transact-fee-rate', 'fees'],
  ['GET /v1/account/history, /v2/account/ledger', 'every change of your balances'],
  ['GET /v2/account/asset-valuation', 'what your account is worth'],
  ['GET /v1/query/deposit-withdraw', 'deposits or withdrawals'],
  ['GET /v2/account/deposit/address', 'your deposit addresses'],
  [
    'GET /v2/account/withdraw/address, /v2/account/withdraw/quota',
    'your address book; the largest withdrawals',
  ],
];

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Trading by program</title>
<style>${STYLE}</style></head>
<body>
<h1>Trading by program</h1>
<p>This server speaks the wire of HTX's spot API, so a client for HTX works here once its addresses are changed.
Make a key in the app under <b>My → API keys</b>. You may have ${KEYS_MAX}. A key reads; with the trade scope it also
trades; no key withdraws. The secret is shown once. A new login password ends all keys.</p>
<h2>With ccxt</h2>
<p><code>npm install ccxt</code>, save this as <code>trade.mjs</code>, and run it with Node 20 or newer:
<code>TERN_URL=… TERN_KEY=… TERN_SECRET=… node trade.mjs</code></p>
<pre><code id="example">${escaped(tradingExample)}</code></pre>
<h2>Signature</h2>
<p>Add <code>AccessKeyId</code>, <code>SignatureMethod=HmacSHA256</code>, <code>SignatureVersion=2</code> and
<code>Timestamp</code> (UTC, <code>YYYY-MM-DDThh:mm:ss</code>, within five minutes) to the query. Sign four lines: the
method, the host in lower case, the path, and the query in the order in which you send it; HMAC-SHA256 with the secret,
in Base64, is <code>Signature</code>. The body of a POST is JSON and not signed: use TLS.</p>
<h2>Calls</h2>
<table>${calls.map(([call, what]) => `<tr><td><code>${escaped(call)}</code></td><td>${what}</td></tr>`).join('\n')}</table>
<p>Types are <code>buy-</code> or <code>sell-</code> with <code>limit</code>, <code>market</code>, <code>limit-maker</code>
(rests or ends), <code>ioc</code> (what does not trade at once ends) and <code>limit-fok</code> (whole at once or not at all).
Orders that wait for a price are refused. Every other call of HTX is answered with <code>bad-request</code>, and those that move
money out as for a key without permission.</p>
<p>For <code>buy-market</code> the amount is what to spend, in the quote currency. Your
<code>client-order-id</code> (up to 64 characters) names one order for good: the same order sent again answers the first
one's id, so a request that got no answer can simply be repeated; another order under that name is refused.</p>
<h2>Private socket</h2>
<p><code>/ws/v2</code> speaks JSON text: <code>req</code> <code>auth</code> with signature version 2.1, then
<code>sub</code> to <code>orders#btcusdt</code> or <code>orders#*</code>, <code>trade.clearing#btcusdt#0</code>,
<code>accounts.update#0|1|2</code>. The server pings every 20 seconds; answer with the same <code>ts</code>. At most 10
connections per key and 50 messages a second.</p>
<h2>Limits</h2>
<p>${KEY_LIMIT.requests} requests in ${KEY_LIMIT.windowMs / 1_000} seconds per key. Every answer says where you stand:
<code>ratelimit-limit</code>, <code>ratelimit-remaining</code>, <code>ratelimit-reset</code> (seconds). Beyond it the
answer is 429 with <code>rate-too-many-requests</code>.</p>
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
