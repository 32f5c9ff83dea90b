/** The signed REST API: checks key, rate limit and scope, then runs the call. */
import type {
  RawAnswer,
  RawEndpoint,
  RawRequest,
} from '../../../../../platform/http/raw-endpoint.ts';
import { addressSubject } from '../../../../../platform/limit-key.ts';
import type { Log } from '../../../../../platform/log.ts';
import {
  type Access,
  type Authorization,
  type Credentials,
  internalError,
  isSignatureNotValid,
  type KeyLimits,
  noPermission,
  type Quota,
  signatureNotValid,
  tooManyRequests,
} from '../../../keys/index.ts';
import { cancelAllAfterCall } from '../cancel-all-after.ts';
import { accountCalls } from './account-calls.ts';
import { algoCalls } from './algo-calls.ts';
import { amendCalls } from './amend-calls.ts';
import { type Envelope, faultOfRefusal, firstEnvelope, secondEnvelope } from './answers.ts';
import { fundCalls } from './fund-calls.ts';
import { listCalls } from './list-calls.ts';
import { orderCalls } from './order-calls.ts';
import { recordCalls } from './record-calls.ts';
import { bodyOf, type Inputs, listBodyOf } from './request-fields.ts';
import { type SignedCall, type SignedCallDeps, WithHeaders } from './signed-call.ts';
import { forbiddenCalls } from './withheld-calls.ts';

export interface SignedEndpointsDeps extends SignedCallDeps {
  authorization: Authorization;
  limits: KeyLimits;
  log: Log;
}

export const signedCalls: readonly SignedCall[] = [
  ...accountCalls,
  ...orderCalls,
  ...amendCalls,
  cancelAllAfterCall,
  ...algoCalls,
  ...listCalls,
  ...fundCalls,
  ...recordCalls,
  ...forbiddenCalls,
];

export function signedEndpoints(deps: SignedEndpointsDeps): RawEndpoint[] {
  return signedCalls.map((call) => ({
    method: call.method,
    path: call.path,
    answer: (request) => answered(deps, call, request),
  }));
}

async function answered(
  deps: SignedEndpointsDeps,
  call: SignedCall,
  request: RawRequest,
): Promise<RawAnswer> {
  const envelope: Envelope = call.path.startsWith('/v2/') ? secondEnvelope : firstEnvelope;
  let quota: Quota | undefined;
  try {
    const access = await authorized(deps, call, request);
    quota = deps.limits.take(access.keyId);
    if (quota.isOver) throw tooManyRequests();
    if (call.scope === 'trade' && !access.canTrade) throw noPermission();
    const { params } = request;
    const inputs = inputsOf(call, request);
    // One turn was taken before the request was read.
    const more = (call.turns?.(inputs) ?? 1) - 1;
    if (more > 0) quota = deps.limits.take(access.keyId, more);
    if (quota.isOver) throw tooManyRequests();
    const answer = await call.answer(deps, { access, inputs, params });
    const { data, headers } =
      answer instanceof WithHeaders ? answer : { data: answer, headers: undefined };
    return { ...envelope.success(data), headers: { ...quota.headers, ...headers } };
  } catch (error) {
    const fault = faultOfRefusal(error);
    if (fault === undefined)
      deps.log.error({ err: error, path: call.path }, 'a signed call failed');
    const failure = envelope.failure(fault ?? internalError());
    return { ...failure, headers: { ...fault?.headers, ...quota?.headers } };
  }
}

function inputsOf({ method, listBody }: SignedCall, { query, body }: RawRequest): Inputs {
  if (method === 'GET') return Object.fromEntries(query);
  return listBody === undefined ? bodyOf(body) : listBodyOf(body, listBody);
}

/** Failed authentications count against the caller's IP address. */
async function authorized(
  deps: SignedEndpointsDeps,
  call: SignedCall,
  request: RawRequest,
): Promise<Access> {
  try {
    return await deps.authorization.check(credentialsOf(call, request));
  } catch (error) {
    if (!isSignatureNotValid(error)) throw error;
    const waitMs = request.takeTurn(addressSubject(request.address), 'secret');
    if (waitMs === 0) throw error;
    throw tooManyRequests({ 'retry-after': String(Math.ceil(waitMs / 1_000)) });
  }
}

function credentialsOf(
  call: SignedCall,
  { query, rawUrl, headers, address }: RawRequest,
): Credentials {
  const once = (name: string): string => {
    const [value, ...more] = query.getAll(name);
    if (value === undefined || value === '') throw signatureNotValid(`Missing ${name}`);
    if (more.length > 0) throw signatureNotValid(`Repeated ${name}`);
    return value;
  };
  if (once('SignatureMethod') !== 'HmacSHA256') throw signatureNotValid('Unknown SignatureMethod');
  if (once('SignatureVersion') !== '2') throw signatureNotValid('Unknown SignatureVersion');
  const [path = '', rawQuery = ''] = rawUrl.split('?');
  return {
    accessKey: once('AccessKeyId'),
    timestamp: once('Timestamp'),
    address,
    request: {
      method: call.method,
      host: headers.host ?? '',
      paths: [path],
      parameters: signedParameters(rawQuery),
      signature: once('Signature'),
    },
  };
}

/** The parameters of a raw query without the signature. */
function signedParameters(rawQuery: string): string[] {
  return rawQuery.split('&').filter((each) => each !== '' && !each.startsWith('Signature='));
}
