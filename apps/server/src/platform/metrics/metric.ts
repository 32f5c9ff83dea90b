/**
 * Declares metrics in Prometheus's form (ADR 55). Their owners hold the values; they are read when a scrape asks, from memory.
 * Without a listener nobody asks.
 */
import { Counter, Gauge, Histogram } from 'prom-client';

export type Metric = Counter<string> | Gauge<string> | Histogram<string>;

interface Declared {
  /** "tern_engine_queue_commands": with its unit; a time is `_timestamp_seconds`, a running total `_total`. */
  readonly name: string;
  /** A sentence without a stop, for dashboards. */
  readonly help: string;
}

/** One value of a metric with labels. */
export interface Labelled {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

// Metrics belong to the server that runs, not to a registry of the module: tests run several.
const registers: [] = [];

/** A value as it is now; undefined: not known, and absent from the answer. */
export function gauge({ name, help, read }: Declared & { read(): number | undefined }): Metric {
  return new Gauge({
    name,
    help,
    registers,
    collect() {
      const value = read();
      if (value === undefined) this.remove();
      else this.set(value);
    },
  });
}

/** Values by label. Shape: each label has few values, which callers cannot choose. */
export function gauges(
  of: Declared & { readonly labels: readonly string[]; read(): readonly Labelled[] },
): Metric {
  return new Gauge({
    name: of.name,
    help: of.help,
    labelNames: [...of.labels],
    registers,
    collect() {
      this.reset();
      for (const { labels, value } of of.read()) this.set(labels, value);
    },
  });
}

/** A total that its owner counts from the start of the server and that only grows. */
export function total({ name, help, read }: Declared & { read(): number }): Metric {
  return new Counter({
    name,
    help,
    registers,
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}

/** Totals by label, that their owner counts from the start of the server; see `gauges` for labels. */
export function totals(
  of: Declared & { readonly labels: readonly string[]; read(): readonly Labelled[] },
): Metric {
  return new Counter({
    name: of.name,
    help: of.help,
    labelNames: [...of.labels],
    registers,
    collect() {
      this.reset();
      for (const { labels, value } of of.read()) this.inc(labels, value);
    },
  });
}

/** Counts events by label; see `gauges` for labels. */
export function counter(of: Declared & { readonly labels: readonly string[] }): Counter<string> {
  return new Counter({ name: of.name, help: of.help, labelNames: [...of.labels], registers });
}

/** Counts values in steps; `steps` are their upper ends. */
export function histogram(
  of: Declared & { readonly steps: readonly number[]; readonly labels?: readonly string[] },
): Histogram<string> {
  return new Histogram({
    name: of.name,
    help: of.help,
    buckets: [...of.steps],
    labelNames: [...(of.labels ?? [])],
    registers,
  });
}

/** Epoch milliseconds as Prometheus has times. */
export const inSeconds = (at: number | null | undefined): number | undefined =>
  at === null || at === undefined ? undefined : at / 1_000;
