/** Lists of IP addresses and CIDR ranges: validation and matching. */
import { BlockList, isIP } from 'node:net';
import { plainAddress } from '../../platform/http/caller-address.ts';

/** The normalized entry, or undefined when it is neither an address nor a range. */
export function addressEntry(given: string): string | undefined {
  const [address = '', bits, ...rest] = given.trim().split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || rest.length > 0) return undefined;
  if (bits === undefined) return plainAddress(address);
  const isInside = /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
  return isInside ? `${address}/${Number(bits)}` : undefined;
}

/** True when the list is empty or contains the address. */
export function isAllowed(list: readonly string[], from: string): boolean {
  if (list.length === 0) return true;
  const address = plainAddress(from);
  const family = isIP(address);
  if (family === 0) return false;
  const blocks = new BlockList();
  for (const entry of list) {
    const [base = '', bits] = entry.split('/');
    const kind = isIP(base) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) blocks.addAddress(base, kind);
    else blocks.addSubnet(base, Number(bits), kind);
  }
  return blocks.check(address, family === 4 ? 'ipv4' : 'ipv6');
}
