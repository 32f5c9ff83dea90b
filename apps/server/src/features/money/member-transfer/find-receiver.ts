/** Finds a member who takes transfers. A member who does not exist and one who takes none have one answer, after the same work. */
import { type Amount, formatDecimal } from '@tern/money';
import {
  isVerified,
  type Member,
  memberByDigits,
  memberByEmail,
  memberById,
} from '../../../kernel/members/members.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { isMemberHit } from '../../../kernel/screening/screen.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { parseLogin } from '../../account/auth/index.ts';
import { leftOfFirstDay, maskName } from './rules.ts';
import { memberTransferSettings } from './settings.ts';
import { acquaintanceOf, addSearch } from './store.ts';

/** A minute: names cannot be collected faster. */
const SEARCHES_MAX = 5;

export interface FindDeps {
  database: Database;
  clock: Clock;
  settings: Settings;
  /** The name in the member's documents. */
  verifiedName(reader: Reader, memberId: number): Promise<string | undefined>;
  /** The phone codes of the countries that the licence covers; absent: all. */
  servedCodes?: ReadonlySet<string> | undefined;
}

export interface Receiver {
  id: number;
  /** Masked; empty for one who was verified without documents. */
  name: string;
}

export interface Search {
  memberId: number;
  by: 'id' | 'email' | 'phone';
  to: string;
}

/**
 * The receiver as the sender may see them.
 * @throws account-frozen, not-verified (of the caller), too-many-requests with the seconds, not-found, invalid-request for the
 * caller's own account
 */
export async function findReceiver(deps: FindDeps, search: Search) {
  const { database, clock } = deps;
  const { memberId } = search;
  const caller = await memberById(database, memberId);
  if (caller?.isFrozen !== false) throw new Refusal('account-frozen');
  if (!isVerified(caller)) throw new Refusal('not-verified');
  await countSearch(deps, memberId);
  const found = await memberNamed(database, search);
  const receiver = await openReceiver(database, deps, { memberId, found });
  const known = await database.one(acquaintanceOf, [memberId, receiver.id]);
  const most = deps.settings.read(memberTransferSettings.firstDayMax);
  const left: Amount | undefined = leftOfFirstDay(known, most, clock.now());
  return {
    member: receiver.id,
    name: receiver.name,
    isNew: known.since === null,
    left: left === undefined ? '' : formatDecimal(left),
  };
}

/** @throws too-many-requests with the seconds to wait */
export async function countSearch(
  { database, clock }: Pick<FindDeps, 'database' | 'clock'>,
  memberId: number,
): Promise<void> {
  await database.transaction(async (tx) => {
    const now = clock.now();
    const searched = [memberId, now, now - MINUTE_MS, SEARCHES_MAX] as const;
    const { at } = await tx.one(addSearch, [...searched]);
    const blocking = at.at(-1 - SEARCHES_MAX);
    if (blocking === undefined) return;
    const seconds = Math.max(1, Math.ceil((blocking + MINUTE_MS - now) / 1_000));
    throw new Refusal('too-many-requests', { data: { seconds } });
  });
}

async function memberNamed(reader: Reader, { by, to }: Search): Promise<Member | undefined> {
  if (by === 'id') {
    return memberById(reader, /^[1-9]\d{0,14}$/.test(to.trim()) ? Number(to.trim()) : 0);
  }
  const login = parseLogin(to);
  if (by === 'email') return memberByEmail(reader, 'email' in login ? login.email : '');
  // Only who has proven a phone is found by it: others may have given it too.
  const found =
    'digits' in login ? await memberByDigits(reader, login.digits, login.isWhole) : undefined;
  return found?.phoneProvenAt === null ? undefined : found;
}

/**
 * The member found, if they take transfers.
 * @throws not-found, the same for nobody; invalid-request for the caller's own account
 */
export async function openReceiver(
  reader: Reader,
  { verifiedName, servedCodes }: Pick<FindDeps, 'verifiedName' | 'servedCodes'>,
  { memberId, found }: { memberId: number; found: Member | undefined },
): Promise<Receiver> {
  const fields = ['to'];
  if (found?.id === memberId)
    throw new Refusal('invalid-request', { fields, text: 'memberTransfer.self' });
  // Read also for nobody, so that the answer takes as long.
  const name = await verifiedName(reader, found?.id ?? 0);
  const isOpen =
    found !== undefined &&
    isVerified(found) &&
    !found.isFrozen &&
    !found.isBanned &&
    found.closedAt === null &&
    servedCodes?.has(found.countryCode) !== false &&
    !(await isMemberHit(reader, found.id));
  if (!isOpen) throw new Refusal('not-found', { fields, text: 'memberTransfer.unknown' });
  return { id: found.id, name: maskName(name ?? '') };
}
