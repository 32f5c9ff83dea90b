/** Finds whose an address is: one for deposits, or a destination that members saved. */
import type { Reader } from '../../../../platform/database/database.ts';
import { depositAddressesLike } from '../deposit/store.ts';
import { walletsLike } from './store.ts';

export interface FoundAddress {
  use: 'deposit' | 'withdrawal';
  network: string;
  address: string;
  /** As its member named it; empty for deposits. */
  name: string;
  memberId: number;
}

/** A saved destination once per member and network, whatever the assets. */
const keyOf = ({ memberId, network, address }: Omit<FoundAddress, 'use'>) =>
  `${memberId} ${network} ${address}`;

/** By a part of the address, or of the name of a destination, in lower case; of each use at most `limit`. */
export async function findAddresses(
  reader: Reader,
  words: string,
  limit: number,
): Promise<FoundAddress[]> {
  const [own, saved] = await Promise.all([
    depositAddressesLike(reader, [words], limit),
    walletsLike(reader, [words], limit),
  ]);
  const once = new Map(saved.map((wallet) => [keyOf(wallet), wallet]));
  return [
    ...own.map((each) => ({ ...each, name: '', use: 'deposit' as const })),
    ...[...once.values()].map((each) => ({ ...each, use: 'withdrawal' as const })),
  ];
}
