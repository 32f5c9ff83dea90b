/** Ledger: accounts, entries, movements, and the reference model. */
export * from './entry.ts';
export * from './memory-ledger.ts';
export * from './movements.ts';
export * from './posting.ts';
export * from './record-types.ts';
export * from './sub-accounts.ts';
