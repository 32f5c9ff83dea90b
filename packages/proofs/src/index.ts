/** The proofs door: what members can check for themselves. */
export * from './tick-chain.ts';
