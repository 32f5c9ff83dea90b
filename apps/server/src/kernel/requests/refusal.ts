/** A refusal: an expected "no" of a use case, thrown so that its transaction is rolled back. */
import type { Code } from '@tern/protocol';
import type { TextKey } from '../i18n/texts.ts';

export interface RefusalDetail {
  /** Names of the wrong input fields, for `data.fields`. */
  fields?: readonly string[];
  /** A text of the server, in the request's language. Absent: the text of the code. */
  text?: TextKey;
  values?: Record<string, string | number>;
  /** Verbatim message, for 4006 where the client adds the sentence and the unit. */
  msg?: string;
  /** Added to `data`. */
  data?: Record<string, unknown>;
}

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: Code;
  readonly detail: RefusalDetail;

  constructor(code: Code, detail: RefusalDetail = {}) {
    super(`refused with ${code}`);
    this.code = code;
    this.detail = detail;
  }
}
