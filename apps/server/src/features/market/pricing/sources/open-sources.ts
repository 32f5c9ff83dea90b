/** Creates every source of this exchange: the configured live ones, the trades of members, and the simulator for the remaining symbols. */
import type { Instrument } from '../../../../kernel/catalog/instruments.ts';
import type { Log } from '../../../../platform/log.ts';
import {
  createSourceLog,
  type LiveSourceSettings,
  type GeneratedSource,
  type PriceSource,
  type SourceSettings,
  type SymbolNames,
} from '../price-source.ts';
import { createSimulator } from '../simulator/simulator.ts';
import { createHtxSource } from './htx/htx-source.ts';
import { createMembersSource, type MembersSourceDeps } from './members-source.ts';
import { createQuotesSource } from './quotes/quotes-source.ts';

export interface OpenSourcesDeps {
  readonly instruments: readonly Instrument[];
  readonly settings: SourceSettings;
  /** Seed of the simulator. */
  readonly seed: string;
  /** Days of simulated history; a year when absent. */
  readonly historyDays?: number | undefined;
  readonly log: Log;
  /** In live mode no price is simulated. */
  readonly mode: 'paper' | 'live';
  readonly tradesAfter: MembersSourceDeps['tradesAfter'];
  now(): number;
}

/**
 * A symbol of a live source is never simulated, even while that source is down.
 * @throws Error that names configured symbols without an instrument, or in live mode instruments without a live source
 */
export function openSources(deps: OpenSourcesDeps): PriceSource[] {
  const { settings, seed, log, mode, now } = deps;
  const ofMembers = deps.instruments.filter(isOfMembers);
  const instruments = deps.instruments.filter(isOfSources);
  const logProblem = createSourceLog(log, now);
  const named = (source: LiveSourceSettings, isFor: (instrument: Instrument) => boolean) => ({
    name: new URL(source.url).host,
    url: source.url,
    symbols: symbolsOf(source, instruments, isFor),
  });
  const isOfQuotes = isOfQuotesIn(mode);
  const live = [
    ...settings.htx.map((source) =>
      createHtxSource({ ...named(source, isUsdtCoin), now, logProblem }),
    ),
    ...settings.quotes.map((source) =>
      createQuotesSource({ ...named(source, isOfQuotes), token: source.token, logProblem }),
    ),
    ...(ofMembers.length === 0 ? [] : [createMembersSource({ ...deps, instruments: ofMembers })]),
  ];
  const rest = simulatedOf({ instruments, settings, mode });
  if (rest.length === 0) return live;
  if (mode === 'live') {
    const names = rest.map(({ symbol }) => symbol).join(', ');
    throw new Error(`live mode simulates no price, and these have no source: ${names}`);
  }
  return [...live, only(createSimulator(instruments, seed, deps.historyDays), rest)];
}

const isOfMembers = ({ pricedBy }: Instrument) => pricedBy === 'members';
const isOfSources = (instrument: Instrument) => !isOfMembers(instrument);
const isUsdtCoin = ({ class: kind, quote }: Instrument) => kind === 'crypto' && quote === 'USDT';
/** In live mode also what no coin market in USDT shows, as USDT itself in dollars; in paper mode that is simulated. */
const isOfQuotesIn = (mode: 'paper' | 'live') => (instrument: Instrument) =>
  instrument.class !== 'crypto' || (mode === 'live' && !isUsdtCoin(instrument));

/** Those without a live source. @throws Error that names configured symbols without an instrument */
export function simulatedOf(given: Pick<OpenSourcesDeps, 'instruments' | 'settings' | 'mode'>) {
  const { settings, mode } = given;
  const instruments = given.instruments.filter(isOfSources);
  const served = new Set([
    ...settings.htx.flatMap((source) => [...symbolsOf(source, instruments, isUsdtCoin).keys()]),
    ...settings.quotes.flatMap((source) => [
      ...symbolsOf(source, instruments, isOfQuotesIn(mode)).keys(),
    ]),
  ]);
  return instruments.filter(({ symbol }) => !served.has(symbol));
}

function symbolsOf(
  { url, symbols }: LiveSourceSettings,
  instruments: readonly Instrument[],
  isFor: (instrument: Instrument) => boolean,
): SymbolNames {
  if (symbols === undefined) {
    return new Map(instruments.filter(isFor).map(({ symbol }) => [symbol, symbol]));
  }
  const unknown = [...symbols.keys()].filter(
    (symbol) => !instruments.some((instrument) => instrument.symbol === symbol),
  );
  if (unknown.length === 0) return symbols;
  throw new Error(`the source ${url} is configured for unknown symbols: ${unknown.join(', ')}`);
}

/** Limits the source to these instruments; it still generates all, since some prices derive from others. */
function only(source: GeneratedSource, instruments: readonly Instrument[]): GeneratedSource {
  const symbols = new Set(instruments.map(({ symbol }) => symbol));
  return {
    ...source,
    symbols,
    quotesAt: (at) => source.quotesAt(at).filter(({ symbol }) => symbols.has(symbol)),
    async makeHistory(endsAt) {
      const history = (await source.makeHistory?.(endsAt)) ?? new Map();
      return new Map([...history].filter(([symbol]) => symbols.has(symbol)));
    },
  };
}
