/** The trace of an order whose engine is in another instance: one trace over both, and one request id in both logs (ADR 65). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import { createLog } from '../src/platform/log.ts';
import { openTracing } from '../src/platform/tracing/open-tracing.ts';
import type { Tracing } from '../src/platform/tracing/trace.ts';
import { type JoinedBus, joinBuses } from './support/joined-buses.ts';
import { type OtlpReceiver, startOtlpReceiver } from './support/otlp-receiver.ts';
import type { Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';
import { shareLeases } from './support/shared-leases.ts';

const CALLER = '00f067aa0ba902b7';
const REQUEST = 'incident-000077';
const lines: Record<string, unknown>[] = [];
let receiver: OtlpReceiver;
let tracings: Tracing[];
/** Has every engine. */
let engine: TestServer;
/** Takes the calls. */
let api: TestServer;
let person: Person;
/** What the next message to an engine becomes on its way. */
let change: (message: unknown) => unknown = (message) => message;
const sent: { requestId?: string; traceparent?: string }[][] = [];

async function tracingOf(service: string): Promise<Tracing> {
  const { tracing } = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_SERVICE_NAME: service,
    OTEL_BSP_SCHEDULE_DELAY: '20',
    OTEL_TRACES_SAMPLER: 'parentbased_always_off',
  });
  const deps = { version: '1.2.3', log: createLog('silent'), now: Date.now };
  return (await openTracing(tracing, deps))!;
}

function watched(bus: JoinedBus): JoinedBus {
  return {
    ...bus,
    request(topic, message, limit) {
      sent.push(message as (typeof sent)[number]);
      return bus.request(topic, change(message), limit);
    },
  };
}

beforeAll(async () => {
  receiver = await startOtlpReceiver();
  tracings = [await tracingOf('tern-engine'), await tracingOf('tern-api')];
  const buses = joinBuses();
  const leases = shareLeases();
  engine = await startServer({
    bus: buses.join(),
    leases: leases.join(),
    tracing: tracings[0],
    onLogLine: (line) => lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  api = await startServer({
    beside: engine,
    bus: watched(buses.join()),
    leases: leases.join(),
    tracing: tracings[1],
  });
  person = await engine.register();
  await engine.fund(person.memberId, { USDT: '100000' });
}, 180_000);

afterAll(async () => {
  await api?.stop();
  await engine?.stop();
  for (const tracing of tracings ?? []) await tracing.close();
  receiver?.close();
});

let count = 0;
async function place(flags: '00' | '01') {
  count += 1;
  const traceId = count.toString(16).padStart(32, 'b');
  const response = await fetch(`${api.url()}/api/bborder/upbbbuy`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-token': person.token,
      'x-request-id': REQUEST,
      traceparent: `00-${traceId}-${CALLER}-${flags}`,
    },
    body: JSON.stringify({ symbol: 'btcusdt', buytype: 2, musdt: '100' }),
  });
  const { code } = (await response.json()) as { code: number };
  return { traceId, code };
}

const spansOf = (traceId: string) => receiver.spans.filter((span) => span.traceId === traceId);

it('An order shows the request, below it the work of the engine’s instance, and below that the round', async () => {
  const { traceId, code } = await place('01');
  expect(code).toBe(0);
  await expect.poll(() => spansOf(traceId).filter(({ kind }) => kind === 2)).toHaveLength(2);
  await expect.poll(() => spansOf(traceId).map(({ name }) => name)).toContain('round');
  const of = (service: string) =>
    spansOf(traceId).filter(({ resource }) => resource['service.name'] === service);
  const root = of('tern-api').find(({ kind }) => kind === 2)!;
  const received = of('tern-engine').find(({ kind }) => kind === 2)!;
  expect(root).toMatchObject({ parentSpanId: CALLER, attributes: { 'tern.request.id': REQUEST } });
  expect(received).toMatchObject({
    name: 'order of another instance',
    parentSpanId: root.spanId,
    attributes: { 'tern.request.id': REQUEST, 'tern.command': 'place' },
  });
  const rounds = spansOf(traceId).filter(({ name }) => name === 'round');
  expect(rounds).toMatchObject([
    { parentSpanId: received.spanId, resource: { 'service.name': 'tern-engine' } },
  ]);
});

it('An order that fails in the engine’s instance is found in its log by trace and request', async () => {
  change = (message) =>
    (message as { command: object }[]).map((each) => ({
      ...each,
      command: { ...each.command, budget: 'no amount' },
    }));
  const { traceId, code } = await place('01');
  change = (message) => message;
  expect(code).not.toBe(0);
  const told = lines.filter((line) => line['traceId'] === traceId);
  expect(told).toMatchObject([{ requestId: REQUEST, msg: 'a command of another instance failed' }]);
  await expect
    .poll(() => spansOf(traceId).find(({ name }) => name === 'order of another instance')?.status)
    .toEqual({ code: 2 });
});

it('An order that is not traced carries no trace, and its engine records nothing', async () => {
  const { traceId, code } = await place('00');
  expect(code).toBe(0);
  expect(sent.at(-1)!.map(({ traceparent }) => traceparent)).toEqual([undefined]);
  await place('01');
  expect(spansOf(traceId)).toEqual([]);
});

it('A text from another instance that is no trace begins none', () => {
  for (const traceparent of ['', 'nonsense', `00-${'0'.repeat(32)}-${CALLER}-01`]) {
    const asked = { traceparent, requestId: REQUEST, name: 'x', attributes: {} };
    expect(tracings[0]!.continued(asked)).toBeUndefined();
  }
});
