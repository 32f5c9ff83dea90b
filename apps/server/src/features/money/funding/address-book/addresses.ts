/** The address book: add, list, find and remove. */
import { lockMember } from '../../../../kernel/members/members.ts';
import { notify } from '../../../../kernel/messaging/notifications.ts';
import { wakeDelivery } from '../../../../kernel/messaging/outgoing-messages.ts';
import { pageOf, readPage } from '../../../../kernel/requests/page.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { SensitiveCall } from '../../../../kernel/second-factor/sensitive-call.ts';
import { readVisible } from '../../../../kernel/requests/visible-text.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { isUniqueViolation } from '../../../../platform/database/database-errors.ts';
import { type GivenDestination, readDestination } from './read-destination.ts';
import { assertLikely } from './suspect-address.ts';
import { addressHoldHours, withdrawalSettings } from '../settings.ts';
import {
  countWallets,
  deleteWallet,
  insertWallet,
  type Wallet,
  walletAt,
  walletOfMember,
  walletsOfMember,
} from './store.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';
import type { Deps } from '../deps.ts';

export type AddressBookDeps = Deps<
  'database' | 'clock' | 'bus' | 'settings' | 'assets' | 'rails' | 'auth' | 'confirmations'
>;

/**
 * Reports it to the owner.
 * @throws not-listed, invalid-request, limit-reached when the book is full, unlikely-destination, already-exists when the
 * address is already in it, second-factor-required, confirmation-expired
 */
export async function keepAddress(
  deps: AddressBookDeps,
  call: SensitiveCall,
  wallet: GivenDestination & { name: string; remark: string },
) {
  const { database, clock, settings, assets, auth } = deps;
  const { memberId } = call.caller;
  const name = readVisible(wallet.name, 'name');
  const remark = wallet.remark.trim() === '' ? '' : readVisible(wallet.remark, 'remark');
  const at = clock.now();
  const max = settings.read(withdrawalSettings.addressesMax);
  const assertRoom = async (reader: Reader) => {
    const { total } = await reader.one(countWallets, [memberId, null]);
    if (total >= max) throw new Refusal('limit-reached');
  };
  const { to } = await readDestination(database, assets, wallet);
  await assertRoom(database);
  await assertLikely(database, deps.rails, { memberId, to });
  if (
    (await database.maybe(walletAt, [memberId, to.asset, to.network, to.address, to.memo])) !==
    undefined
  )
    throw alreadyKept();
  const confirm = await deps.confirmations.require(call);
  try {
    const kept = await database.transaction(async (tx) => {
      const member = await lockMember(tx, memberId);
      await assertRoom(tx);
      await confirm(tx);
      const { asset, address } = to;
      const usableFrom = at + addressHoldHours(deps, to) * HOUR_MS;
      const wallet = { ...to, memberId, name, remark, usableFrom, createdAt: at };
      const added = await insertWallet(tx, wallet);
      const values = { asset, target: shortAddress(address) };
      await notify(tx, { memberId, kind: 'security.addressAdded', values }, at);
      if (member !== undefined) {
        await auth.alerts.send(tx, { member, kind: 'addressAdded', values }, at);
      }
      return walletRow(added);
    });
    wakeDelivery(deps.bus);
    return kept;
  } catch (error) {
    if (!isUniqueViolation(error, 'withdrawal_addresses_once')) throw error;
    throw alreadyKept();
  }
}

const alreadyKept = () =>
  new Refusal('already-exists', { fields: ['address'], text: 'withdrawal.addressKept' });

export function listAddresses(
  reader: Reader,
  memberId: number,
  input: { coin?: string; page?: number | string; pageSize?: number | string },
) {
  const asset = input.coin === undefined || input.coin === '' ? null : input.coin.toUpperCase();
  return readPage(
    reader,
    { list: walletsOfMember, count: countWallets },
    { filter: [memberId, asset], page: pageOf(input), row: walletRow },
  );
}

/** @throws not-found */
export async function findAddress(reader: Reader, memberId: number, id: number) {
  const wallet = await reader.maybe(walletOfMember, [id, memberId]);
  if (wallet === undefined) throw new Refusal('not-found');
  return walletRow(wallet);
}

/** @throws not-found */
export async function removeAddress(
  { database, clock }: Pick<AddressBookDeps, 'database' | 'clock'>,
  memberId: number,
  id: number,
) {
  await database.transaction(async (tx) => {
    const removed = await tx.maybe(deleteWallet, [id, memberId]);
    if (removed === undefined) throw new Refusal('not-found');
    const values = { asset: removed.asset, target: shortAddress(removed.address) };
    await notify(tx, { memberId, kind: 'security.addressRemoved', values }, clock.now());
  });
}

/** Enough to recognise it: `TR7NHq…jLj6t`. */
const shortAddress = (address: string) =>
  address.length <= 14 ? address : `${address.slice(0, 6)}…${address.slice(-5)}`;

function walletRow(wallet: Wallet) {
  const at = isoTime(wallet.createdAt);
  return {
    ID: wallet.id,
    CreatedAt: at,
    UpdatedAt: at,
    coin: wallet.asset,
    czline: wallet.network,
    addr: wallet.address,
    memo: wallet.memo,
    name: wallet.name,
    remark: wallet.remark,
    usableFrom: isoTime(wallet.usableFrom),
  };
}
