/** The HTTP server: declared calls under /api, their OpenAPI documents, sockets, and the built apps. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Call, Code } from '@tern/protocol';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onSendAsyncHookHandler,
} from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import type { SocketEndpoint } from '../feature.ts';
import { addressSubject, limitKey, type LimitKey } from '../limit-key.ts';
import type { Log } from '../log.ts';
import type { EventLoopMonitor } from '../event-loop-monitor.ts';
import { inRequest, requestIdOf } from '../request-id.ts';
import { acceptForms, acceptJson, compressLong } from './bodies.ts';
import { callerAddress, requestAddress, trustedProxy } from './caller-address.ts';
import {
  boundPipelines,
  CONNECTION_TIMES,
  declineUpgrade,
  endWith,
  limitConnections,
} from './connections.ts';
import { consoleGate, type ConsolePlace, limitConsole } from './console-place.ts';
import { addDocuments, documentRoute, serveDocument, takesInput } from './document.ts';
import { type HttpMeter, noteDropped, onDropped } from './http-meter.ts';
import { type Authenticators, header, identifyCaller, type Identity } from './identify-caller.ts';
import {
  failureOfRequest,
  type Failures,
  isUnreadable,
  malformedHttp,
  unexpectedFields,
} from './request-failure.ts';
import { type Turns, turnsOfBytes } from '../turns.ts';
import { addRawEndpoints, type RawEndpoint } from './raw-endpoint.ts';
import { lazyValidators } from './lazy-validators.ts';
import type { SocketMoves } from './move-sockets.ts';
import { watchInFlight } from './requests-in-flight.ts';
import type { FieldNames, Route } from './route.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { type Mode, serveConsole, serveWeb } from './static-files.ts';
import { traceRequests } from './trace-requests.ts';
import type { Tracing } from '../tracing/trace.ts';

export interface HttpDeps extends Failures, Authenticators, Turns {
  routes: readonly Route[];
  endpoints?: readonly RawEndpoint[];
  sockets: readonly SocketEndpoint[];
  /** Whether the money is real: the pages say so at their first paint. */
  mode: Mode;
  /** Folder of the built web app; absent in some tests. */
  webRoot: string | undefined;
  /** Folder of the built operators' console. */
  consoleRoot?: string | undefined;
  /** Where the console and its calls are served; absent: everywhere. */
  consolePlace?: ConsolePlace | undefined;
  version: string;
  /** Proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: readonly string[];
  log: Log;
  monitor: Pick<EventLoopMonitor, 'note'>;
  /** Absent: nothing is traced. */
  tracing?: Tracing | undefined;
  /** Told of every answer and socket. */
  meters: readonly HttpMeter[];
  /** False: every request is answered with status 503, but for those of `alwaysServed`. Absent: it serves. */
  isServing?(): boolean;
  /** Told of every socket. Absent: sockets stay until the server stops. */
  moves?: SocketMoves;
  /** Paths that are served always. */
  alwaysServed?: readonly string[];
}

const ANY_PLACE: ConsolePlace = { host: undefined, from: [] };
const BODY_BYTES_MAX = 64 * 1024;
const SOCKET_MESSAGE_BYTES_MAX = 16 * 1024;
/** Long enough to upload a photograph over a slow connection. */
const REQUEST_TIMEOUT_MS = 60_000;
/** Concurrent long bodies per caller: each takes megabytes of memory until it is parsed. */
const LONG_BODIES_MAX = 2;
/** Session ends the client must act on by logging out. */
const SESSION_CODES: readonly Code[] = [4015, 4016, 4017];
const KEY = /^[\w.:-]{1,128}$/;
const CONFIRMATION = /^[\w-]{1,64}$/;

