/** Proof of liabilities: what the exchange owes its members, for anyone to total and each member to find their own. */
export * from './balance-part.ts';
export * from './build-tree.ts';
export * from './published-tree.ts';
export * from './snapshot-leaf.ts';
export * from './sum-node.ts';
