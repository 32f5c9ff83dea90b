/** The settlement rule of short contracts, versions 1 and 2 (rules §4, ADR 17, 18). */
export * from './amounts.ts';
export * from './chance.ts';
export * from './prices.ts';
export * from './settle.ts';
export * from './terms.ts';