/** Creates the server without listening; `close()` ends sockets first, then waits a little for requests. */
export async function createHttpServer(deps: HttpDeps): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: CONNECTION_TIMES,
    forceCloseConnections: true,
    trustProxy: deps.trustedProxies.length > 0 && [...deps.trustedProxies],
    routerOptions: { ignoreTrailingSlash: true },
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']),
    clientErrorHandler: (error, socket) => endWith(socket, malformedHttp(deps, error.code)),
    // A path that cannot be decoded does not exist.
    frameworkErrors: (_error, request, reply: FastifyReply) => {
      void reply
        .code(404)
        .header('x-request-id', request.id)
        .send(deps.failure(5007, header(request, 'lang')));
    },
  });
  acceptJson(app);
  app.setValidatorCompiler(
    lazyValidators({
      coerceTypes: false,
      removeAdditional: false,
      useDefaults: false,
      allErrors: true,
    }),
  );
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.setErrorHandler((error, request, reply) => {
    const lang = header(request, 'lang');
    // Below /api a failure is an answer; elsewhere the file is refused.
    if (request.url.startsWith('/api/')) {
      const { fields } = request.routeOptions.config as { fields?: FieldNames };
      return reply.code(200).send(failureOfRequest(deps, error, { lang, id: request.id, fields }));
    }
    // Client errors, such as paths out of the folder, are not logged: anyone could fill the log with them.
    if (!isUnreadable(error)) deps.log.warn({ err: error }, 'a file was not served');
    return reply.code(404).send(deps.failure(5007, lang));
  });
  app.setNotFoundHandler((request, reply) => {
    reply.code(404).send(deps.failure(5007, header(request, 'lang')));
  });
  identifyRequests(app);
  const inFlight = watchInFlight(app);
  refuseWhileIdle(app, deps);
  const mayReach = consoleGate(deps.consolePlace ?? ANY_PLACE, deps.trustedProxies);
  limitConsole(app, mayReach, (lang) => deps.failure(5007, lang));
  if (deps.tracing !== undefined) traceRequests(app, deps.tracing);
  watchRequests(app, deps);
  reportAnswers(app, deps);
  limitPages(app, deps);
  // Hooks of every request call back: a promise for each is a turn of the queue of microtasks more.
  app.addHook('onSend', (request, reply, ...[payload, done]) => {
    addSecurityHeaders(request, reply);
    const isTimed = reply.hasHeader('cache-control') || reply.raw.hasHeader('cache-control');
    if (!isTimed) reply.header('cache-control', 'no-store');
    done(null, payload);
  });
  await addDocuments(app, deps.version);
  await app.register(
    async (api) => {
      await addRoutes(api, deps);
      serveDocument(api, '/openapi.json', () => app.swagger());
      serveDocument(api, '/operator/openapi.json', () => app.operatorSwagger());
    },
    { prefix: '/api' },
  );
  await addRawEndpoints(app, deps.endpoints ?? [], deps);
  if (deps.webRoot !== undefined) await serveWeb(app, deps.webRoot, deps.mode);
  if (deps.consoleRoot !== undefined) await serveConsole(app, deps.consoleRoot, deps.mode);
  serveSockets(app, deps, mayReach);
  app.addHook('preClose', () => inFlight.answerAll());
  boundPipelines(app.server);
  const isProxy = trustedProxy(deps.trustedProxies);
  limitConnections(app.server, { isExempt: isProxy });
  return app;
}

/** Answers carry the id of their request, and so do the log lines of its work. */
function identifyRequests(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    inRequest(request.id, done);
  });
}

/** For clients that reach an instance which serves nothing now. */
const RETRY_AFTER_SECONDS = 1;

function refuseWhileIdle(app: FastifyInstance, deps: HttpDeps) {
  const { isServing, alwaysServed = [], failure } = deps;
  if (isServing === undefined) return;
  app.addHook('onRequest', (request, reply, done) => {
    if (isServing() || alwaysServed.includes(request.routeOptions.url ?? '')) return done();
    void reply
      .code(503)
      .header('retry-after', RETRY_AFTER_SECONDS)
      .send(failure(5006, header(request, 'lang')));
  });
}

/** Notes each request for the monitor, again after the body is read, because parsing may take long. */
function watchRequests(app: FastifyInstance, { monitor }: HttpDeps) {
  const note = ({ method, routeOptions }: FastifyRequest) =>
    monitor.note(`${method} ${routeOptions.url ?? 'unknown path'}`);
  app.addHook('onRequest', (request, _reply, done) => {
    note(request);
    done();
  });
  app.addHook('preValidation', (request, _reply, done) => {
    note(request);
    done();
  });
}

type Coded = { code?: unknown } | null;

/** The one place where answers are measured. */
function reportAnswers(app: FastifyInstance, { meters }: HttpDeps) {
  const codes = new WeakMap<FastifyRequest, number>();
  app.addHook<Coded>('preSerialization', (request, _reply, ...[payload, done]) => {
    if (typeof payload?.code === 'number') codes.set(request, payload.code);
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const answer = {
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      code: codes.get(request),
      durationMs: reply.elapsedTime,
    };
    for (const meter of meters) meter.answered(answer);
    done();
  });
}

/** Hashed files are cheap: streamed from disk and cached by browsers. Pages and documents are made for each request. */
const UNLIMITED = /^\/(?:console\/)?assets\//;

