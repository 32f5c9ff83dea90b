/** The declaration of a call: the server validates by it, clients are typed by it, OpenAPI is generated from it. */
import type { Static, TSchema } from 'typebox';
import type { Code } from './codes.ts';
import type { Need } from './permissions.ts';

/**
 * Rate limit of a call; the server maps each class to a token bucket.
 * `read` is for queries, `order` for trading, `money` for transfers of value, `secret` for anything with a
 * password or code, `captcha` for images.
 */
export type RateClass = 'read' | 'order' | 'money' | 'secret' | 'captcha';

export interface Call<Input extends TSchema = TSchema, Output extends TSchema = TSchema> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the API root and `/api`. */
  readonly path: string;
  readonly summary: string;
  readonly auth: 'public' | 'member' | 'operator';
  /** For operator calls: one of these permissions is needed; absent: any operator. */
  readonly needs?: readonly Need[];
  /** Raises the size limit of the request body, in bytes. */
  readonly bodyBytesMax?: number;
  /** Also accepts form-encoded fields. */
  readonly takesForm?: boolean;
  /** Moves money: accepts an `Idempotency-Key` header. */
  readonly movesMoney: boolean;
  readonly rate: RateClass;
  readonly input: Input;
  /** The shape of `data` on success. */
  readonly output: Output;
  /** Codes besides those that any call may return. */
  readonly codes: readonly Code[];
}

/** Declares a call; keeps method and path as literal types so that clients can name it. */
export function defineCall<const C extends Call>(call: C): C {
  return call;
}

/** A call's name for clients: "POST /base/login". */
export type CallName<C extends Call> = `${C['method']} ${C['path']}`;
export type InputOf<C extends Call> = Static<C['input']>;
export type OutputOf<C extends Call> = Static<C['output']>;

/** The envelope of every answer. */
export interface Answer<Data = unknown> {
  code: 0 | Code;
  msg: string;
  data: Data;
}
