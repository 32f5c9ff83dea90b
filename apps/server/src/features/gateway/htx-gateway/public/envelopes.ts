/** HTX's two response formats of public calls. */
import type { RawAnswer } from '../../../../platform/http/raw-endpoint.ts';
import { exactJson } from '../../../market/feed/index.ts';
import { HtxFault } from '../../keys/index.ts';

/** A request refused for its parameters; the message is one of HTX's texts. */
export const invalid = (message: string): HtxFault => new HtxFault('invalid-parameter', message);

/** One of HTX's two response formats. */
export interface Envelope {
  success(content: object, ts: number): RawAnswer;
  failure(fault: HtxFault, ts: number): RawAnswer;
}

/** `content` has `data` or `tick`, and `ch` where a topic pushes the same. */
export const firstEnvelope: Envelope = {
  success: (content, ts) => ({ status: 200, body: exactJson({ status: 'ok', ts, ...content }) }),
  failure: ({ status, code, message, headers }, ts) => {
    const error = { 'err-code': code, 'err-msg': message };
    return { status, headers, body: exactJson({ ts, status: 'error', ...error, data: null }) };
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
  failure: ({ status, message, headers }) => {
    const code = status === 200 ? INVALID_FIELD : status;
    return { status, headers, body: exactJson({ code, message, data: null }) };
  },
};
