/** An error of a program's request: HTX's error code and message, independent of the envelope. */

interface FaultDetail {
  status?: number;
  extra?: Record<string, unknown>;
  headers?: Record<string, string>;
}

export class HtxFault extends Error {
  override readonly name = 'HtxFault';
  /** `err-code` */
  readonly code: string;
  readonly status: number;
  /** Further fields of the answer. */
  readonly extra: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: string,
    message: string,
    { status = 200, extra = {}, headers = {} }: FaultDetail = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.extra = extra;
    this.headers = headers;
  }
}

/** HTX's single code for all authentication errors. */
const NOT_VALID = 'api-signature-not-valid';

export const signatureNotValid = (reason: string) =>
  new HtxFault(NOT_VALID, `Signature not valid: ${reason}`);

/** HTX's error for a missing scope: clients recognize the message, not the code. */
export const noPermission = () => signatureNotValid('API key has no permission');

export const isSignatureNotValid = (fault: unknown): fault is HtxFault =>
  fault instanceof HtxFault && fault.code === NOT_VALID;

export const tooManyRequests = (headers: Record<string, string> = {}) =>
  new HtxFault('rate-too-many-requests', 'exceeded rate limit', { status: 429, headers });

export const internalError = () =>
  new HtxFault('gateway-internal-error', 'Failed to load data. Try again later.', { status: 500 });
