/** The record of orders: numbered commands, their leaves and roots (ADR 98, docs/order-record.md). */
export type * from './book-around.ts';
export { matchesIn, type StatedMatch } from './check-book.ts';
export * from './command-batch.ts';
export * from './command-line.ts';
export * from './open-receipt.ts';
export * from './order-file.ts';
export * from './order-receipt.ts';
export * from './receipt-item.ts';
export * from './record-hashing.ts';
export * from './signed-orders.ts';
