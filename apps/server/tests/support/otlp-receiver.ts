/** A collector of OpenTelemetry: receives OTLP over HTTP as JSON, and keeps the spans. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

type Value = { stringValue?: string; intValue?: number; arrayValue?: { values: Value[] } };
type Attribute = { key: string; value: Value };

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: Record<string, unknown>;
  /** `code`: 2 for an error. */
  readonly status: { readonly code?: number };
  readonly resource: Record<string, unknown>;
}

export interface OtlpReceiver {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly endpoint: string;
  readonly spans: ReceivedSpan[];
  /** Of the last request. */
  headers(): IncomingHttpHeaders;
  close(): void;
}

interface Request {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<ReceivedSpan, 'attributes'> & { attributes: Attribute[] })[] }[];
  }[];
}

const valueOf = ({ stringValue, intValue, arrayValue }: Value): unknown =>
  stringValue ?? intValue ?? arrayValue?.values.map(valueOf);

const byKey = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, valueOf(value)]));

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  let headers: IncomingHttpHeaders = {};
  const server = createServer((request, response) => {
    void (async () => {
      const body = (await json(request)) as Request;
      if (request.url !== '/v1/traces') return response.writeHead(404).end();
      headers = request.headers;
      for (const { resource, scopeSpans } of body.resourceSpans) {
        for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
          const attributes = byKey(span.attributes);
          spans.push({ ...span, attributes, resource: byKey(resource.attributes) });
        }
      }
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers: () => headers,
    close: () => server.close(),
  };
}
