/** A provider of OpenID Connect: authorization codes with PKCE, and signed answers that are checked with its keys. */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  customFetch,
  type CustomFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type IDToken,
  type UserInfoResponse,
} from 'openid-client';
import {
  type ProvenIdentity,
  type ProviderAnswer,
  ProviderDown,
  type SignInProvider,
  type Visit,
} from '../kernel/operators/sign-in-provider.ts';
import type { Clock } from '../platform/clock.ts';
import { HOUR_MS, SECOND_MS } from '../platform/durations.ts';
import { fetchReason } from '../platform/http/fetch-reason.ts';
import { fetch } from '../platform/http/fetch.ts';
import { readAtMost } from '../platform/http/read-at-most.ts';

export interface OpenIdSettings {
  /** As the provider writes it. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** On the button of the login page. */
  name: string;
}

const TIMEOUT_MS = 5 * SECOND_MS;
/** Of each answer; those of the large providers have some tens of thousands. */
const BYTES_MAX = 262_144;
/** A provider may move its addresses meanwhile. Its keys are asked for again when an unknown one has signed. */
const KNOWN_MS = HOUR_MS;
/** As OpenID Connect says: at most 255 signs of ASCII. */
const SUBJECT = /^[\x20-\x7E]{1,255}$/;
const EMAIL = /^[^\s\p{C}]{1,254}$/u;

/** `returnTo`: where browsers come back, as the provider has it registered. */
export function createOpenIdProvider(
  settings: OpenIdSettings,
  { clock, returnTo }: { clock: Clock; returnTo: string },
): SignInProvider {
  let known: { configuration: Configuration; at: number } | undefined;
  const configured = async () => {
    const at = clock.now();
    if (known === undefined || known.at + KNOWN_MS <= at) {
      known = { configuration: await discoverProvider(settings), at };
    }
    return known.configuration;
  };
  return {
    name: settings.name,
    // With or without a slash it is the same provider.
    issuer: settings.issuer.replace(/\/$/, ''),
    async addressOf({ state, nonce, verifier, asksEmail }) {
      const address = buildAuthorizationUrl(await configured(), {
        redirect_uri: returnTo,
        scope: asksEmail ? 'openid email' : 'openid',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return address.href;
    },
    async identityOf(answer, visit) {
      const configuration = await configured();
      try {
        const returned = new URL(returnTo);
        returned.search = answer.toString();
        const identity = await takeCode(configuration, returned, visit);
        return { kind: 'proven', identity };
      } catch (error) {
        return noIdentity(error);
      }
    },
  };
}

/** Reads the provider's own description, as the doctor does too. @throws ProviderDown */
export async function discoverProvider(settings: OpenIdSettings): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  const isPlain = new URL(issuer).protocol === 'http:';
  try {
    return await discovery(new URL(issuer), clientId, undefined, authenticate(clientSecret), {
      [customFetch]: fetchBounded,
      timeout: TIMEOUT_MS / SECOND_MS,
      // Signatures are checked also where TLS already says who answers.
      execute: [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])],
    });
  } catch (error) {
    throw new ProviderDown(downReason(error) ?? reasonOf(error), { cause: error });
  }
}

/** Basic is what a client is registered with unless it says otherwise. */
function authenticate(clientSecret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)];
  return (...request) => {
    const [{ token_endpoint_auth_methods_supported: methods }] = request;
    const takesBasic = methods === undefined || methods.includes('client_secret_basic');
    return (takesBasic ? basic : post)(...request);
  };
}

async function takeCode(
  configuration: Configuration,
  returned: URL,
  { state, nonce, verifier, asksEmail }: Visit,
): Promise<ProvenIdentity> {
  const tokens = await authorizationCodeGrant(configuration, returned, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new Error('the provider named nobody');
  const { sub: subject } = claims;
  if (!SUBJECT.test(subject)) throw new Error('the provider names the person in a way of its own');
  if (!asksEmail) return { subject, email: '' };
  const email = verifiedEmail(claims);
  const isAsked = email === '' && configuration.serverMetadata().userinfo_endpoint !== undefined;
  if (!isAsked) return { subject, email };
  const more = await fetchUserInfo(configuration, tokens.access_token, subject);
  return { subject, email: verifiedEmail(more) };
}

/** Anyone may claim an address that nobody has verified. */
function verifiedEmail(claims: IDToken | UserInfoResponse): string {
  const { email, email_verified: isVerified } = claims;
  return typeof email === 'string' && isVerified === true && EMAIL.test(email) ? email : '';
}
/** @throws ProviderDown */
function noIdentity(error: unknown): ProviderAnswer {
  const down = downReason(error);
  if (down !== undefined) throw new ProviderDown(down, { cause: error });
  const kind = error instanceof AuthorizationResponseError ? 'refused' : 'invalid';
  return { kind, reason: reasonOf(error) };
}

/** The library wraps what failed below it. */
function downReason(error: unknown): string | undefined {
  if (error instanceof ProviderDown) return error.message;
  return error instanceof Error && error.cause !== undefined ? downReason(error.cause) : undefined;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== error.message
    ? `${error.message}: ${cause.message}`
    : error.message;
}

/** Follows no redirect. @throws ProviderDown */
const fetchBounded: CustomFetch = async (url, { method, headers, body }) => {
  try {
    const answer = await fetch(url, {
      method,
      headers,
      // A code is taken with a form; all else has no body.
      ...(body instanceof URLSearchParams ? { body: body.toString() } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const bytes = await readAtMost(answer, BYTES_MAX);
    if (answer.status >= 500) throw new Error(`it answered ${answer.status}`);
    const type = answer.headers.get('content-type') ?? '';
    return new Response(new Uint8Array(bytes), {
      status: answer.status,
      headers: { 'content-type': type },
    });
  } catch (error) {
    throw new ProviderDown(fetchReason(error), { cause: error });
  }
};
