/** How much markets move: market knows it, contracts are offered by it. */

export interface MarketMovements {
  /**
   * Deviation of a symbol's log price over one second of open time; undefined when it is unknown. For decisions on what is
   * offered, never for money.
   */
  secondDeviation(symbol: string): number | undefined;
}
