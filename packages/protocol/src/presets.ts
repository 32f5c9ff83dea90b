/** What calls have in common: who makes them, how often they may, and whether money moves. A call spreads one, and adds its path. */
import type { Need } from './permissions.ts';

/** For everyone, without a session. */
export const publicRead = {
  method: 'GET',
  auth: 'public',
  movesMoney: false,
  rate: 'read',
} as const;
/** With a password or a code, before there is a session. */
export const publicSecret = {
  method: 'POST',
  auth: 'public',
  movesMoney: false,
  rate: 'secret',
} as const;

export const memberRead = {
  method: 'GET',
  auth: 'member',
  movesMoney: false,
  rate: 'read',
} as const;
/** With a password or a code. */
export const memberSecret = {
  method: 'POST',
  auth: 'member',
  movesMoney: false,
  rate: 'secret',
} as const;
export const memberMoney = {
  method: 'POST',
  auth: 'member',
  movesMoney: true,
  rate: 'money',
} as const;
export const memberOrder = {
  method: 'POST',
  auth: 'member',
  movesMoney: true,
  rate: 'order',
} as const;

/** Any operator, about the own account. */
export const operatorOwnRead = {
  method: 'GET',
  auth: 'operator',
  movesMoney: false,
  rate: 'read',
} as const;
/** Any operator, about the own account or session. */
export const operatorSecret = {
  method: 'POST',
  auth: 'operator',
  movesMoney: false,
  rate: 'secret',
} as const;

/** One of the permissions is needed. */
export const operatorRead = (...needs: readonly Need[]) =>
  ({ method: 'GET', auth: 'operator', needs, movesMoney: false, rate: 'read' }) as const;
/** What an operator changes: money moves when the review is decided. */
export const operatorAct = (...needs: readonly Need[]) =>
  ({ method: 'POST', auth: 'operator', needs, movesMoney: false, rate: 'money' }) as const;
