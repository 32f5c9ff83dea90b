/** A provider of OpenID Connect on this machine, by the library that others run, and a browser that signs in there. */
import { createECDH, createPrivateKey, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

type Claims = Record<string, unknown>;

/** What is wrong with the next answers; empty: nothing. */
export interface Deviations {
  /** Of the signed answer. */
  claims?: (claims: Claims) => Claims;
  /** The answer is signed with a key that the provider does not publish. */
  isKeyWrong?: boolean;
  /** The person, or the provider, says no. */
  isRefused?: boolean;
  /** The status of every answer. */
  status?: number;
}

export interface TestProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  deviations: Deviations;
  /** A browser goes there and signs in as `subject`; the query with which it comes back. */
  visit(url: string, subject: string): Promise<string>;
  close(): Promise<void>;
}

const CLIENT = { clientId: 'the console', clientSecret: 'a secret of the test' };
const KEY_ID = 'published';
/** More than any sign-in takes. */
const REDIRECTS_MAX = 10;

function newKey() {
  const ecdh = createECDH('prime256v1');
  const point = ecdh.generateKeys();
  const [x, y, d] = [point.subarray(1, 33), point.subarray(33), ecdh.getPrivateKey()].map((bytes) =>
    bytes.toString('base64url'),
  ) as [string, string, string];
  const jwk = { kty: 'EC', crv: 'P-256', x, y, d, kid: KEY_ID, alg: 'ES256', use: 'sig' };
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return {
    jwk,
    signed(claims: Claims): string {
      const text = `${base64({ alg: 'ES256', kid: KEY_ID })}.${base64(claims)}`;
      const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
      return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
    },
  };
}

const claimsIn = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;

/** `returnTo`: the redirect URI of the console. Listens on a free port. */
export async function startProvider(returnTo: string): Promise<TestProvider> {
  const [key, otherKey] = [newKey(), newKey()];
  let subject = '';
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const test: TestProvider = {
    issuer,
    ...CLIENT,
    deviations: {},
    visit(url, who) {
      subject = who;
      return browse(url, returnTo);
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [returnTo],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [key.jwk as never] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    cookies: { keys: ['a key of the test'] },
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      Grant: 60,
      IdToken: 60,
      Interaction: 60,
      Session: 60,
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: `${id}@example.com`,
        email_verified: !id.startsWith('unverified'),
      }),
    }),
    async loadExistingGrant({ oidc }) {
      const { session, client } = oidc;
      const grant = new provider.Grant({
        clientId: client!.clientId,
        accountId: session!.accountId!,
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    const { claims, isKeyWrong } = test.deviations;
    const body = context.body as { id_token?: string } | undefined;
    if (body?.id_token === undefined || (claims === undefined && isKeyWrong !== true)) return;
    const said = claimsIn(body.id_token);
    const signer = isKeyWrong === true ? otherKey : key;
    context.body = { ...body, id_token: signer.signed(claims?.(said) ?? said) };
  });
  const callback = provider.callback();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, isRefused } = test.deviations;
    if (status !== undefined) return void response.writeHead(status).end();
    if (!(request.url ?? '').startsWith('/interaction/')) return callback(request, response);
    const result =
      isRefused === true ? { error: 'access_denied' } : { login: { accountId: subject } };
    await provider.interactionFinished(request, response, result);
  }
  return test;
}

/** Follows the redirects with cookies of its own, up to the console. */
async function browse(from: string, returnTo: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = from;
  for (let count = 0; count < REDIRECTS_MAX; count += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = response.headers.get('location');
    if (location === null)
      throw new Error(`the provider stays at ${url}: ${await response.text()}`);
    url = new URL(location, url).href;
    if (url.startsWith(returnTo)) return new URL(url).search.slice(1);
  }
  throw new Error('the provider never sends the browser back');
}
