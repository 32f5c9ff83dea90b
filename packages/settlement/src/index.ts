/**
 * What contracts and products pay: the settlement rule of timed contracts, versions 1 and 2 (ADR 17, 18), and
 * the formulas of new coins, machines, staking, fixed terms and loans.
 */
export * from './amounts.ts';
export * from './burst.ts';
export * from './chance.ts';
export * from './prices.ts';
export * from './settle.ts';
export * from './terms.ts';
export * from './products/loan.ts';
export * from './products/offering.ts';
export * from './products/outlook.ts';
export * from './products/payments.ts';
export * from './products/redemption.ts';
export * from './products/schedule.ts';
export * from './products/shares.ts';
export * from './products/totals.ts';
export * from './products/yield.ts';
