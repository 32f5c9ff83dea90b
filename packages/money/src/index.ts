/** Money: exact amounts, prices and rates. Imports nothing. */
export * from './arithmetic.ts';
export * from './decimal.ts';