/** Limits pages, documents and files per address. Declared calls have their own limits. */
function limitPages(app: FastifyInstance, deps: HttpDeps) {
  const declared = new Set([
    ...deps.routes.map(({ call }) => `/api${call.path}`),
    ...(deps.endpoints ?? []).map(({ path }) => path),
  ]);
  app.addHook('onRequest', (request, reply, done) => {
    const { url } = request.routeOptions;
    // Refusing a path that does not exist costs almost nothing.
    if (url === undefined || declared.has(url) || UNLIMITED.test(request.url)) return done();
    const waitMs = deps.takeTurn(limitKey('page', addressSubject(requestAddress(request))), 'read');
    if (waitMs === 0) return done();
    const seconds = Math.ceil(waitMs / 1_000);
    void reply
      .code(429)
      .header('retry-after', seconds)
      .send(deps.failure(4024, header(request, 'lang'), { seconds }));
  });
}

/** Calls that accept forms are in a separate scope, so that other calls do not. */
async function addRoutes(api: FastifyInstance, deps: HttpDeps) {
  const takesForm = ({ call }: Route) => call.takesForm === true;
  for (const route of deps.routes) if (!takesForm(route)) addRoute(api, route, deps);
  await api.register(async (scope) => {
    acceptForms(scope);
    for (const route of deps.routes.filter(takesForm)) addRoute(scope, route, deps);
  });
}

function addRoute(api: FastifyInstance, route: Route, deps: HttpDeps) {
  const call: Call = route.call;
  const isLong = (call.bodyBytesMax ?? 0) > BODY_BYTES_MAX;
  const longBodies = isLong ? createConcurrencyLimit(LONG_BODIES_MAX) : undefined;
  const identities = new WeakMap<FastifyRequest, Identity>();
  const takesNone = !takesInput(call);
  /** Of requests with a valid input; any other costs one. */
  const turnsTaken = new WeakMap<FastifyRequest, number>();
  const oweForBytes: onSendAsyncHookHandler = async (request, _reply, payload) => {
    const identity = identities.get(request);
    if (identity === undefined || typeof payload !== 'string') return payload;
    const more = turnsOfBytes(payload.length) - (turnsTaken.get(request) ?? 1);
    if (more > 0) deps.oweTurns?.(identity.limitKey, call.rate, more);
    return payload;
  };
  api.route({
    method: call.method,
    url: call.path,
    bodyLimit: call.bodyBytesMax ?? BODY_BYTES_MAX,
    schema: documentRoute(call),
    config: { fields: route.fields } as object,
    ...(call.auth === 'public' ? { onSend: [oweForBytes, compressLong] } : {}),
    async onRequest(request, reply) {
      const lang = header(request, 'lang');
      const identity = await identifyCaller(call, request, deps);
      if (typeof identity === 'number') return reply.send(sessionFailure(deps, identity, lang));
      identities.set(request, identity);
      const waitMs = deps.takeTurn(identity.limitKey, call.rate);
      if (waitMs > 0) {
        const seconds = Math.ceil(waitMs / 1_000);
        return reply.send(deps.failure(4024, lang, { seconds }));
      }
      if (longBodies !== undefined) {
        const release = longBodies.take(identity.limitKey);
        if (release === undefined) return reply.send(deps.failure(4024, lang, { seconds: 1 }));
        reply.raw.once('close', release);
      }
      return undefined;
    },
    async handler(request) {
      const key = header(request, 'idempotency-key');
      const lang = header(request, 'lang');
      if (key !== '' && !KEY.test(key)) {
        return deps.failure(5001, lang, { fields: ['Idempotency-Key'] });
      }
      const isQuery = call.method === 'GET' || call.method === 'DELETE';
      const input = (isQuery ? request.query : request.body) ?? {};
      const fields = unexpectedFields(input, takesNone);
      if (fields.length > 0) return deps.failure(5001, lang, { fields });
      // One turn was taken before the input was read.
      const turns = route.turns?.(input) ?? 1;
      turnsTaken.set(request, turns);
      const more = turns - 1;
      const { limitKey } = identities.get(request)!;
      const waitMs = more > 0 ? deps.takeTurn(limitKey, call.rate, more) : 0;
      if (waitMs > 0) return deps.failure(4024, lang, { seconds: Math.ceil(waitMs / 1_000) });
      const { caller = { memberId: 0, sessionId: 0 }, operator } = identities.get(request) ?? {};
      const data = await route.answer({
        input,
        caller,
        ...(operator === undefined ? {} : { operator }),
        lang,
        address: requestAddress(request),
        userAgent: header(request, 'user-agent'),
        idempotencyKey: key === '' ? undefined : key,
        confirmation: confirmationOf(request),
      });
      return { code: 0, msg: 'ok', data };
    },
  });
}

