/** Opens tracing when it is configured; otherwise none of its packages is loaded. */
import type { Tracing } from './trace.ts';
import type { TracingDeps, TracingSettings } from './tracing-settings.ts';

/** Undefined without settings. */
export async function openTracing(
  settings: TracingSettings | undefined,
  deps: TracingDeps,
): Promise<Tracing | undefined> {
  if (settings === undefined) return undefined;
  const { createOpenTelemetry } = await import('./open-telemetry.ts');
  return createOpenTelemetry(settings, deps);
}
