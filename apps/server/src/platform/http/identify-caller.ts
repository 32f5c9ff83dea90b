/** Identifies the caller of a request by its session token, and checks what the call needs. */
import type { IncomingMessage } from 'node:http';
import type { Call, Code } from '@tern/protocol';
import { meets } from '@tern/protocol/operator';
import type { FastifyRequest } from 'fastify';
import { addressSubject, limitKey, type LimitKey } from '../limit-key.ts';
import { requestAddress } from './caller-address.ts';
import type { Caller, OperatorCaller } from './route.ts';

export interface Authenticators {
  authenticate(token: string): Promise<Caller | Code>;
  authenticateOperator(token: string): Promise<OperatorCaller | Code>;
}

export interface Identity {
  caller?: Caller;
  operator?: OperatorCaller;
  /** The key of rate limits. */
  limitKey: LimitKey;
}

/** A header's value; empty if it is absent or repeated. */
export function header(request: FastifyRequest | IncomingMessage, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

/** The caller, or the code of a refusal: 4015 to 4017, 5030 without a permission that it needs. */
export async function identifyCaller(
  call: Call,
  request: FastifyRequest,
  authenticators: Authenticators,
): Promise<Identity | Code> {
  if (call.auth === 'public') return { limitKey: addressSubject(requestAddress(request)) };
  const token = header(request, 'x-token');
  if (call.auth === 'member') {
    const caller = await authenticators.authenticate(token);
    return typeof caller === 'number'
      ? caller
      : { caller, limitKey: limitKey('member', caller.memberId) };
  }
  const operator = await authenticators.authenticateOperator(token);
  if (typeof operator === 'number') return operator;
  const isAllowed = call.needs === undefined || meets(operator.permissions, call.needs);
  return isAllowed ? { operator, limitKey: limitKey('operator', operator.operatorId) } : 5030;
}
