/** The ledger door: accounts, entries, postings, and why they balance. Pure. */
export * from './accounts.ts';
export * from './entry.ts';
export * from './record-types.ts';
