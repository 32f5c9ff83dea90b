/** The messages to and from the load generator, which is a separate process. */

export interface LoadMember {
  readonly id: number;
  readonly token: string;
  /** Signs batches of orders. */
  readonly apiKey?: { readonly access: string; readonly secret: string };
}

/** A market for the load generator: decimal texts, and decimal places of prices and quantities. */
export interface LoadMarket {
  readonly symbol: string;
  readonly tickSize: string;
  readonly lotSize: string;
}

export interface LoadSetup {
  readonly kind: 'setup';
  readonly port: number;
  readonly seed: number;
  readonly members: readonly LoadMember[];
}

/** One run. `rate` makes it an open loop of so many arrivals per second; without it the loop is closed. */
export interface LoadRun {
  readonly kind: 'run';
  readonly target: 'orders' | 'floor';
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  readonly rate?: number;
  /** The number of markets used, from the start of the list. */
  readonly markets: number;
  /** Sends an Idempotency-Key with every request. */
  readonly hasKeys: boolean;
  /** Sends signed batches of so many orders (HTX's `batch-orders`) in place of single ones; nothing is cancelled. */
  readonly batch?: number;
}

export interface LoadReport {
  readonly requests: number;
  /** Orders and cancellations that were accepted, durable. */
  readonly accepted: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
  /** Requests of an open loop that were never sent, as no connection was free for a second after they were due. */
  readonly dropped: number;
  /** Of an open loop: the p99 of the requests due in each second, milliseconds. */
  readonly eachSecond: readonly number[];
  /** The number of answers by code other than 0. */
  readonly refused: Readonly<Record<string, number>>;
  /** Ids of acknowledged orders. */
  readonly placed: readonly number[];
  /** Ids of acknowledged cancellations. */
  readonly cancelled: readonly number[];
  /** The server ended during the run. */
  readonly isCut: boolean;
  /** CPU seconds the load generator itself used. */
  readonly cpuSeconds: number;
}
