/** The unmodified npm package ccxt on a test server: only its URLs are replaced. */
import ccxt, { type Exchange } from 'ccxt';

/** The methods used by the tests; the package's types do not cover every exchange. */
export interface ExchangeClient extends Exchange {
  fetchTime(): Promise<number>;
}

/** `live` also has the socket's methods. Call `close()` at the end. */
export async function exchangeClient(
  url: string,
  kind: 'rest' | 'live' = 'live',
): Promise<ExchangeClient> {
  const { host } = new URL(url);
  const Htx = kind === 'live' ? ccxt.pro.htx : ccxt.htx;
  const client = new Htx({ enableRateLimit: false }) as unknown as ExchangeClient;
  const urls = client.urls as unknown as {
    hostnames: Record<string, string>;
    api: Record<string, unknown>;
  };
  urls.hostnames = { spot: host, contract: host };
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
  // Without it, the package refuses plain http.
  await (client as unknown as { loadHttpProxyAgent(): Promise<void> }).loadHttpProxyAgent();
  return client;
}
