import { describe, expect, it } from 'vitest';
import { readTracing } from './tracing.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' };

function read(environment: Record<string, string>) {
  const faults: string[] = [];
  return { settings: readTracing((name) => environment[name], faults), faults };
}

describe('traces', () => {
  it('are not recorded without a collector, or when they are disabled', () => {
    expect(read({})).toEqual({ settings: undefined, faults: [] });
    expect(read({ OTEL_TRACES_SAMPLER: 'always_on' }).settings).toBeUndefined();
    expect(read({ ...ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' })).toEqual({
      settings: undefined,
      faults: [],
    });
  });

  it('go to the collector with its headers', () => {
    const { settings, faults } = read({
      ...ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%3Db, x-team=tern',
      OTEL_RESOURCE_ATTRIBUTES: 'host.name=one',
    });
    expect(faults).toEqual([]);
    expect(settings).toEqual({
      url: 'http://127.0.0.1:4318/v1/traces',
      headers: { authorization: 'Bearer a=b', 'x-team': 'tern' },
      serviceName: 'tern',
      resource: { 'host.name': 'one' },
      sampler: { root: 'on', followsParent: true },
      ratio: 1,
      delayMs: 5_000,
    });
  });

  it.each([
    ['always_on', { root: 'on', followsParent: false }],
    ['always_off', { root: 'off', followsParent: false }],
    ['traceidratio', { root: 'ratio', followsParent: false }],
    ['parentbased_always_off', { root: 'off', followsParent: true }],
    ['parentbased_traceidratio', { root: 'ratio', followsParent: true }],
  ])('are chosen by %s', (name, sampler) => {
    expect(read({ ...ENDPOINT, OTEL_TRACES_SAMPLER: name }).settings?.sampler).toEqual(sampler);
  });

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [{ ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL'],
    [{ ...ENDPOINT, OTEL_TRACES_SAMPLER: 'jaeger_remote' }, 'OTEL_TRACES_SAMPLER must'],
    [{ ...ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '5' }, 'OTEL_TRACES_SAMPLER_ARG'],
    [{ ...ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '-1' }, 'OTEL_TRACES_SAMPLER_ARG'],
    [{ ...ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '1%' }, 'OTEL_TRACES_SAMPLER_ARG'],
    [{ ...ENDPOINT, OTEL_BSP_SCHEDULE_DELAY: '0' }, 'OTEL_BSP_SCHEDULE_DELAY'],
    [{ ...ENDPOINT, OTEL_SDK_DISABLED: 'yes' }, 'OTEL_SDK_DISABLED'],
    [{ ...ENDPOINT, OTEL_SERVICE_NAME: 'a'.repeat(101) }, 'OTEL_SERVICE_NAME'],
  ])('%j are refused', (environment, fault) => {
    expect(read(environment).faults).toEqual([expect.stringContaining(fault)]);
  });

  it('with unreadable headers are refused without repeating them', () => {
    const { faults } = read({ ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'secret-key' });
    expect(faults).toEqual([expect.stringContaining('OTEL_EXPORTER_OTLP_HEADERS')]);
    expect(faults[0]).not.toContain('secret-key');
  });
});
