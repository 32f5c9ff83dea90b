/** HTX's calls that we do not offer, refused with errors that clients understand. */
import type { RawEndpoint } from '../../../../../platform/http/raw-endpoint.ts';
import { HtxFault, noPermission } from '../../../keys/index.ts';
import { firstEnvelope } from './answers.ts';
import type { SignedCall } from './signed-call.ts';

const MONEY_OUT = [
  '/v1/dw/withdraw/api/create',
  '/v1/dw/withdraw-virtual/:id/cancel',
  '/v1/account/transfer',
  '/v1/futures/transfer',
];

/** No scope of a key moves money out (ADR 21). */
export const forbiddenCalls: readonly SignedCall[] = MONEY_OUT.map((path) => ({
  method: 'POST',
  path,
  scope: 'read',
  answer: () => Promise.reject(noPermission()),
}));

/** Every path prefix of HTX. */
const SPOT = 'v1 v2 v3 v4 v5 market etf index heartbeat quotation'.split(' ');
const DERIVATIVES =
  'api/v1 api/v3 contract-api swap-api swap-ex linear-swap-api linear-swap-ex option-api option-ex'.split(
    ' ',
  );

/** A contract that nobody can trade: HTX's status 0 is delisted, 8 delivered. */
const DELISTED = { symbol: 'BTC', price_tick: 0.1, contract_status: 0 };
const DELIVERED = {
  ...DELISTED,
  contract_status: 8,
  contract_type: 'this_week',
  create_date: '20191220',
  delivery_date: '20200103',
  delivery_time: String(Date.UTC(2020, 0, 3, 8)),
};

/**
 * What ccxt asks for all markets by default, also of a client that trades spot only. It takes an empty list for a failure and
 * does not start, so each list has one contract, which clients show as inactive. Its coin is one that every deployment has.
 */
const CONTRACT_LISTS: Readonly<Record<string, object>> = {
  '/linear-swap-api/v1/swap_contract_info': {
    ...DELISTED,
    contract_code: 'BTC-USDT',
    contract_size: 0.001,
    contract_type: 'swap',
    business_type: 'swap',
    pair: 'BTC-USDT',
    support_margin_mode: 'all',
    trade_partition: 'USDT',
  },
  '/swap-api/v1/swap_contract_info': {
    ...DELISTED,
    contract_code: 'BTC-USD',
    contract_size: 100,
  },
  '/api/v1/contract_contract_info': {
    ...DELIVERED,
    contract_code: 'BTC200103',
    contract_size: 100,
  },
};

/** The prices of all contracts: nobody trades any. */
const CONTRACT_TICKERS = [
  '/linear-swap-ex/market/detail/batch_merged',
  '/swap-ex/market/detail/batch_merged',
  '/market/detail/batch_merged',
];

export function contractLists(now: () => number): RawEndpoint[] {
  const list = (path: string, rows: object): RawEndpoint => ({
    method: 'GET',
    path,
    answer: async () => ({
      status: 200,
      body: JSON.stringify({ status: 'ok', ...rows, ts: now() }),
    }),
  });
  return [
    ...Object.entries(CONTRACT_LISTS).map(([path, contract]) => list(path, { data: [contract] })),
    ...CONTRACT_TICKERS.map((path) => list(path, { ticks: [] })),
  ];
}

const TEXT = 'This call is not supported.';
const noSuchCall = new HtxFault('bad-request', TEXT, { status: 404 });
/** Clients expect a numeric code here, and some also the fields of the first version. */
const noSuchCallOfLaterVersions = new HtxFault('bad-request', TEXT, {
  status: 404,
  extra: { code: 404, message: TEXT },
});

/** Contracts have names of their own for the same fields. */
const noSuchCallOfDerivatives = new HtxFault('bad-request', TEXT, {
  status: 404,
  extra: { err_code: 404, err_msg: TEXT },
});

const faultOf = (family: string): HtxFault => {
  if (DERIVATIVES.includes(family)) return noSuchCallOfDerivatives;
  return /^v[2-5]$/.test(family) ? noSuchCallOfLaterVersions : noSuchCall;
};

/** Without these answers, clients would take the exchange for down and retry forever. */
export const unknownCalls: readonly RawEndpoint[] = [...SPOT, ...DERIVATIVES].flatMap((family) =>
  (['GET', 'POST', 'PUT', 'DELETE'] as const).map((method) => ({
    method,
    path: `/${family}/*`,
    answer: async () => firstEnvelope.failure(faultOf(family)),
  })),
);
