/** A span for each recorded request; its work runs inside of the trace. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { UNEXPECTED } from './http-meter.ts';
import { inTrace, type Span, type Tracing } from '../tracing/trace.ts';

/** Paths that nothing serves have one name: callers choose them. */
const NO_ROUTE = 'unknown path';

/**
 * Attributes are those of OpenTelemetry's conventions for HTTP; nothing names a member, an address or an amount. The code
 * of the envelope tells what HTTP's status does not.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  const failed = new WeakSet<FastifyRequest>();
  app.addHook('onRequest', (request, reply, done) => {
    const { method, id, headers } = request;
    const route = request.routeOptions.url ?? NO_ROUTE;
    const span = tracing.request({
      headers,
      requestId: id,
      name: `${method} ${route}`,
      attributes: { 'http.request.method': method, 'http.route': route },
    });
    if (span === undefined) return done();
    spans.set(request, span);
    const leave = inTrace(span.trace, done);
    // Also of a connection that breaks before its answer.
    reply.raw.once('close', () => {
      span.set({ 'http.response.status_code': reply.statusCode });
      const isFailed = failed.has(request) || reply.statusCode >= 500;
      span.end(isFailed ? { error: { code: reply.statusCode } } : undefined);
      leave();
    });
  });
  app.addHook('preSerialization', async (request, _reply, payload: { code?: unknown } | null) => {
    const code = payload?.code;
    const span = spans.get(request);
    if (span !== undefined && typeof code === 'number') {
      span.set({ 'tern.code': code });
      if (code === UNEXPECTED) failed.add(request);
    }
    return payload;
  });
}
