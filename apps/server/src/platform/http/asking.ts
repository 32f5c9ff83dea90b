/** Who asks: the session behind a token, and whether the call is for them. */
import type { IncomingMessage } from 'node:http';
import type { Call, Code } from '@tern/protocol';
import type { FastifyRequest } from 'fastify';
import { requestAddress } from './caller-address.ts';
import type { Caller, OperatorCaller } from './route.ts';

export interface Askers {
  authenticate(token: string): Promise<Caller | Code>;
  authenticateOperator(token: string): Promise<OperatorCaller | Code>;
}

export interface Asking {
  caller?: Caller;
  operator?: OperatorCaller;
  /** What limits are counted under. */
  who: string;
}

/** Text of a header that may only be given once. */
export function header(request: FastifyRequest | IncomingMessage, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

/** Who asks for a call, or the code that refuses them: 4015 to 4017, 5030 without the role. */
export async function askerOf(
  call: Call,
  request: FastifyRequest,
  askers: Askers,
): Promise<Asking | Code> {
  if (call.auth === 'public') return { who: requestAddress(request) };
  const token = header(request, 'x-token');
  if (call.auth === 'member') {
    const caller = await askers.authenticate(token);
    return typeof caller === 'number' ? caller : { caller, who: `member ${caller.memberId}` };
  }
  const operator = await askers.authenticateOperator(token);
  if (typeof operator === 'number') return operator;
  const isAllowed = call.roles?.some((role) => operator.roles.includes(role)) ?? true;
  return isAllowed ? { operator, who: `operator ${operator.operatorId}` } : 5030;
}
