/** The settlement door: the rule of short contracts, version 1 (rules §4, ADR 0020). */
export * from './amounts.ts';
export * from './prices.ts';
export * from './settle.ts';
export * from './terms.ts';
