/** The keys under which calls, attempts, messages and connections are counted. Every limit takes one of these, never plain text. */
import { SocketAddress } from 'node:net';
import { type Column, text } from './database/columns.ts';
import { plainAddress } from './http/caller-address.ts';
import { hashSecret } from './secret-box.ts';

declare const counted: unique symbol;

/** A key of limits. Made by the functions of this file only: an address cannot become one except by `addressSubject`. */
export type LimitKey = string & { readonly [counted]: true };

/** How keys are stored. */
export const limitKeyText = text as Column<string, never> as Column<LimitKey>;

/** An IPv6 customer has a whole /64: four of the eight groups. */
const GROUPS = 8;
const GROUPS_OF_CUSTOMER = 4;

/**
 * The one key of a network address, however it is written. An IPv6 customer has a whole /64, so the last half of the address
 * is ignored: `address 203.0.113.7`, `address 2001:db8:1:2`.
 */
export function addressSubject(address: string): LimitKey {
  const canonical = canonicalAddress(address);
  if (!canonical.includes(':')) return `address ${canonical}` as LimitKey;
  const [left = '', right] = canonical.split('::');
  const head = left.split(':').filter((group) => group !== '');
  const tail = (right ?? '').split(':').filter((group) => group !== '');
  const zeros = Array<string>(Math.max(0, GROUPS - head.length - tail.length)).fill('0');
  const groups = right === undefined ? head : [...head, ...zeros, ...tail];
  return `address ${groups.slice(0, GROUPS_OF_CUSTOMER).join(':')}` as LimitKey;
}

/** In lower case, without leading zeros, zone and IPv4 mapping; what is no IPv6 address is unchanged. */
function canonicalAddress(address: string): string {
  if (!address.includes(':')) return address;
  const [withoutZone = ''] = address.split('%');
  try {
    return plainAddress(new SocketAddress({ address: withoutZone, family: 'ipv6' }).address);
  } catch {
    return address;
  }
}

/** Of a row, such as a member or a conversation, or a further count of something that has a key: `member 7`, `log address …`. */
export function limitKey(kind: string, of: number | LimitKey): LimitKey {
  return `${kind} ${of}` as LimitKey;
}

/** Of a text that a caller chose, such as the login of an unknown account; the key does not reveal it. */
export function limitKeyOfText(kind: string, context: string, given: string): LimitKey {
  return `${kind} ${hashSecret(context, given)}` as LimitKey;
}
