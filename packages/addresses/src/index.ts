/** The public API of the addresses: what a form and the server may ask about one. */
export {
  type AddressFamily,
  addressFamilies,
  isAddressFamily,
  readAddress,
  tronAccount,
  tronAddress,
} from './read-address.ts';
export { containsMemo, readMemo } from './read-memo.ts';
