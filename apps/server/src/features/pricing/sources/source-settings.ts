/** The live sources that an operator has configured, with their symbols. */

/** Our symbols, each with the source's name for it. */
export type SymbolNames = ReadonlyMap<string, string>;

export interface LiveSourceSettings {
  /** Base URL; the path of the API is added where it has one. */
  readonly url: string;
  /** Absent: every instrument of the classes that the source covers. */
  readonly symbols: SymbolNames | undefined;
}

export interface QuoteSourceSettings extends LiveSourceSettings {
  /** Sent as a bearer token when given. */
  readonly token: string | undefined;
}

export interface SourceSettings {
  /** Exchanges with HTX's public API. */
  readonly htx: readonly LiveSourceSettings[];
  /** HTTP quote services (docs/features/market.md). */
  readonly quotes: readonly QuoteSourceSettings[];
}
