/** Which live sources an operator has configured, and what each is asked for. */

/** Symbols of ours, each with the source's own name for it. */
export type SymbolNames = ReadonlyMap<string, string>;

export interface LiveSourceSettings {
  /** Base address, without a path of its own where the interface has one. */
  readonly url: string;
  /** Absent: every instrument of the kinds that the source is for. */
  readonly symbols: SymbolNames | undefined;
}

export interface QuoteSourceSettings extends LiveSourceSettings {
  /** Sent as a bearer token when given. */
  readonly token: string | undefined;
}

export interface SourceSettings {
  /** Exchanges that speak HTX's public interface. */
  readonly htx: readonly LiveSourceSettings[];
  /** Services that answer quotes over HTTP (docs/features/market.md). */
  readonly quotes: readonly QuoteSourceSettings[];
}
