/** Reads where traces are sent from OpenTelemetry's standard variables. */
import { describeSettings, type Given, type NameOf } from './setting.ts';
import type { TracingSettings } from '../platform/tracing/tracing-settings.ts';

export const tracingSettings = describeSettings({
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    description: 'The OpenTelemetry collector that receives traces; `/v1/traces` is added to it.',
    format: 'an `http://` or `https://` address, such as `http://127.0.0.1:4318`',
    rationale: 'A slow call whose time nobody can divide between instance, database and round.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    description: 'Headers that are sent to the collector; keep them secret.',
    format: '`name=value`, separated by commas, values URL-encoded',
    rationale: 'A key of the collector in its address, which logs repeat.',
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    description: 'The form in which traces are sent.',
    format: '`http/json`',
    default: '`http/json`',
    rationale:
      'Traces sent in a form that a setting for other instances asks for and Tern does not have.',
  },
  OTEL_SERVICE_NAME: {
    description: 'The name of this instance in traces.',
    format: 'a name of up to 100 characters',
    default: '`tern`',
    rationale: 'Several deployments under one name.',
  },
  OTEL_RESOURCE_ATTRIBUTES: {
    description: 'More about this instance in each trace.',
    format: '`name=value`, separated by commas, values URL-encoded',
    rationale: 'Traces that do not tell from which machine they come.',
  },
  OTEL_TRACES_SAMPLER: {
    description: 'Which requests are traced.',
    format:
      '`always_on`, `always_off`, `traceidratio`, or one of them after `parentbased_`, where a caller who sends a trace has decided',
    default: '`parentbased_always_on`',
    rationale: 'The cost of tracing every order of a busy day.',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    description: 'The share that `traceidratio` traces.',
    format: 'a number from 0 to 1, such as `0.01`',
    default: '`1`',
    rationale: 'A percentage read as a share: 5 is refused.',
  },
  OTEL_BSP_SCHEDULE_DELAY: {
    description: 'How long spans wait to be sent together.',
    format: 'whole milliseconds from 1 to 60000',
    default: '`5000`',
    rationale: 'A request to the collector for each span.',
  },
  OTEL_SDK_DISABLED: {
    description: 'Turns tracing off without removing its other settings.',
    format: '`true` or `false`',
    default: '`false`',
    rationale: 'A collector address that has to be deleted and found again.',
  },
});

type Name = NameOf<typeof tracingSettings>;

const NAME_LENGTH_MAX = 100;
const DELAY_MS_MAX = 60_000;
const SAMPLER = /^(?<parent>parentbased_)?(?:always_(?<fixed>on|off)|traceidratio)$/;

/** Absent: nothing is traced. Faults are added to `faults`. */
export function readTracing(given: Given<Name>, faults: string[]): TracingSettings | undefined {
  const settings = {
    url: readEndpoint(given('OTEL_EXPORTER_OTLP_ENDPOINT'), faults),
    headers: readPairs('OTEL_EXPORTER_OTLP_HEADERS', given, faults),
    serviceName: given('OTEL_SERVICE_NAME') ?? 'tern',
    resource: readPairs('OTEL_RESOURCE_ATTRIBUTES', given, faults),
    sampler: readSampler(given('OTEL_TRACES_SAMPLER'), faults),
    ratio: readRatio(given('OTEL_TRACES_SAMPLER_ARG'), faults),
    delayMs: readDelay(given('OTEL_BSP_SCHEDULE_DELAY'), faults),
  };
  if (settings.serviceName.length > NAME_LENGTH_MAX) {
    faults.push(`OTEL_SERVICE_NAME must have at most ${NAME_LENGTH_MAX} characters`);
  }
  const isDisabled = readDisabled(given('OTEL_SDK_DISABLED'), faults);
  const { url } = settings;
  if (url === undefined || isDisabled) return undefined;
  const protocol = given('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/json';
  if (protocol !== 'http/json') faults.push('OTEL_EXPORTER_OTLP_PROTOCOL must be http/json');
  return { ...settings, url };
}

function readEndpoint(text: string | undefined, faults: string[]): string | undefined {
  if (text === undefined) return undefined;
  if (URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)) {
    return `${text.replace(/\/+$/, '')}/v1/traces`;
  }
  faults.push('OTEL_EXPORTER_OTLP_ENDPOINT must be a URL that starts with http:// or https://');
  return undefined;
}

/** The values are never repeated: they may be secret. */
function readPairs(name: Name, given: Given<Name>, faults: string[]): Record<string, string> {
  const entries = (given(name) ?? '').split(',').filter((entry) => entry.trim() !== '');
  try {
    return Object.fromEntries(entries.map(pairOf));
  } catch {
    faults.push(`${name} must list name=value, separated by commas, values URL-encoded`);
    return {};
  }
}

/** @throws any error */
function pairOf(entry: string): [string, string] {
  const at = entry.indexOf('=');
  const name = entry.slice(0, at).trim();
  if (at < 1 || !/^[\w.-]+$/.test(name)) throw new Error('not a pair');
  return [name, decodeURIComponent(entry.slice(at + 1).trim())];
}

function readSampler(text: string | undefined, faults: string[]): TracingSettings['sampler'] {
  const match = SAMPLER.exec(text ?? 'parentbased_always_on');
  if (match === null) {
    faults.push(
      'OTEL_TRACES_SAMPLER must be always_on, always_off, traceidratio, or one of them after parentbased_',
    );
  }
  const { parent, fixed } = match?.groups ?? {};
  return {
    root: fixed === undefined ? 'ratio' : (fixed as 'on' | 'off'),
    followsParent: parent !== undefined,
  };
}

function readRatio(text: string | undefined, faults: string[]): number {
  const ratio = Number(text ?? '1');
  if (/^\d*\.?\d+$/.test(text ?? '1') && ratio <= 1) return ratio;
  faults.push('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1');
  return 0;
}

function readDelay(text: string | undefined, faults: string[]): number {
  const delay = Number(text ?? '5000');
  if (/^\d{1,5}$/.test(text ?? '5000') && delay >= 1 && delay <= DELAY_MS_MAX) return delay;
  faults.push(`OTEL_BSP_SCHEDULE_DELAY must be whole milliseconds from 1 to ${DELAY_MS_MAX}`);
  return 0;
}

function readDisabled(text: string | undefined, faults: string[]): boolean {
  const value = (text ?? 'false').toLowerCase();
  if (value !== 'true' && value !== 'false') faults.push('OTEL_SDK_DISABLED must be true or false');
  return value === 'true';
}
