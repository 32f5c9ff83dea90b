/** The answers of signed calls: HTX's two response formats, and our refusals as HTX's errors. */
import type { Code } from '@tern/protocol';
import { Refusal } from '../../../../../kernel/requests/refusal.ts';
import type { RawAnswer } from '../../../../../platform/http/raw-endpoint.ts';
import { HtxFault, internalError, isSignatureNotValid } from '../../../keys/index.ts';
import { sentenceOf } from './sentences.ts';
import { Page } from './signed-call.ts';

export interface Envelope {
  success(answer: unknown): RawAnswer;
  failure(fault: HtxFault): RawAnswer;
}

const dataOf = (answer: unknown): object =>
  answer instanceof Page ? { data: answer.rows, ...answer.next } : { data: answer };

export const firstEnvelope: Envelope = {
  success: (answer) => ({ status: 200, body: JSON.stringify({ status: 'ok', ...dataOf(answer) }) }),
  failure: ({ status, code, message, extra }) => {
    const error = { 'err-code': code, 'err-msg': message };
    return { status, body: JSON.stringify({ status: 'error', ...error, ...extra, data: null }) };
  },
};

const INVALID_SIGNATURE = 1003;
const INVALID_FIELD = 2002;
/** Conditional orders have numbers of their own. */
const algoCodes: Readonly<Record<string, number>> = {
  'algo-order-not-found': 1007,
  'base-symbol-trade-disabled': 2003,
};

export const secondEnvelope: Envelope = {
  success: (answer) => ({
    status: 200,
    body: JSON.stringify({ code: 200, ...dataOf(answer), success: true }),
  }),
  failure: (fault) => {
    const { status, message } = fault;
    const ofField = isSignatureNotValid(fault) ? INVALID_SIGNATURE : INVALID_FIELD;
    const code = status === 200 ? (algoCodes[fault.code] ?? ofField) : status;
    return { status, body: JSON.stringify({ code, message, data: null, success: false }) };
  },
};

/** Refusals of trading; anything else is an internal error. */
const codes: Partial<Record<Code, string>> = {
  4006: 'order-value-min-error',
  4008: 'base-operation-forbidden',
  4013: 'invalid-amount',
  4014: 'order-invalid-price',
  4018: 'order-limitorder-amount-max-error',
  4019: 'base-symbol-error',
  4020: 'account-frozen-balance-insufficient-error',
  4024: 'rate-too-many-requests',
  4025: 'base-operation-forbidden',
  4026: 'base-symbol-trade-disabled',
  5001: 'validation-format-error',
  5002: 'invalid-client-order-id',
  5005: 'base-symbol-trade-disabled',
  5006: 'system-maintenance',
  5007: 'base-record-invalid',
  5011: 'base-operation-forbidden',
  5012: 'base-request-exceed-number-limit',
  5013: 'order-invalid-price',
  5014: 'order-orderstate-error',
  5025: 'order-stop-order-hit-trigger',
  5027: 'base-operation-forbidden',
};

/** 5013 and 4006 by the violated bound. */
const bounds: Record<string, string> = {
  tickSize: 'order-orderprice-precision-error',
  lotSize: 'order-orderamount-precision-error',
  minNotional: 'order-value-min-error',
  maxNotional: 'order-limitorder-amount-max-error',
  highestPrice: 'order-limitorder-price-buy-max-error',
  lowestPrice: 'order-limitorder-price-sell-min-error',
  filled: 'order-limitorder-amount-min-error',
};

/** A value with more places than its asset. */
const PRECISION = 'order-orderamount-precision-error';

/** 5001 by the invalid field. */
const fields: Record<string, string> = {
  price: 'order-invalid-price',
  quantity: 'invalid-amount',
  total: 'invalid-amount',
  triggerPrice: 'order-invalid-price',
};

/** Undefined for an unexpected error, which must be logged. */
export function faultOfRefusal(error: unknown): HtxFault | undefined {
  if (error instanceof HtxFault) return error;
  if (!(error instanceof Refusal)) return undefined;
  const { code, detail } = error;
  const bound = detail.data?.['bound'] as { name: string } | undefined;
  const field = detail.fields?.[0];
  const byField = code === 5001 && field !== undefined ? fields[field] : undefined;
  const byPlaces = detail.text === 'request.places' ? PRECISION : undefined;
  const errCode =
    (bound && bounds[bound.name]) ?? byPlaces ?? byField ?? codes[code] ?? internalError().code;
  return new HtxFault(errCode, sentenceOf(errCode, error), { status: code === 4024 ? 429 : 200 });
}
