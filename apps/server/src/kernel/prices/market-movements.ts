/** The volatility of markets: provided by pricing, used to decide which contracts are offered. */

export interface MarketMovements {
  /**
   * Standard deviation of a symbol's log price over one second of open time; undefined if unknown. A float: never for
   * money.
   */
  secondDeviation(symbol: string): number | undefined;
}
