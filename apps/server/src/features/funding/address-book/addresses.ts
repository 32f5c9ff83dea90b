/** The address book: add, list, find and remove. */
import { lockMember } from '../../../kernel/members/members.ts';
import { pageOf, readPage } from '../../../kernel/requests/page.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { SensitiveCall } from '../../../kernel/second-factor/sensitive-call.ts';
import { readVisible } from '../../../kernel/requests/visible-text.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import { isUniqueViolation } from '../../../platform/database/database-errors.ts';
import { type GivenDestination, readDestination } from './read-destination.ts';
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
import { HOUR_MS } from '../../../platform/durations.ts';
import type { Deps } from '../deps.ts';

export type AddressBookDeps = Deps<
  'database' | 'clock' | 'settings' | 'assets' | 'rails' | 'confirmations'
>;

/**
 * Fails with: not-listed, invalid-request, limit-reached when the book is full, already-exists when the address is
 * already in it, second-factor-required, confirmation-expired.
 */
export async function keepAddress(
  deps: AddressBookDeps,
  call: SensitiveCall,
  wallet: GivenDestination & { name: string; remark: string },
) {
  const { database, clock, settings, assets } = deps;
  const { memberId } = call.caller;
  const fields = { coin: 'coin', address: 'addr' };
  const name = readVisible(wallet.name, 'name');
  const remark = wallet.remark.trim() === '' ? '' : readVisible(wallet.remark, 'remark');
  const at = clock.now();
  const max = settings.read(withdrawalSettings.addressesMax);
  const assertRoom = async (reader: Reader) => {
    const { total } = await reader.one(countWallets, [memberId, null]);
    if (total >= max) throw new Refusal('limit-reached');
  };
  const { to } = await readDestination(database, assets, { given: wallet, fields });
  await assertRoom(database);
  if (
    (await database.maybe(walletAt, [memberId, to.asset, to.network, to.address, to.memo])) !==
    undefined
  )
    throw alreadyKept();
  const confirm = await deps.confirmations.require(call);
  try {
    return await database.transaction(async (tx) => {
      await lockMember(tx, memberId);
      await assertRoom(tx);
      await confirm(tx);
      const { asset, network, address, memo } = to;
      const usableFrom = at + addressHoldHours(deps, to) * HOUR_MS;
      const texts = [address, memo, name, remark] as const;
      const added = await tx.one(insertWallet, [
        memberId,
        asset,
        network,
        ...texts,
        usableFrom,
        at,
      ]);
      return walletRow(added);
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'withdrawal_addresses_once')) throw error;
    throw alreadyKept();
  }
}

const alreadyKept = () =>
  new Refusal('already-exists', { fields: ['addr'], text: 'withdrawal.addressKept' });

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

/** Fails with: not-found. */
export async function findAddress(reader: Reader, memberId: number, id: number) {
  const wallet = await reader.maybe(walletOfMember, [id, memberId]);
  if (wallet === undefined) throw new Refusal('not-found');
  return walletRow(wallet);
}

/** Fails with: not-found. */
export async function removeAddress(database: Database, memberId: number, id: number) {
  const removed = await database.transaction((tx) => tx.run(deleteWallet, [id, memberId]));
  if (removed === 0) throw new Refusal('not-found');
}

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
