/** The public calls of HTX's REST API. */
import type { HtxDetail, HtxMerged, HtxTrades } from '@tern/protocol';
import type { RawEndpoint, RawRequest } from '../../../../platform/http/raw-endpoint.ts';
import { addressSubject } from '../../../../platform/limit-key.ts';
import { allowances } from '../../../../platform/rate-limit.ts';
import { turnsOfRows } from '../../../../platform/turns.ts';
import {
  contentOf,
  detailMessage,
  encodedCandle,
  type Exact,
  tickerMessage,
  type TradeLine,
} from '../../../market/feed/index.ts';
import { HtxFault, internalError, tooManyRequests } from '../../keys/index.ts';
import type { CandleQuery } from '../../../market/market-data/index.ts';
import { lastPrice, type SymbolState } from '../../../market/pricing/index.ts';
import {
  type Answer,
  type Charge,
  type PublicCallDeps,
  readInterval,
  readLevels,
  readSecond,
  readSize,
  readStep,
  readSymbol,
} from './call.ts';
import { candlesIn } from './candle-spans.ts';
import { type Envelope, firstEnvelope, invalid, secondEnvelope } from './envelopes.ts';
import { currencyRow, marketStatus, orderBounds, symbolRow } from './reference.ts';
import { settingsAnswers } from './settings-calls.ts';

const ROWS = 150;
const ROWS_MAX = 2_000;
const LEVELS_MAX = 5_000;
/** Of the rolling day. */
const ROWS_OF_TICKER = 10;

const currentMoment = (state: SymbolState, now: number) => ({ last: lastPrice(state), now });

const reference: Record<string, Answer> = {
  '/v1/common/symbols': ({ assets, states, now }) => ({
    data: states().map((state) => symbolRow(state.instrument, assets, currentMoment(state, now()))),
  }),
  '/v1/common/exchange': ({ assets, find, now }, query) => {
    const state = readSymbol(query, find);
    return { data: orderBounds(state.instrument, assets, currentMoment(state, now())) };
  },
  '/v1/common/currencys': ({ assets }) => ({
    data: assets.all.map(({ code }) => code.toLowerCase()),
  }),
  '/v1/common/timestamp': ({ now }) => ({ data: now() }),
};

const referenceV2: Record<string, Answer> = {
  '/v2/reference/currencies': async ({ assets, networks }, query) => {
    const requested = query.get('currency');
    const networksOf = await networks();
    const rows = assets.all.map((asset) => currencyRow(asset, networksOf(asset.code)));
    const data = requested === null ? rows : rows.filter(({ currency }) => currency === requested);
    if (data.length === 0) throw invalid('invalid field value in `currency`');
    return { data };
  },
  '/v2/market-status': ({ states }) => ({
    data: marketStatus(states().map(({ instrument }) => instrument)),
  }),
};

const marketData: Record<string, Answer> = {
  '/market/tickers': (deps, _query, charge) => {
    charge(deps.states().length * ROWS_OF_TICKER);
    return { data: contentOf(deps, { kind: 'tickers' }) };
  },
  '/market/detail': (deps, query) => {
    const state = readSymbol(query, deps.find);
    return { ch: channel(state, 'detail'), tick: detail(state, deps) };
  },
  '/market/detail/merged': (deps, query) => {
    const state = readSymbol(query, deps.find);
    return { ch: channel(state, 'detail.merged'), tick: merged(state, deps) };
  },
  '/market/depth': (deps, query) =>
    book(deps, readSymbol(query, deps.find), { step: readStep(query), levels: readLevels(query) }),
  '/market/fullMbp': (deps, query) =>
    book(deps, readSymbol(query, deps.find), { step: 0, levels: LEVELS_MAX }),
  '/market/trade': (deps, query) => {
    const state = readSymbol(query, deps.find);
    const line = deps.trades(state)[0];
    if (line === undefined) throw invalid('symbol trade not open now');
    return { ch: channel(state, 'trade.detail'), tick: trade(line) };
  },
  '/market/history/trade': (deps, query) => {
    const state = readSymbol(query, deps.find);
    const lines = deps.trades(state).slice(0, readSize(query, 1, ROWS_MAX));
    return { ch: channel(state, 'trade.detail'), data: lines.map(trade) };
  },
  '/market/history/kline': (deps, query, charge) => candles({ ...deps, charge }, query, false),
  '/market/history/candles': (deps, query, charge) => candles({ ...deps, charge }, query, true),
};

