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
  'contract-api swap-api swap-ex linear-swap-api linear-swap-ex option-api option-ex'.split(' ');

/** What ccxt asks for all markets, also of a client that trades spot only: an error would end its start. */
const MARKET_LISTS = [
  '/linear-swap-api/v1/swap_contract_info',
  '/swap-api/v1/swap_contract_info',
  '/api/v1/contract_contract_info',
];

export const emptyMarketLists = (now: () => number): RawEndpoint[] =>
  MARKET_LISTS.map((path) => ({
    method: 'GET',
    path,
    answer: async () => ({
      status: 200,
      body: JSON.stringify({ status: 'ok', data: [], ts: now() }),
    }),
  }));

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
  (['GET', 'POST'] as const).map((method) => ({
    method,
    path: `/${family}/*`,
    answer: async () => firstEnvelope.failure(faultOf(family)),
  })),
);
