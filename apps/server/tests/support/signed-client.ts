/** An API client that signs its own requests, so that each part of a signature can be wrong. */
import { createHmac } from 'node:crypto';
import type { Input } from '@tern/protocol/client';
import { PASSWORD, type Person } from './people.ts';
import type { TestServer } from './server.ts';

export interface Credentials {
  keyId: number;
  accessKey: string;
  secret: string;
}

/** Creates a key as a member does; with the scope trade by default. */
export async function createApiKey(
  server: TestServer,
  { token }: Pick<Person, 'token'>,
  fields: Partial<Input<'POST /apiKey/createApiKey'>> = {},
): Promise<Credentials> {
  const input = { name: 'program', scopes: ['read', 'trade'] as ('read' | 'trade')[], ...fields };
  const made = await server.api.data(
    'POST /apiKey/createApiKey',
    { password: PASSWORD, ...input },
    { token },
  );
  return { keyId: made.apiKey.ID, accessKey: made.apiKey.accessKey, secret: made.secret };
}

export interface Signing {
  /** Epoch milliseconds of the signature; now if absent. */
  at?: number;
  secret?: string;
  /** Signed instead of the server's. */
  host?: string;
  /** Added to the query after signing. */
  smuggled?: string;
  /** How the signed parameters are encoded. */
  rewritten?: (parameters: string) => string;
}

export interface Answer {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of a foreign wire, read field by field
  body: any;
}

const timestampOf = (at: number) => new Date(at).toISOString().slice(0, 19);

export interface SignedClient extends Credentials {
  get(path: string, query?: Record<string, string>, signing?: Signing): Promise<Answer>;
  post(path: string, body: object, signing?: Signing): Promise<Answer>;
  /** The first message to `/ws/v2`. */
  socketAuth(signing?: Signing & { path?: string }): object;
}

export function signedClient(url: () => string, credentials: Credentials): SignedClient {
  const sign = (lines: string[], secret = credentials.secret) =>
    createHmac('sha256', secret).update(lines.join('\n')).digest('base64');
  const signedPath = (method: string, path: string, query: object, signing: Signing) => {
    const parameters = new URLSearchParams({
      AccessKeyId: credentials.accessKey,
      SignatureMethod: 'HmacSHA256',
      SignatureVersion: '2',
      Timestamp: timestampOf(signing.at ?? Date.now()),
      ...query,
    }).toString();
    const host = signing.host ?? new URL(url()).host;
    const signature = sign([method, host, path, parameters], signing.secret);
    const extra = signing.smuggled === undefined ? '' : `&${signing.smuggled}`;
    const sent = signing.rewritten?.(parameters) ?? parameters;
    return `${path}?${sent}${extra}&${new URLSearchParams({ Signature: signature })}`;
  };
  const ask = async (path: string, init: RequestInit): Promise<Answer> => {
    const { status, headers, ...answer } = await fetch(url() + path, init).then(async (got) => ({
      status: got.status,
      headers: got.headers,
      body: JSON.parse(await got.text()) as unknown,
    }));
    return { status, headers, body: answer.body };
  };
  return {
    ...credentials,
    get: (path, query = {}, signing = {}) =>
      ask(signedPath('GET', path, query, signing), { method: 'GET' }),
    post: (path, body, signing = {}) =>
      ask(signedPath('POST', path, {}, signing), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    socketAuth({ path = '/ws/v2', ...signing } = {}) {
      const parameters = {
        accessKey: credentials.accessKey,
        signatureMethod: 'HmacSHA256',
        signatureVersion: '2.1',
        timestamp: timestampOf(signing.at ?? Date.now()),
      };
      const query = new URLSearchParams(parameters).toString();
      const host = signing.host ?? new URL(url()).host;
      const signature = sign(['GET', host, path, query], signing.secret);
      const params = { authType: 'api', ...parameters, signature };
      return { action: 'req', ch: 'auth', params };
    },
  };
}
