/** Traces of a whole server, as a collector receives them: calls, their database work, the rounds of orders (ADR 63). */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import { text } from '../src/platform/database/columns.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { traceDatabase } from '../src/platform/database/traced-database.ts';
import { createLog } from '../src/platform/log.ts';
import { openTracing } from '../src/platform/tracing/open-tracing.ts';
import { currentTrace, inTrace, type Tracing } from '../src/platform/tracing/trace.ts';
import {
  type OtlpReceiver,
  type ReceivedSpan,
  startOtlpReceiver,
} from './support/otlp-receiver.ts';
import type { Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const CALLER = '00f067aa0ba902b7';
const log = createLog('silent');
const lines: Record<string, unknown>[] = [];
let receiver: OtlpReceiver;
let server: TestServer;
let tracing: Tracing;
let person: Person;

const openFor = async (environment: Record<string, string>) => {
  const { tracing: settings } = readConfig(environment);
  const opened = await openTracing(settings, { version: '1.2.3', log, now: Date.now });
  if (opened === undefined) throw new Error('nothing is traced');
  return opened;
};

beforeAll(async () => {
  receiver = await startOtlpReceiver();
  tracing = await openFor({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc',
    OTEL_SERVICE_NAME: 'tern-test',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=tests',
    OTEL_BSP_SCHEDULE_DELAY: '20',
    // Only what the tests ask for.
    OTEL_TRACES_SAMPLER: 'parentbased_always_off',
  });
  server = await startServer({
    tracing,
    onLogLine: (line) => lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  person = await server.register();
  await server.fund(person.memberId, { USDT: '100000' });
}, 120_000);
afterAll(async () => {
  await server?.stop();
  await tracing?.close();
  receiver?.close();
});

let count = 0;
const newTrace = () => {
  count += 1;
  return count.toString(16).padStart(32, 'a');
};
/** Of a request without a server. */
const asked = { requestId: 'incident-000078', name: 'GET /x', attributes: {} };
const headerOf = (traceId: string, flags = '01') => `00-${traceId}-${CALLER}-${flags}`;

async function ask(path: string, traceparent: string, body?: object, token?: string) {
  const response = await fetch(`${server.url()}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      traceparent,
      'x-request-id': 'incident-000077',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { 'x-token': token }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as { code: number; data: Record<string, unknown> };
}

const kept = (traceId: string) => receiver.spans.filter((span) => span.traceId === traceId);

/** The spans of a trace once its request has ended. */
async function received(traceId: string): Promise<{ root: ReceivedSpan; inner: ReceivedSpan[] }> {
  await expect.poll(() => kept(traceId).some(({ kind }) => kind === 2)).toBe(true);
  const [root] = kept(traceId).filter(({ kind }) => kind === 2);
  return { root: root!, inner: kept(traceId).filter(({ kind }) => kind !== 2) };
}

describe('a call', () => {
  it('continues the trace of its caller, with what it asked of the database inside', async () => {
    const id = newTrace();
    await ask('/bborder/myBborderList?page=1', headerOf(id), undefined, person.token);
    const { root, inner } = await received(id);
    expect(root).toMatchObject({
      parentSpanId: CALLER,
      attributes: {
        'http.request.method': 'GET',
        'http.response.status_code': 200,
        'tern.request.id': 'incident-000077',
      },
      resource: {
        'service.name': 'tern-test',
        'service.version': '1.2.3',
        'deployment.environment.name': 'tests',
      },
    });
    expect(root.name).toBe(`GET ${String(root.attributes['http.route'])}`);
    expect(inner.length).toBeGreaterThan(0);
    for (const span of inner) {
      expect(span).toMatchObject({
        parentSpanId: root.spanId,
        kind: 3,
        attributes: { 'db.system.name': 'postgresql' },
      });
      expect(BigInt(span.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(root.startTimeUnixNano));
    }
    expect(receiver.headers().authorization).toBe('Bearer abc');
  });

  it('is not recorded when its caller records nothing, or the sampler decides so', async () => {
    const [silent, sampled] = [newTrace(), newTrace()];
    await ask('/base/site', headerOf(silent, '00'));
    const before = receiver.spans.length;
    await ask('/base/site', 'not a trace');
    await ask('/base/site', `00-${'0'.repeat(32)}-${CALLER}-01`);
    await ask('/base/site', headerOf(sampled));
    await received(sampled);
    expect(kept(silent)).toEqual([]);
    expect(receiver.spans.slice(before).every(({ traceId }) => traceId === sampled)).toBe(true);
  });

  it('that changes something shows its transaction, with the names of its queries', async () => {
    const id = newTrace();
    await ask('/base/captcha', headerOf(id), {});
    const { inner } = await received(id);
    const [transaction] = inner.filter(({ name }) => name === 'transaction');
    const queries = transaction?.attributes['tern.queries'] as string[];
    expect(queries.length).toBeGreaterThan(0);
    for (const query of queries) expect(query).toMatch(/^[a-z-]+[.]\w+$/);
  });

  it('that fails is an error, and the log line of it has its trace', async () => {
    const id = newTrace();
    const planned = new Error('planned');
    const spies = (['one', 'maybe', 'many', 'transaction'] as const).map((name) =>
      vi.spyOn(server.fresh.database, name).mockRejectedValue(planned),
    );
    try {
      expect((await ask('/base/captcha', headerOf(id), {})).code).toBe(5000);
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
    const { root, inner } = await received(id);
    expect(root).toMatchObject({ status: { code: 2 }, attributes: { 'tern.code': 5000 } });
    expect(inner).toMatchObject([{ status: { code: 2 }, attributes: { 'error.type': 'Error' } }]);
    const told = lines.filter(({ traceId }) => traceId === id);
    expect(told).toMatchObject([{ requestId: 'incident-000077', msg: 'an unforeseen error' }]);
  });
});

describe('an order', () => {
  it('shows the round that committed it, under the name the journal has', async () => {
    const id = newTrace();
    const input = { symbol: 'btcusdt', buytype: 2, musdt: '100' };
    expect((await ask('/bborder/upbbbuy', headerOf(id), input, person.token)).code).toBe(0);
    const { root, inner } = await received(id);
    const rounds = inner.filter(({ name }) => name === 'round');
    expect(rounds).toMatchObject([
      { parentSpanId: root.spanId, kind: 1, attributes: { 'tern.round.commands': 1 } },
    ]);
    const entry = defineQuery({
      name: 'test.entryOfReference',
      text: 'select reference from ledger_entries where reference = $1',
      params: [text],
      row: { reference: text },
    });
    const reference = String(rounds[0]?.attributes['tern.round.reference']);
    expect(await server.fresh.database.many(entry, [reference])).toEqual([{ reference }]);
  });

  it('tells nothing about its member', async () => {
    const told = JSON.stringify(receiver.spans);
    for (const secret of [person.token, person.email, person.phone, '"100"']) {
      expect(told).not.toContain(secret);
    }
  });
});

describe('the database', () => {
  const connection = defineQuery({
    name: 'test.nameOfConnection',
    text: `select current_setting('application_name') as name`,
    params: [],
    row: { name: text },
  });

  it('lists a traced transaction under its trace, and the next one on its connection without', async () => {
    const id = newTrace();
    const database = traceDatabase(server.fresh.database, 'api');
    const span = tracing.request({
      headers: { traceparent: headerOf(id) },
      ...asked,
    });
    let names: Promise<unknown> | undefined;
    const leave = inTrace(span!.trace, () => {
      names = Promise.all([
        database.transaction((tx) => tx.one(connection, [])),
        database.snapshot((reader) => reader.one(connection, [])),
      ]);
    });
    expect(await names).toEqual([{ name: `tern api ${id}` }, { name: `tern api ${id}` }]);
    leave();
    span!.end();
    const later = await Promise.all(
      Array.from({ length: 16 }, () => database.transaction((tx) => tx.one(connection, []))),
    );
    for (const { name } of later) expect(name).not.toContain(id);
  });
});

describe('tracing', () => {
  it('is over with its request', async () => {
    await ask('/base/site', headerOf(newTrace()));
    expect(currentTrace()).toBeUndefined();
  });

  it('does not record everything that callers ask it to', () => {
    const count = 400;
    const spans = Array.from({ length: count }, () =>
      tracing.request({
        headers: { traceparent: headerOf(newTrace()) },
        ...asked,
      }),
    );
    const recorded = spans.filter((span) => span !== undefined);
    expect(recorded.length).toBeGreaterThan(20);
    expect(recorded.length).toBeLessThan(count / 2);
  });

  it('takes its share of calls', async () => {
    const shared = await openFor({
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
    });
    const spans = Array.from({ length: 4_000 }, () => shared.request({ headers: {}, ...asked }));
    const share = spans.filter((span) => span !== undefined).length / spans.length;
    expect(share).toBeGreaterThan(0.06);
    expect(share).toBeLessThan(0.14);
    await shared.close();
  });

  it('holds nobody up when the collector is away', async () => {
    const away = await openFor({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    away.request({ headers: {}, ...asked })?.end();
    await away.close();
  });
});