/** Each call counts against the read limit of the caller's IP address, and so do the candles it reads. */
export function publicEndpoints(deps: PublicCallDeps): RawEndpoint[] {
  const endpointsOf = (answers: Record<string, Answer>, envelope: Envelope): RawEndpoint[] =>
    Object.entries(answers).map(([path, answer]) => ({
      method: 'GET',
      path,
      async answer(request) {
        try {
          return envelope.success(await answered(deps, answer, request), deps.now());
        } catch (error) {
          if (error instanceof HtxFault) return envelope.failure(error, deps.now());
          deps.log.error({ err: error, path }, 'a public market call failed');
          return envelope.failure(internalError(), deps.now());
        }
      },
    }));
  return [
    ...endpointsOf({ ...reference, ...settingsAnswers, ...marketData }, firstEnvelope),
    ...endpointsOf(referenceV2, secondEnvelope),
  ];
}

async function answered(
  deps: PublicCallDeps,
  answer: Answer,
  request: RawRequest,
): Promise<object> {
  const caller = addressSubject(request.address);
  const take = (turns: number) => {
    const waitMs = request.takeTurn(caller, 'read', turns);
    if (waitMs > 0) throw tooManyRequests(limitHeaders(waitMs, deps.now()));
  };
  take(1);
  return answer(deps, request.query, (rows) => take(turnsOfRows(rows)));
}

/** As of keys, in which clients look for them. */
function limitHeaders(waitMs: number, now: number): Record<string, string> {
  const seconds = String(Math.ceil(waitMs / 1_000));
  return {
    'retry-after': seconds,
    'ratelimit-limit': String(allowances.read.perSecond),
    'ratelimit-remaining': '0',
    'ratelimit-reset': seconds,
    'x-hb-ratelimit-requests-remain': '0',
    'x-hb-ratelimit-requests-expire': String(now + waitMs),
  };
}

const channel = ({ instrument }: SymbolState, topic: string): string =>
  `market.${instrument.symbol}.${topic}`;

/** `levels` undefined: as many as the step has. @throws symbol trade not open now */
function book(
  deps: PublicCallDeps,
  state: SymbolState,
  { step, levels }: { step: number; levels: number | undefined },
): object {
  const { symbol } = state.instrument;
  const tick = contentOf(deps, { kind: 'depth', symbol, step, ...(levels && { levels }) });
  if (tick === undefined) throw invalid('symbol trade not open now');
  return { ch: channel(state, `depth.step${step}`), tick };
}

/** @throws symbol trade not open now, before the symbol's first price */
function detail(state: SymbolState, { now }: PublicCallDeps): Exact<HtxDetail> {
  const message = detailMessage(state, now());
  if (message === undefined) throw invalid('symbol trade not open now');
  return message;
}

function merged(state: SymbolState, deps: PublicCallDeps): Exact<HtxMerged> {
  const ticker = tickerMessage(state, deps.tape, deps.now());
  if (ticker === undefined) throw invalid('symbol trade not open now');
  const { bid, bidSize, ask, askSize } = ticker;
  return { ...detail(state, deps), bid: [bid, bidSize], ask: [ask, askSize] };
}

function trade(line: TradeLine): Exact<HtxTrades> {
  const { tradeId, ...rest } = line;
  return { id: line.id, ts: line.ts, data: [{ ...rest, 'trade-id': tradeId }] };
}

async function candles(
  deps: PublicCallDeps & { charge: Charge },
  query: URLSearchParams,
  hasSpan: boolean,
): Promise<object> {
  const state = readSymbol(query, deps.find);
  const interval = readInterval(query);
  const from = hasSpan ? readSecond(query, 'from') : undefined;
  const to = hasSpan ? readSecond(query, 'to') : undefined;
  if (from !== undefined && to !== undefined && from > to) {
    throw invalid('invalid time range');
  }
  const span = {
    interval,
    size: readSize(query, ROWS, ROWS_MAX),
    from: from === undefined ? undefined : from * 1_000,
    to: to === undefined ? undefined : to * 1_000,
  };
  const read = (requested: CandleQuery) => {
    deps.charge(requested.limit);
    return deps.candles(state, requested);
  };
  const rows = await candlesIn(read, span, deps.now());
  return { ch: channel(state, `kline.${interval}`), data: rows.map(encodedCandle) };
}
