/** What a call is: declared once here, validated by the server, typed for the clients, printed as OpenAPI. */
import type { Static, TSchema } from 'typebox';
import type { Code } from './codes.ts';

/**
 * How often a caller may come; the server maps each class to a token bucket.
 * `read` lists and finds, `order` trading, `money` transfers of value, `secret` anything with a
 * password or code, `captcha` images.
 */
export type RateClass = 'read' | 'order' | 'money' | 'secret' | 'captcha';

/**
 * What an operator may do. `reviewer` decides reviews, `approver` gives the second approval, `support` helps
 * members, `content` writes to them, `auditor` reads the log.
 */
export type OperatorRole = 'reviewer' | 'approver' | 'support' | 'content' | 'auditor';

export interface Call<Input extends TSchema = TSchema, Output extends TSchema = TSchema> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the API root and `/api`, as in spec §7. */
  readonly path: string;
  readonly summary: string;
  readonly auth: 'public' | 'member' | 'operator';
  /** Of an operator's call: who has one of these may make it; absent: every operator. */
  readonly roles?: readonly OperatorRole[];
  /** Of a call whose body may be larger than others: bytes of it, as sent. */
  readonly bodyBytesMax?: number;
  /** Also takes its fields form-encoded (spec §7). */
  readonly takesForm?: boolean;
  /** Moves money: accepts an `Idempotency-Key` header (rules §13). */
  readonly movesMoney: boolean;
  readonly rate: RateClass;
  readonly input: Input;
  /** The shape of `data` on success. */
  readonly output: Output;
  /** Codes beyond those every call may answer. */
  readonly codes: readonly Code[];
}

/** Declares a call; keeps method and path as literal types so that clients can name it. */
export function defineCall<const C extends Call>(call: C): C {
  return call;
}

/** "POST /base/login": the name a client uses for a call. */
export type CallName<C extends Call> = `${C['method']} ${C['path']}`;
export type InputOf<C extends Call> = Static<C['input']>;
export type OutputOf<C extends Call> = Static<C['output']>;

/** The envelope of every answer (rules §13). */
export interface Answer<Data = unknown> {
  code: 0 | Code;
  msg: string;
  data: Data;
}
