/** The memo, tag or comment beside an address, read by the rule of its chain. Pure. */
import { isValidXAddress } from 'ripple-address-codec';
import type { AddressFamily } from './read-address.ts';

interface Recipient {
  family: AddressFamily;
  /** In its normal form. */
  address: string;
}

const UINT32_MAX = 4_294_967_295n;
const UINT64_MAX = 18_446_744_073_709_551_615n;

/** A whole number without leading zeros. */
const isNumberUpTo = (memo: string, max: bigint) =>
  /^(0|[1-9]\d{0,19})$/.test(memo) && BigInt(memo) <= max;

/** Text of at most `bytes` bytes in UTF-8, without control characters or line ends. */
const isText = (memo: string, bytes: number) =>
  !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(memo) && utf8Length(memo) <= bytes;

function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

const rules: Partial<Record<AddressFamily, (memo: string) => boolean>> = {
  // A destination tag is 32 bits.
  ripple: (memo) => isNumberUpTo(memo, UINT32_MAX),
  // MEMO_ID is 64 bits, MEMO_TEXT 28 bytes; what is all digits is meant as an id.
  stellar: (memo) => (/^\d+$/.test(memo) ? isNumberUpTo(memo, UINT64_MAX) : isText(memo, 28)),
  // The comment fits into the first cell of the message, beside its 32-bit prefix.
  ton: (memo) => isText(memo, 123),
  cosmos: (memo) => isText(memo, 256),
  eos: (memo) => isText(memo, 256),
};

/** Whether the address says itself for whom it is, so that nothing may stand beside it: an X-address, a muxed account. */
export const containsMemo = ({ family, address }: Recipient): boolean =>
  (family === 'ripple' && isValidXAddress(address)) ||
  (family === 'stellar' && address.startsWith('M'));

/** The memo without space around it, '' for none. Undefined if the chain, or this address, cannot have it. */
export function readMemo(to: Recipient, given: string): string | undefined {
  const memo = given.trim();
  if (memo === '') return '';
  return !containsMemo(to) && rules[to.family]?.(memo) === true ? memo : undefined;
}
