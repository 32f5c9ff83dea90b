/** The record of orders: numbered commands, their leaves and roots (ADR 98, docs/order-record.md). */
export * from './command-batch.ts';
export * from './command-line.ts';
export * from './order-file.ts';
export * from './order-receipt.ts';
export * from './record-hashing.ts';
