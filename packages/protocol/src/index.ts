/** The protocol door: calls, codes and feed messages, each declared once. */
export * from './assets.ts';
export * from './auth.ts';
export * from './call.ts';
export * from './calls.ts';
export * from './codes.ts';
export * from './htx/envelope.ts';
export type * from './htx/feed.ts';
export * from './htx/market-data.ts';
export * from './htx/reference.ts';
export type * from './htx-private/rest.ts';
export type * from './htx-private/socket.ts';
export * from './keys.ts';
export * from './market.ts';
export type * from './market-feed.ts';
export type * from './member-feed.ts';
export * from './profile.ts';
export * from './site.ts';
export * from './spot.ts';
