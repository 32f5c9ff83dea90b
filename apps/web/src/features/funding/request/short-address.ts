/** Addresses and transaction ids for narrow places. */

const WHOLE_UP_TO = 16;
const END = 6;

/** "TQ5nV8…pL8fKd": enough of both ends to tell them apart. */
export function shortAddress(address: string): string {
  const isShort = address.length <= WHOLE_UP_TO;
  return isShort ? address : `${address.slice(0, END)}…${address.slice(-END)}`;
}
