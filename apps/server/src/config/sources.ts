/** Reads the settings of live price sources from the environment. */
import { describeSettings, type Given as GivenOf, type NameOf } from './setting.ts';
import type { SourceSettings, SymbolNames } from '../features/market/pricing/index.ts';

export const sourceSettings = describeSettings({
  HTX_URL: {
    description: "Live prices of coins, from sources with HTX's public API.",
    format: 'up to 8 `http://` or `https://` addresses, separated by commas, each host once',
    rationale: 'One source counted as two: a price needs sources that do not depend on each other.',
    isShared: true,
  },
  HTX_SYMBOLS: {
    description: 'The markets taken from there.',
    format:
      'our symbols, each with `=` and the name of the source if it differs: `btcusdt,shibusdt=shib1000usdt`',
    default: 'every coin in USDT',
    rationale: "Another market's price under our symbol.",
    isShared: true,
  },
  QUOTES_URL: {
    description: 'Live prices of currencies and metals, from quote services.',
    format: 'up to 8 `http://` or `https://` addresses, separated by commas, each host once',
    rationale: 'As for `HTX_URL`.',
    isShared: true,
  },
  QUOTES_SYMBOLS: {
    description: 'The markets taken from there.',
    format: 'our symbols, each with `=` and the name of the source: `xauusd=XAU/USD`',
    default: 'all metals and currencies, in live mode also `usdtusd`',
    rationale: 'As for `HTX_SYMBOLS`.',
    isShared: true,
  },
  QUOTES_TOKEN: {
    description: 'The token of the quote services; keep it secret.',
    format: 'text',
    rationale: 'A token as part of the address, where logs would show it.',
  },
  MARKET_SEED: {
    description:
      'The seed of the simulated market, for tests and demonstrations: the same seed gives the same prices. The first start stores it; once there are members besides the demo ones, a start with it is refused.',
    format: 'text',
    default: 'drawn once and stored in the database, sealed with `secrets.key`',
    rationale: 'Prices of a test that cannot be repeated.',
  },
});

type Given = GivenOf<NameOf<typeof sourceSettings>>;
type ListName = 'HTX_URL' | 'QUOTES_URL' | 'HTX_SYMBOLS' | 'QUOTES_SYMBOLS';

const SYMBOL = /^[a-z0-9]{2,20}$/;
const THEIR_SYMBOL = /^[A-Za-z0-9._:/-]{1,40}$/;
const SOURCES_MAX = 8;

/**
 * `HTX_URL` and `QUOTES_URL` are lists of addresses; `HTX_SYMBOLS` and `QUOTES_SYMBOLS` are lists of our symbols, each
 * with `=` and the source's name if it differs. Faults are added to `faults`.
 */
export function readSources(given: Given, faults: string[]): SourceSettings | undefined {
  const htx = addresses('HTX_URL', given, faults);
  const quotes = addresses('QUOTES_URL', given, faults);
  const htxSymbols = symbolNames('HTX_SYMBOLS', given, faults);
  const quotesSymbols = symbolNames('QUOTES_SYMBOLS', given, faults);
  const token = given('QUOTES_TOKEN');
  const addressOf = { HTX_SYMBOLS: htx, QUOTES_SYMBOLS: quotes, QUOTES_TOKEN: quotes };
  for (const [name, urls] of Object.entries(addressOf) as [keyof typeof addressOf, string[]][]) {
    const needed = name === 'HTX_SYMBOLS' ? 'HTX_URL' : 'QUOTES_URL';
    if (given(name) !== undefined && urls.length === 0 && given(needed) === undefined) {
      faults.push(`${name} only goes with ${needed}`);
    }
  }
  const hosts = [...htx, ...quotes].map((url) => new URL(url).host);
  if (new Set(hosts).size < hosts.length) {
    faults.push('HTX_URL and QUOTES_URL must name each host once: a source is known by its host');
  }
  if (hosts.length === 0) return undefined;
  return {
    htx: htx.map((url) => ({ url, symbols: htxSymbols })),
    quotes: quotes.map((url) => ({ url, symbols: quotesSymbols, token })),
  };
}

function listed(name: ListName, given: Given): string[] {
  const entries = (given(name) ?? '').split(',').map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '');
}

function addresses(name: ListName, given: Given, faults: string[]): string[] {
  const urls = listed(name, given);
  if (urls.every(isAddress) && urls.length <= SOURCES_MAX) return urls;
  faults.push(
    `${name} must list up to ${SOURCES_MAX} URLs that start with http:// or https:// and contain no user and no #`,
  );
  return [];
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && `${username}${password}${hash}` === '';
}

function symbolNames(name: ListName, given: Given, faults: string[]): SymbolNames | undefined {
  const entries = listed(name, given);
  if (entries.length === 0) return undefined;
  const pairs = entries.map((entry): [string, string] => {
    const [ours = '', theirs = ours, ...more] = entry.split('=').map((part) => part.trim());
    return more.length > 0 ? ['', ''] : [ours, theirs];
  });
  const isRight = pairs.every(([ours, theirs]) => SYMBOL.test(ours) && THEIR_SYMBOL.test(theirs));
  const isOnce = [0, 1].every(
    (side) => new Set(pairs.map((pair) => pair[side])).size === pairs.length,
  );
  if (isRight && isOnce) return new Map(pairs);
  faults.push(`${name} must list symbols such as btcusdt or xauusd=XAU/USD, each once`);
  return undefined;
}
