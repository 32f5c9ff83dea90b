/** HTX's envelopes of answers and errors. */
import type { RawAnswer } from '../../platform/http/raw-endpoint.ts';
import { exactJson } from '../feed/index.ts';

/** A refused request; the message is one of HTX's texts. */
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

/** One of HTX's two response formats. */
export interface Envelope {
  success(content: object, ts: number): RawAnswer;
  failure(refusal: HtxRefusal, ts: number): RawAnswer;
}

/** `content` has `data` or `tick`, and `ch` where a topic pushes the same. */
export const firstEnvelope: Envelope = {
  success: (content, ts) => ({ status: 200, body: exactJson({ status: 'ok', ts, ...content }) }),
  failure: ({ status, code, message }, ts) => {
    const error = { 'err-code': code, 'err-msg': message };
    return { status, body: exactJson({ ts, status: 'error', ...error, data: null }) };
  },
};

/** HTX's number for an invalid parameter. */
const INVALID_FIELD = 2002;

/** `content` has `data`. */
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
