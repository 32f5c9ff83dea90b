/** HTX's two response formats of signed requests. */
import type { RawAnswer } from '../../../platform/http/raw-endpoint.ts';
import { type HtxFault, isSignatureNotValid } from '../htx-fault.ts';

export interface Envelope {
  success(data: unknown): RawAnswer;
  failure(fault: HtxFault): RawAnswer;
}

export const firstEnvelope: Envelope = {
  success: (data) => ({ status: 200, body: JSON.stringify({ status: 'ok', data }) }),
  failure: ({ status, code, message, extra }) => {
    const error = { 'err-code': code, 'err-msg': message };
    return { status, body: JSON.stringify({ status: 'error', ...error, ...extra, data: null }) };
  },
};

const INVALID_SIGNATURE = 1003;
const INVALID_FIELD = 2002;

export const secondEnvelope: Envelope = {
  success: (data) => ({ status: 200, body: JSON.stringify({ code: 200, data, success: true }) }),
  failure: (fault) => {
    const { status, message } = fault;
    const ofField = isSignatureNotValid(fault) ? INVALID_SIGNATURE : INVALID_FIELD;
    const code = status === 200 ? ofField : status;
    return { status, body: JSON.stringify({ code, message, data: null, success: false }) };
  },
};
