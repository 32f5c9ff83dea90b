/** Where traces are sent, which are recorded, and what recording needs. */
import type { Log } from '../log.ts';

export interface TracingDeps {
  readonly version: string;
  readonly log: Log;
  /** Units: milliseconds. */
  now(): number;
}

export interface TracingSettings {
  /** Takes OTLP over HTTP as JSON. */
  readonly url: string;
  /** Sent along, such as the key of an account. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** More about this instance, such as its region. */
  readonly resource: Readonly<Record<string, string>>;
  readonly sampler: {
    readonly root: 'on' | 'off' | 'ratio';
    /** Whoever sends a trace along has decided already. */
    readonly followsParent: boolean;
  };
  /** From 0 to 1. */
  readonly ratio: number;
  /** How long spans wait to be sent together. */
  readonly delayMs: number;
}
