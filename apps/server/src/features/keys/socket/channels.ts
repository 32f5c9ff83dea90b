/** Parses the channel names of the private socket. */
import type { InstrumentBook } from '../../../kernel/catalog/instruments.ts';

/** `symbol` undefined means `*`: all symbols. */
export type Channel =
  | { kind: 'orders'; symbol: string | undefined }
  | { kind: 'clearing'; symbol: string | undefined; mode: 0 | 1 }
  | { kind: 'accounts'; mode: 0 | 1 | 2 };

/** HTX's errors for an invalid channel name. */
export type ChannelFault = 'invalid.ch' | 'invalid.symbol';

const ORDERS = /^orders#([a-z0-9]{2,20}|\*)$/;
const CLEARING = /^trade\.clearing#([a-z0-9]{2,20}|\*)(?:#([01]))?$/;
const ACCOUNTS = /^accounts\.update(?:#([012]))?$/;

export function channelOf(
  name: unknown,
  instruments: Pick<InstrumentBook, 'find'>,
): Channel | ChannelFault {
  if (typeof name !== 'string') return 'invalid.ch';
  const accounts = ACCOUNTS.exec(name);
  if (accounts !== null) return { kind: 'accounts', mode: Number(accounts[1] ?? 0) as 0 | 1 | 2 };
  const [, given, mode] = ORDERS.exec(name) ?? CLEARING.exec(name) ?? [];
  if (given === undefined) return 'invalid.ch';
  const symbol = given === '*' ? undefined : given;
  if (symbol !== undefined && instruments.find(symbol) === undefined) return 'invalid.symbol';
  return name.startsWith('orders')
    ? { kind: 'orders', symbol }
    : { kind: 'clearing', symbol, mode: Number(mode ?? 0) as 0 | 1 };
}
