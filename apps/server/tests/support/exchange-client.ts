/** The npm package ccxt, unmodified, talking to a test server: only its addresses are ours. */
import ccxt, { type Exchange } from 'ccxt';

/** What the tests call; the package's own types do not know every exchange's methods. */
export interface ExchangeClient extends Exchange {
  fetchTime(): Promise<number>;
}

/** `live` has the socket's methods too. Call `close()` at the end. */
export async function exchangeClient(
  url: string,
  kind: 'rest' | 'live' = 'live',
): Promise<ExchangeClient> {
  const { host } = new URL(url);
  const Htx = kind === 'live' ? ccxt.pro.htx : ccxt.htx;
  const client = new Htx({
    enableRateLimit: false,
    options: { fetchMarkets: { types: { spot: true, linear: false, inverse: false } } },
  }) as unknown as ExchangeClient;
  const urls = client.urls as unknown as {
    hostnames: Record<string, string>;
    api: Record<string, unknown>;
  };
  urls.hostnames['spot'] = host;
  (client as unknown as { hostname: string }).hostname = host;
  for (const [name, address] of Object.entries(urls.api)) {
    if (typeof address === 'string') urls.api[name] = `http://${host}`;
  }
  if (kind === 'live') {
    const sockets = urls.api['ws'] as { api: { spot: Record<string, string> } };
    sockets.api.spot = {
      public: `ws://${host}/ws`,
      private: `ws://${host}/ws/v2`,
      feed: `ws://${host}/feed`,
    };
  }
  // Without it, plain addresses are taken for a mistake in the settings of a proxy.
  await (client as unknown as { loadHttpProxyAgent(): Promise<void> }).loadHttpProxyAgent();
  return client;
}
