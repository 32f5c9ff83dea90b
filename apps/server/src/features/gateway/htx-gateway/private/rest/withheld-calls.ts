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
const FAMILIES =
  'v1 v2 v3 v4 v5 market etf index heartbeat quotation contract-api swap-api swap-ex linear-swap-api linear-swap-ex option-api option-ex';
const PATHS = FAMILIES.split(' ').map((family) => `/${family}/*`);

const TEXT = 'This call is not supported.';
const noSuchCall = new HtxFault('bad-request', TEXT, { status: 404 });
/** Clients expect a numeric code here, and some also the fields of the first version. */
const noSuchCallOfLaterVersions = new HtxFault('bad-request', TEXT, {
  status: 404,
  extra: { code: 404, message: TEXT },
});

/** Without these answers, clients would take the exchange for down and retry forever. */
export const unknownCalls: readonly RawEndpoint[] = PATHS.flatMap((path) =>
  (['GET', 'POST'] as const).map((method) => ({
    method,
    path,
    answer: async () =>
      firstEnvelope.failure(/^\/v[2-5]\//.test(path) ? noSuchCallOfLaterVersions : noSuchCall),
  })),
);
