/** Why a program's request is not done: HTX's error code and sentence, whatever the envelope around them. */

export class HtxFault extends Error {
  override readonly name = 'HtxFault';
  /** `err-code` */
  readonly code: string;
  readonly status: number;
  /** Further fields of the answer. */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(
    code: string,
    message: string,
    { status = 200, extra = {} }: { status?: number; extra?: Record<string, unknown> } = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.extra = extra;
  }
}

/** The one code for everything that is wrong with who asks. */
const NOT_VALID = 'api-signature-not-valid';

export const notValid = (why: string) => new HtxFault(NOT_VALID, `Signature not valid: ${why}`);

/** HTX's words for what the scopes of a key do not cover: clients know them by the sentence, not by the code. */
export const noPermission = () => notValid('API key has no permission');

export const isNotValid = (fault: unknown): fault is HtxFault =>
  fault instanceof HtxFault && fault.code === NOT_VALID;

export const tooManyRequests = () =>
  new HtxFault('rate-too-many-requests', 'exceeded rate limit', { status: 429 });
