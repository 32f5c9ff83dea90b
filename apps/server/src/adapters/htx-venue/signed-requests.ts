/** Requests to an exchange with HTX's API, signed as HTX's documents describe; distinguishes a refusal from an unknown outcome. */
import { createHmac } from 'node:crypto';
import { VenueRefusal, VenueUnreachable } from '../../kernel/venues/venue.ts';
import type { Clock } from '../../platform/clock.ts';
import { fetch } from '../../platform/http/fetch.ts';

export interface HtxVenueSettings {
  /** `https://api.htx.com` */
  readonly url: string;
  readonly accessKey: string;
  readonly secret: string;
}

type Fields = Readonly<Record<string, string>>;

export interface HtxRequests {
  /** The `data` of the answer. @throws VenueRefusal, VenueUnreachable */
  get(path: string, query?: Fields): Promise<unknown>;
  /** `at`: signed with, epoch ms; the venue refuses it five minutes later. @throws VenueRefusal, VenueUnreachable */
  post(path: string, body: Fields, at: number): Promise<unknown>;
}

const TIMEOUT_MS = 5_000;
/** The longest answer is the list of all markets: about a megabyte at HTX. */
const BYTES_MAX = 8_000_000;

/** JavaScript would round ids of orders and small amounts: numbers are read as they are written. */
const NUMBER = /(?<!\\)(":\s*)(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=\s*[,}])/g;

interface Asked {
  method: 'GET' | 'POST';
  path: string;
  query?: Fields;
  body?: Fields;
  /** Epoch ms; now if absent. */
  at?: number;
}

interface Envelope {
  status?: string;
  data?: unknown;
  'err-code'?: string;
  'err-msg'?: string | null;
}

/** Neither the key nor a signature appears in an error. */
export function createHtxRequests(settings: HtxVenueSettings, clock: Clock): HtxRequests {
  const { origin, host } = new URL(settings.url);

  async function ask({ method, path, query = {}, body, at = clock.now() }: Asked) {
    const signed = signedQuery(settings, { method, host, path, query }, at);
    let answer: Envelope;
    try {
      const response = await fetch(`${origin}${path}?${signed}`, {
        method,
        ...(body && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await readBounded(response.body);
      answer = JSON.parse(text.replaceAll(NUMBER, '$1"$2"')) as Envelope;
      if (response.status >= 500 || response.status === 429) {
        throw new Error(`HTTP status ${response.status}`);
      }
    } catch (error) {
      throw new VenueUnreachable(`${method} ${path}: ${reasonOf(error)}`, { cause: error });
    }
    if (answer.status === 'ok') return answer.data;
    if (answer.status === 'error') {
      throw new VenueRefusal(answer['err-code'] ?? 'unknown', answer['err-msg'] ?? '');
    }
    throw new VenueUnreachable(`${method} ${path}: an answer without a status`);
  }
  return {
    get: (path, query = {}) => ask({ method: 'GET', path, query }),
    post: (path, body, at) => ask({ method: 'POST', path, body, at }),
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  if (error.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1_000} s`;
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** @throws Error beyond `BYTES_MAX` */
async function readBounded(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > BYTES_MAX) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The parameters in ASCII order with their signature, encoded. Units: `at` in epoch milliseconds. */
function signedQuery(
  { accessKey, secret }: HtxVenueSettings,
  request: { method: string; host: string; path: string; query: Fields },
  at: number,
): string {
  const fields = {
    ...request.query,
    AccessKeyId: accessKey,
    SignatureMethod: 'HmacSHA256',
    SignatureVersion: '2',
    Timestamp: new Date(at).toISOString().slice(0, 19),
  };
  const parameters = Object.entries(fields)
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .toSorted()
    .join('&');
  const lines = [request.method, request.host, request.path, parameters];
  const signature = createHmac('sha256', secret).update(lines.join('\n')).digest('base64');
  return `${parameters}&Signature=${encodeURIComponent(signature)}`;
}
