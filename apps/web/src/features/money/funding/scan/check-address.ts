/** What a scanned text is for a withdrawal of one coin, in the order in which the page shows it. Pure. */
import {
  type AddressFamily,
  addressFamilies,
  containsMemo,
  isAddressFamily,
  readAddress,
} from '@tern/addresses';
import type { Network } from '../../../../kernel/coin-networks.ts';
import type { Address } from '../address-book/api.ts';
import { isAlike } from './look-alike.ts';
import { readLink } from './read-link.ts';

export type ScannedNetwork = Pick<Network, 'code' | 'name' | 'family' | 'hasMemo'>;
export type SavedAddress = Pick<Address, 'ID' | 'network' | 'address' | 'memo' | 'name'>;

export type Checked =
  | { kind: 'notAddress' }
  /** Of a chain that does not carry the coin. */
  | { kind: 'otherChain'; family: AddressFamily }
  | {
      kind: 'address';
      /** In its normal spelling. */
      address: string;
      /** All that fit: with several, the member chooses. */
      networks: readonly ScannedNetwork[];
      memo: string;
      /** A network that fits has tags, and neither link nor address has one. */
      isTagOpen: boolean;
      /** In the coin; undefined where the code has none, or one of another coin. */
      amount: string | undefined;
      saved: SavedAddress | undefined;
      /** Begins and ends like a saved one, and is another: never beside `saved`. */
      lookAlike: SavedAddress | undefined;
    };

export interface CheckFor {
  asset: string;
  /** Those that take withdrawals of the coin. */
  networks: readonly ScannedNetwork[];
  /** Of the coin. */
  saved: readonly SavedAddress[];
}

export function checkAddress(text: string, { asset, networks, saved }: CheckFor): Checked {
  const link = readLink(text);
  if (link === undefined) return { kind: 'notAddress' };
  const spelt = (family: string) =>
    isAddressFamily(family) ? readAddress(family, link.address) : undefined;
  const fitting = networks.filter(({ family }) => spelt(family) !== undefined);
  const [first] = fitting;
  if (first === undefined) {
    const family = GUESSED.find((each) => spelt(each) !== undefined);
    return family === undefined ? { kind: 'notAddress' } : { kind: 'otherChain', family };
  }
  const address = spelt(first.family)!;
  const known = saved.find((each) => each.address === address);
  const hasTag = ({ family, hasMemo }: ScannedNetwork) =>
    hasMemo && !(isAddressFamily(family) && containsMemo({ family, address }));
  return {
    kind: 'address',
    address,
    networks: fitting,
    memo: link.memo,
    isTagOpen: link.memo === '' && fitting.some(hasTag),
    amount: link.asset === asset ? link.amount : undefined,
    saved: known,
    lookAlike:
      known === undefined ? saved.find((each) => isAlike(each.address, address)) : undefined,
  };
}

/** Names of EOS are so free that any short word is one. */
const GUESSED: readonly AddressFamily[] = addressFamilies.filter((family) => family !== 'eos');
