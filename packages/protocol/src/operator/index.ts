/** Entry point of the operator API, for the server and the console. Not part of the member app. */
export * from './accounts.ts';
export * from './alarms.ts';
export * from './announcements.ts';
export type * from './audit-actions.ts';
export * from './calls.ts';
export * from './chain.ts';
export * from './customers.ts';
export type * from './live.ts';
export * from './manual.ts';
export * from './records.ts';
export * from './reviews.ts';
export * from './session.ts';
export * from './settings.ts';
export * from './terms.ts';
export * from './wires.ts';
