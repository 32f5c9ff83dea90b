/** Opens tracing when it is configured; otherwise none of its packages is loaded. */
import type { Log } from '../log.ts';
import type { Tracing } from './trace.ts';
import type { TracingSettings } from './tracing-settings.ts';

export interface TracingDeps {
  readonly version: string;
  readonly log: Log;
  /** Units: milliseconds. */
  now(): number;
}

/** Undefined without settings. */
export async function openTracing(
  settings: TracingSettings | undefined,
  deps: TracingDeps,
): Promise<Tracing | undefined> {
  if (settings === undefined) return undefined;
  const { createOpenTelemetry } = await import('./open-telemetry.ts');
  return createOpenTelemetry(settings, deps);
}
