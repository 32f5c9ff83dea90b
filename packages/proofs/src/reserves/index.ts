/** Reserves: what is held for a snapshot of liabilities, proven against the state of chains (ADR 107). */
export { bankBalancesText, parseBankBalances } from './bank-balances.ts';
export * from './reserves-file.ts';
export { balancePlace } from './state-proof.ts';
export * from './verify-reserves.ts';
export { challengeText, walletOf } from './wallet-challenge.ts';
