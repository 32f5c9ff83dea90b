/** The calls of TradingView's data feed format (UDF). */
import type { Log } from '../../../platform/log.ts';
import { SECOND_MS } from '../../../platform/durations.ts';
import type { RawAnswer, RawEndpoint, RawRequest } from '../../../platform/http/raw-endpoint.ts';
import { addressSubject } from '../../../platform/limit-key.ts';
import { turnsOfRows } from '../../../platform/turns.ts';
import { exactJson } from '../../market/feed/index.ts';
import type { MarketData } from '../../market/market-data/index.ts';
import type { Pricing, SymbolState } from '../../market/pricing/index.ts';
import { barsIn, intervalOf } from './history.ts';
import { config, isFound, searchRow, symbolInfo, symbolNamed } from './symbols.ts';

export interface UdfDeps {
  now(): number;
  readonly log: Log;
  readonly pricing: Pick<Pricing, 'states' | 'find'>;
  readonly marketData: Pick<MarketData, 'candles' | 'gaps'>;
}

/** What a request gets instead of an answer. */
class UdfFault extends Error {
  readonly status: number;
  readonly seconds: number | undefined;

  constructor(status: number, message: string, seconds?: number) {
    super(message);
    this.status = status;
    this.seconds = seconds;
  }
}

interface Call {
  readonly query: URLSearchParams;
  /** Counts rows before they are read. @throws UdfFault 429 */
  charge(rows: number): void;
}

type Answer = (deps: UdfDeps, call: Call) => unknown;

const SEARCH_MAX = 30;
/** The year 2096. */
const SECOND_MAX = 4_000_000_000;
const COUNT_MAX = 1_000_000;

const answers: Record<string, Answer> = {
  '/udf/config': () => config,
  '/udf/time': ({ now }) => Math.floor(now() / SECOND_MS),
  '/udf/symbols': (deps, { query }) => symbolInfo(readMarket(deps, query).instrument),
  '/udf/search': ({ pricing }, { query }) => {
    const rows = pricing
      .states()
      .filter(({ instrument }) => isFound(instrument, query.get('query') ?? ''))
      .map(({ instrument }) => searchRow(instrument));
    return rows.slice(0, readWhole(query, 'limit', SEARCH_MAX) ?? SEARCH_MAX);
  },
  '/udf/history': (deps, { query, charge }) => {
    const state = readMarket(deps, query);
    const interval = intervalOf(query.get('resolution') ?? '');
    if (interval === undefined) throw new UdfFault(400, 'unknown resolution');
    const span = { ...readSpan(query), count: readWhole(query, 'countback', COUNT_MAX) };
    return barsIn(
      (requested) => {
        charge(requested.limit);
        return deps.marketData.candles(state, requested);
      },
      { interval, ...span },
    );
  },
  '/udf/marks': (deps, { query }) => {
    const state = readMarket(deps, query);
    return deps.marketData.gaps(state, readSpan(query)).map(({ from, to }) => ({
      id: from,
      time: from / SECOND_MS,
      color: 'red',
      text: `No prices from ${new Date(from).toISOString()} to ${new Date(to).toISOString()}`,
      label: '!',
      labelFontColor: 'white',
      minSize: 16,
    }));
  },
};

/** Each call counts against the read limit of the caller's IP address, and so do the bars that it reads. */
export function udfEndpoints(deps: UdfDeps): RawEndpoint[] {
  return Object.entries(answers).map(([path, answer]) => ({
    method: 'GET',
    path,
    async answer(request) {
      try {
        const take = chargeOf(request);
        take(1);
        const charge = (rows: number) => take(turnsOfRows(rows));
        return answered(200, await answer(deps, { query: request.query, charge }));
      } catch (error) {
        return failed(error, path, deps.log);
      }
    },
  }));
}

function chargeOf(request: RawRequest) {
  const caller = addressSubject(request.address);
  return (turns: number) => {
    const seconds = request.takeTurn(caller, 'read', turns);
    if (seconds > 0) throw new UdfFault(429, 'too many requests', seconds);
  };
}

/** Charts of any web page may read it. */
const OPEN = { 'access-control-allow-origin': '*' };

const answered = (status: number, content: unknown, headers: RawAnswer['headers'] = {}) => ({
  status,
  body: exactJson(content),
  headers: { ...OPEN, ...headers },
});

function failed(error: unknown, path: string, log: Log): RawAnswer {
  if (!(error instanceof UdfFault)) {
    log.error({ err: error, path }, 'a call of a chart failed');
    return answered(500, { s: 'error', errmsg: 'internal error' });
  }
  const { status, message, seconds } = error;
  const headers = seconds === undefined ? {} : { 'retry-after': String(seconds) };
  return answered(status, { s: 'error', errmsg: message }, headers);
}

function readMarket({ pricing }: UdfDeps, query: URLSearchParams): SymbolState {
  const state = pricing.find(symbolNamed(query.get('symbol') ?? ''));
  if (state === undefined) throw new UdfFault(404, 'unknown_symbol');
  return state;
}

/** Units: epoch milliseconds of `from` and `to`, which are sent in Unix seconds. */
function readSpan(query: URLSearchParams): { from: number; to: number } {
  const from = readWhole(query, 'from', SECOND_MAX);
  const to = readWhole(query, 'to', SECOND_MAX);
  if (from === undefined || to === undefined || from > to) {
    throw new UdfFault(400, 'from and to are Unix seconds, from not after to');
  }
  return { from: from * SECOND_MS, to: to * SECOND_MS };
}

/** Undefined when absent. */
function readWhole(query: URLSearchParams, name: string, max: number): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= max)) throw new UdfFault(400, `${name} is a whole number up to ${max}`);
  return value;
}
