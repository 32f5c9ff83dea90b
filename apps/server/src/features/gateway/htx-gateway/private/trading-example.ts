/** The example of the trading guide: a complete program for members to copy. The tests run it unchanged. */

export const tradingExample = `import ccxt from 'ccxt';

const server = new URL(process.env.TERN_URL ?? 'http://localhost:8080');
const exchange = new ccxt.pro.htx({
  apiKey: process.env.TERN_KEY,
  secret: process.env.TERN_SECRET,
});

// ccxt's default host is HTX: point every address to this server.
exchange.hostname = server.host;
exchange.urls.hostnames = { spot: server.host, contract: server.host };
for (const [name, address] of Object.entries(exchange.urls.api)) {
  if (typeof address === 'string') exchange.urls.api[name] = server.origin;
}
const sockets = server.origin.replace('http', 'ws');
exchange.urls.api.ws.api.spot = {
  public: sockets + '/ws',
  private: sockets + '/ws/v2',
  feed: sockets + '/feed',
};
if (sockets.startsWith('ws://')) await exchange.loadHttpProxyAgent();

await exchange.loadMarkets();
const { free } = await exchange.fetchBalance();
console.log('Available USDT:', free.USDT);

// A limit buy below the market rests in the book until it is cancelled.
const { last } = await exchange.fetchTicker('BTC/USDT');
const updates = exchange.watchOrders('BTC/USDT');
await new Promise((resolve) => setTimeout(resolve, 1000));
const { id } = await exchange.createOrder('BTC/USDT', 'limit', 'buy', 0.001, last * 0.97);
const [update] = await updates;
console.log('order', update.id, 'is', update.status);

const open = await exchange.fetchOpenOrders('BTC/USDT');
console.log('open orders:', open.length);
await exchange.cancelOrder(id, 'BTC/USDT');
const order = await exchange.fetchOrder(id, 'BTC/USDT');
console.log('order', order.id, 'is', order.status);

await exchange.close();
`;
