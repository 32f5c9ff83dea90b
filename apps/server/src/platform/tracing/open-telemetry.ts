/** Records traces with OpenTelemetry's own packages and sends them to a collector (ADR 63). Loaded only when it is configured. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Attributes as OtelAttributes,
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { createThrottle } from '../throttle.ts';
import { TokenBucket } from '../token-bucket.ts';
import type { Attributes, Span, Tracing } from './trace.ts';
import type { TracingDeps, TracingSettings } from './tracing-settings.ts';

/** Anyone can send the header that asks for a trace, so no more of those than these are recorded. */
const CONTINUED = { perSecond: 50, burst: 100 };
/** What cannot be delivered by then is lost: a collector that is away must not keep the server from ending. */
const CLOSE_WITHIN_MS = 3_000;

export function createOpenTelemetry(settings: TracingSettings, deps: TracingDeps): Tracing {
  const { now, version } = deps;
  const exporter = new OTLPTraceExporter({ url: settings.url, headers: { ...settings.headers } });
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        ...settings.resource,
        'service.name': settings.serviceName,
        'service.version': version,
      }),
    ),
    sampler: samplerOf(settings),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reporting(exporter, deps),
        scheduledDelayMillis: settings.delayMs,
      }),
    ],
  });
  const tracer = provider.getTracer('tern', version);
  const propagator = new W3CTraceContextPropagator();
  const continued = new TokenBucket(CONTINUED, now());
  const parentIn = (headers: object) =>
    propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
  const start = (
    parent: Context,
    { name, attributes, requestId }: { name: string; attributes: Attributes; requestId: string },
  ) => {
    const options = {
      kind: SpanKind.SERVER,
      attributes: attributesOf({ ...attributes, 'tern.request.id': requestId }),
    };
    const span = tracer.startSpan(name, options, parent);
    const isSampled = (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;
    return isSampled ? spanOver(span, { tracer, outer: parent, requestId }) : undefined;
  };
  return {
    request(asked) {
      const parent = parentIn(asked.headers);
      if (trace.getSpanContext(parent) !== undefined && continued.take(now()) > 0) return undefined;
      return start(parent, asked);
    },
    continued(asked) {
      const parent = parentIn({ traceparent: asked.traceparent });
      // A text that is no trace must not begin one.
      return trace.getSpanContext(parent) === undefined ? undefined : start(parent, asked);
    },
    async close() {
      const sent = provider.shutdown().catch(() => undefined);
      await Promise.race([sent, sleep(CLOSE_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const root = {
    on: new AlwaysOnSampler(),
    off: new AlwaysOffSampler(),
    ratio: new TraceIdRatioBasedSampler(ratio),
  }[sampler.root];
  return sampler.followsParent ? new ParentBasedSampler({ root }) : root;
}

/** Says at most once a minute that spans were lost. */
function reporting(exporter: SpanExporter, { log, now }: TracingDeps): SpanExporter {
  const mayWarn = createThrottle(now);
  return {
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code === ExportResultCode.FAILED && mayWarn('lost')) {
          log.warn({ err: result.error, spans: spans.length }, 'spans were not delivered');
        }
        done(result);
      });
    },
  };
}

const KINDS = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT } as const;

interface Around {
  readonly tracer: Tracer;
  readonly outer: Context;
  readonly requestId: string;
}

function spanOver(span: OtelSpan, { tracer, outer, requestId }: Around): Span {
  const inner = trace.setSpan(outer, span);
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    trace: {
      id: traceId,
      traceparent: `00-${traceId}-${spanId}-0${traceFlags.toString(16)}`,
      requestId,
      span(name, attributes = {}, kind = 'internal') {
        const options = { kind: KINDS[kind], attributes: attributesOf(attributes) };
        const started = tracer.startSpan(name, options, inner);
        return spanOver(started, { tracer, outer: inner, requestId });
      },
    },
    set: (attributes) => void span.setAttributes(attributesOf(attributes)),
    end(failure) {
      if (failure !== undefined) {
        const { name, code } = failure.error as { name?: string; code?: string | number };
        span.setAttribute('error.type', String(code ?? name ?? 'unknown'));
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

const attributesOf = (attributes: Attributes): OtelAttributes =>
  attributes as unknown as OtelAttributes;
