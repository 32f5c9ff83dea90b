/** Endpoints outside of /api with their own format: raw request in, complete answer out. */
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { RateClass } from '@tern/protocol';
import type { FastifyInstance } from 'fastify';
import type { LimitKey } from '../limit-key.ts';
import { type Turns, turnsOfBytes } from '../turns.ts';
import { requestAddress } from './caller-address.ts';

export interface RawRequest {
  query: URLSearchParams;
  /** Values of the path's `:name` parts. */
  params: Readonly<Record<string, string>>;
  /** As received; empty when there is none. */
  body: string;
  headers: IncomingHttpHeaders;
  /** Path and query exactly as sent, because signatures cover them. */
  rawUrl: string;
  address: string;
  /** Counts a call of the caller, or as many as it costs; a long answer costs more (`turnsOfBytes`). */
  takeTurn: Turns['takeTurn'];
}

/** `body` is text, bytes or a stream of them: JSON unless `headers` has another `content-type`. */
export interface RawAnswer {
  status: number;
  body: string | Buffer | Readable;
  /** Names in lower case. */
  headers?: Readonly<Record<string, string>>;
}

export interface RawEndpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** "/market/tickers"; a path may end with "*", whose value is the parameter of that name. */
  path: string;
  /** Should answer its own failures; a thrown error is answered in the envelope of /api. */
  answer(request: RawRequest): Promise<RawAnswer>;
}

/** The turns of a request. */
interface Taken {
  readonly caller: LimitKey;
  readonly rate: RateClass;
  readonly turns: number;
}

export async function addRawEndpoints(
  app: FastifyInstance,
  endpoints: readonly RawEndpoint[],
  { takeTurn, oweTurns }: Turns,
): Promise<void> {
  await app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
      done(null, body);
    });
    for (const endpoint of endpoints) {
      raw.route({
        method: endpoint.method,
        url: endpoint.path,
        schema: { hide: true } as object,
        async handler(request, reply) {
          const rawUrl = request.raw.url ?? '';
          let taken: Taken | undefined;
          const answer = await endpoint.answer({
            query: new URLSearchParams(rawUrl.split('?')[1] ?? ''),
            params: request.params as Record<string, string>,
            body: typeof request.body === 'string' ? request.body : '',
            headers: request.headers,
            rawUrl,
            address: requestAddress(request),
            takeTurn(caller, rate, turns = 1) {
              taken = { caller, rate, turns: (taken?.turns ?? 0) + turns };
              return takeTurn(caller, rate, turns);
            },
          });
          if (taken !== undefined && !(answer.body instanceof Readable)) {
            const more = turnsOfBytes(answer.body.length) - taken.turns;
            if (more > 0) oweTurns?.(taken.caller, taken.rate, more);
          }
          return reply
            .code(answer.status)
            .header('cache-control', 'no-store')
            .type('application/json; charset=utf-8')
            .headers(answer.headers ?? {})
            .serializer((text: string) => text)
            .send(answer.body);
        },
      });
    }
  });
}