function confirmationOf(request: FastifyRequest): string | undefined {
  const given = header(request, 'x-confirmation');
  return CONFIRMATION.test(given) ? given : undefined;
}

/** Limits how many requests of one caller run concurrently. */
function createConcurrencyLimit(max: number) {
  const running = new Map<LimitKey, number>();
  return {
    /** Returns the function to call at the end, or undefined when the caller has `max` running. */
    take(caller: LimitKey): (() => void) | undefined {
      const count = running.get(caller) ?? 0;
      if (count >= max) return undefined;
      running.set(caller, count + 1);
      return () => {
        const left = (running.get(caller) ?? 1) - 1;
        if (left === 0) running.delete(caller);
        else running.set(caller, left);
      };
    },
  };
}

function sessionFailure(deps: HttpDeps, code: Code, lang: string) {
  const failure = deps.failure(code, lang);
  return SESSION_CODES.includes(code)
    ? { ...failure, data: { ...failure.data, reload: true } }
    : failure;
}

function serveSockets(
  app: FastifyInstance,
  deps: HttpDeps,
  mayReach: ReturnType<typeof consoleGate>,
) {
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: SOCKET_MESSAGE_BYTES_MAX,
    // One frame per turn of the event loop: thousands fit into one packet.
    allowSynchronousEvents: false,
  });
  const ids = new WeakMap<IncomingMessage, string>();
  server.on('headers', (headers, request) => headers.push(`x-request-id: ${ids.get(request)}`));
  const addressOf = callerAddress(deps.trustedProxies);
  const endpoints = new Map(deps.sockets.map((endpoint) => [endpoint.path, endpoint]));
  app.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
      declineUpgrade(app.server, { request, stream, head });
      return;
    }
    const path = (request.url ?? '').split('?')[0]!;
    const endpoint = mayReach(path, request) ? endpoints.get(path) : undefined;
    const id = requestIdOf(request.headers['x-request-id']);
    const isIdle = deps.isServing?.() === false || deps.moves?.isMoving() === true;
    if (endpoint === undefined || !isSameOrigin(request) || isIdle) {
      const status = isIdle ? '503 Service Unavailable' : '404 Not Found';
      const lines = [`HTTP/1.1 ${status}`, `x-request-id: ${id}`, 'connection: close'];
      endWith(stream, [...lines, '', ''].join('\r\n'));
      return;
    }
    ids.set(request, id);
    server.handleUpgrade(request, stream, head, (socket) => {
      deps.moves?.add(socket);
      for (const meter of deps.meters) meterSocket(socket, path, meter);
      boundMessages(socket, () => deps.monitor.note(`frame ${path}`));
      const { takeTurn } = deps;
      const caller = { address: addressOf(request), takeTurn };
      inRequest(id, () => endpoint.accept(socket, request, caller));
    });
  });
  app.addHook('preClose', async () => {
    for (const socket of server.clients) socket.close(1001, 'the server stops');
    setTimeout(() => server.clients.forEach((socket) => socket.terminate()), 200).unref();
    server.close();
  });
}

function meterSocket(socket: WebSocket, path: string, meter: HttpMeter): void {
  meter.socketOpened(path);
  socket.once('close', () => meter.socketClosed(path));
  onDropped(socket, (reason) => meter.socketDropped(path, reason));
}

/** Messages per second of one connection. Each kind of socket has a far lower limit of its own. */
const MESSAGES_MAX = 1_000;

/** Ends a connection that floods, whatever its endpoint does with the messages. */
function boundMessages(socket: WebSocket, note: () => void): void {
  let count = 0;
  let secondAt = performance.now();
  socket.on('message', () => {
    note();
    const now = performance.now();
    if (now - secondAt >= 1_000) {
      secondAt = now;
      count = 0;
    }
    count += 1;
    if (count <= MESSAGES_MAX) return;
    noteDropped(socket, 'flood');
    socket.terminate();
  });
}

/** Browsers always send an origin; other programs send none. */
function isSameOrigin(request: IncomingMessage): boolean {
  const origin = header(request, 'origin');
  if (origin === '') return true;
  return URL.canParse(origin) && new URL(origin).host === header(request, 'host');
}
