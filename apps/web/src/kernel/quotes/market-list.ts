/** Inputs of the market list calls. */

/** The two kinds of trade list (spec §7: `from`). */
export type MarketKind = 'crypto' | 'metalsAndForex';

const FROM = { crypto: 1, metalsAndForex: 2 } as const;

/** Input of `/base/tradelist` for all markets of a kind. */
export function marketListOf(kind: MarketKind) {
  return { from: FROM[kind], page: 1, pageSize: 100 };
}
