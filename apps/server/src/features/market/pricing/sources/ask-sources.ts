/** Asks live sources for the price of a market that does not exist yet, by the way on which its prices would come. */
import type { Price } from '@tern/money';
import type { Instrument } from '../../../../kernel/catalog/instruments.ts';
import { isPushing, type LiveSource, type SourceSettings } from '../price-source.ts';
import { type OpenSourcesDeps, openSources } from './open-sources.ts';

export interface AskedPrice {
  readonly name: string;
  /** The first one; undefined: it sent none in time. */
  readonly price: Price | undefined;
}

/** A coin that is to be quoted. */
export type AskedMarket = Pick<Instrument, 'symbol' | 'base' | 'quote' | 'tickSize' | 'lotSize'>;

/** An exchange pushes its newest price within seconds after a subscription. */
const WAIT_MS = 5_000;

/** Those that serve every market they know; the others name their markets in the settings. */
export const openToNew = ({ htx, quotes }: SourceSettings): SourceSettings => ({
  htx: htx.filter(({ symbols }) => symbols === undefined),
  quotes: quotes.filter(({ symbols }) => symbols === undefined),
});

export function askSources(
  deps: Omit<OpenSourcesDeps, 'instruments'>,
  market: AskedMarket,
): Promise<AskedPrice[]> {
  const candidate = { ...market, class: 'crypto', pricedBy: 'sources' } as Instrument;
  const settings = openToNew(deps.settings);
  const sources = openSources({ ...deps, mode: 'paper', settings, instruments: [candidate] });
  const live = sources.filter(isPushing).filter(({ symbols }) => symbols?.has(market.symbol));
  return Promise.all(live.map((source) => firstPrice(source, market.symbol)));
}

function firstPrice(source: LiveSource, symbol: string): Promise<AskedPrice> {
  const { name } = source;
  return new Promise((resolve) => {
    const end = (price: Price | undefined) => {
      clearTimeout(timer);
      source.stop();
      resolve({ name, price });
    };
    const timer = setTimeout(() => end(undefined), WAIT_MS);
    source.start((quote) => {
      if (quote.symbol === symbol) end(quote.price);
    });
  });
}
