/** HTX's envelopes around an answer, and around what went wrong. */
import type { RawAnswer } from '../../platform/http/raw-endpoint.ts';
import { exactJson } from '../feed/index.ts';

/** A request that HTX's format refuses; the message is one of its own texts. */
export class HtxRefusal extends Error {
  readonly code: string;
  readonly status: number;

  constructor(message: string, code = 'invalid-parameter', status = 200) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

export const tooManyRequests = (): HtxRefusal =>
  new HtxRefusal('exceeded rate limit', 'rate-too-many-requests', 429);

export const internalError = (): HtxRefusal =>
  new HtxRefusal('Failed to load data. Try again later.', 'gateway-internal-error', 500);

/** One of HTX's two generations of answers. */
export interface Envelope {
  success(content: object, ts: number): RawAnswer;
  failure(refusal: HtxRefusal, ts: number): RawAnswer;
}

/** `content` holds `data` or `tick`, with `ch` where a topic pushes the same. */
export const firstEnvelope: Envelope = {
  success: (content, ts) => ({ status: 200, body: exactJson({ status: 'ok', ts, ...content }) }),
  failure: ({ status, code, message }, ts) => {
    const error = { 'err-code': code, 'err-msg': message };
    return { status, body: exactJson({ ts, status: 'error', ...error, data: null }) };
  },
};

/** The number of a parameter that is wrong. */
const INVALID_FIELD = 2002;

/** `content` holds `data`. */
export const secondEnvelope: Envelope = {
  success: (content) => ({
    status: 200,
    body: exactJson({ code: 200, message: 'success', ...content }),
  }),
  failure: ({ status, message }) => {
    const code = status === 200 ? INVALID_FIELD : status;
    return { status, body: exactJson({ code, message, data: null }) };
  },
};
