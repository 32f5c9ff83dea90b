/** Sends money to another member: the transfer, its entry, the notices and events of both in one transaction (ADR 78). */
import { type Amount, formatDecimal, ZERO } from '@tern/money';
import type { AssetRegistry } from '../../../kernel/catalog/assets.ts';
import { MEMBER_EVENTS_WAKE, type MemberEvent } from '../../../kernel/events/member-events.ts';
import { isOverdrawn, postAndPublish } from '../../../kernel/ledger/post-entries.ts';
import { memberById } from '../../../kernel/members/members.ts';
import type { Passwords } from '../../../kernel/members/passwords.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import type { RequestKey } from '../../../kernel/requests/idempotency.ts';
import { recordNo } from '../../../kernel/requests/record-letters.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { isMemberStopped } from '../../../kernel/screening/screen.ts';
import { isDisguised } from '../../../kernel/requests/visible-text.ts';
import type {
  CallConfirmations,
  SensitiveCall,
} from '../../../kernel/second-factor/sensitive-call.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { takeMoneyOut } from '../../account/profile/index.ts';
import { assertAvailable, assertSaved, assertWithin, readAmount } from '../funding/index.ts';
import { countSearch, type FindDeps, openReceiver } from './find-receiver.ts';
import { LETTER, mostOfTransfer, transferRow } from './list-transfers.ts';
import { leftOfFirstDay, maskName, transferEntry } from './rules.ts';
import { memberTransferSettings } from './settings.ts';
import { acquaintanceOf, insertTransfer, type StoredTransfer } from './store.ts';

export interface SendDeps extends FindDeps {
  bus: Bus;
  passwords: Passwords;
  confirmations: CallConfirmations;
  assets: AssetRegistry;
  /** In USDT at the present reference prices; undefined without a price. */
  worthOf(asset: string, amount: Amount): Amount | undefined;
}

export interface SendInput {
  memberId: number;
  receiverId: number;
  asset: string;
  given: string | number;
  note: string;
  payPassword: string;
  key: RequestKey | undefined;
  call: SensitiveCall;
}

/**
 * Resolves once the money is with the receiver.
 * @throws not-listed, not-found (nobody, or one who takes no transfers), invalid-request, out-of-bounds with the most,
 * not-available (no transfer leaves the account now), no-price (what a new receiver would get has no price), address-not-saved while the member's lock is on, insufficient-balance,
 * too-many-requests, and what `takeMoneyOut` fails with
 */
export async function sendToMember(deps: SendDeps, input: SendInput) {
  const { memberId, payPassword, key, call } = input;
  const sent = await takeMoneyOut(deps, {
    memberId,
    payPassword,
    key,
    call,
    async check(reader) {
      const { asset, amount } = await readPayment(reader, deps, input).catch(async (error) => {
        // An unknown receiver counts as a search, or sending would find members without limit.
        if (error instanceof Refusal && error.is('not-found')) await countSearch(deps, memberId);
        throw error;
      });
      await assertAvailable(reader, { owner: memberId, asset }, amount);
    },
    act: (tx) => send(tx, deps, input),
  });
  deps.bus.publish(MEMBER_EVENTS_WAKE, null);
  return sent;
}

async function send(tx: Tx, deps: SendDeps, input: SendInput) {
  const { memberId } = input;
  const at = deps.clock.now();
  const { receiver, asset, amount, note, worth, firstDayMax } = await readPayment(tx, deps, input);
  const senderName = maskName((await deps.verifiedName(tx, memberId)) ?? '');
  const transfer = await insertTransfer(tx, {
    senderId: memberId,
    receiverId: receiver.id,
    senderName,
    receiverName: receiver.name,
    asset,
    amount,
    note,
    worth: worth ?? null,
    firstDayMax,
    createdAt: at,
  });
  await notifyBoth(tx, transfer);
  const events: MemberEvent[] = [memberId, receiver.id].map((reader) => ({
    memberId: reader,
    topic: 'memberTransfer.added',
    data: transferRow(transfer, reader),
  }));
  try {
    await postAndPublish(tx, [transferEntry(transfer)], { at, events });
  } catch (error) {
    throw isOverdrawn(error) ? new Refusal('insufficient-balance', { fields: ['amount'] }) : error;
  }
  return transferRow(transfer, memberId);
}

/** @throws as `sendToMember`, all but what the password and the balance decide */
async function readPayment(reader: Reader, deps: SendDeps, input: SendInput) {
  const { memberId } = input;
  const at = deps.clock.now();
  const asset = deps.assets.find(input.asset.toUpperCase());
  const max = asset && (await mostOfTransfer(reader, asset.code));
  if (asset === undefined || max === undefined)
    throw new Refusal('not-listed', { fields: ['asset'] });
  const amount = readAmount(input.given);
  assertWithin(amount, { min: ZERO, max, scale: asset.scale, currency: asset.code });
  const note = input.note.trim();
  if (isDisguised(note))
    throw new Refusal('invalid-request', { fields: ['note'], text: 'text.disguised' });
  // Without a reason: it would say that the sender is being checked.
  if (await isMemberStopped(reader, memberId)) throw new Refusal('not-available');
  const found = await memberById(reader, input.receiverId);
  const receiver = await openReceiver(reader, deps, { memberId, found });
  const known = await reader.one(acquaintanceOf, [memberId, receiver.id]);
  await assertSaved(reader, { memberId, savedAt: known.since ?? undefined, field: 'to' }, at);
  const firstDayMax = deps.settings.read(memberTransferSettings.firstDayMax);
  const worth = deps.worthOf(asset.code, amount);
  const left = leftOfFirstDay(known, firstDayMax, at);
  if (left !== undefined) assertFirstDay(worth, left);
  return { receiver, asset: asset.code, amount, note, worth, firstDayMax };
}

/** @throws no-price, out-of-bounds with what is left of the first day */
function assertFirstDay(worth: Amount | undefined, left: Amount): void {
  if (worth === undefined) throw new Refusal('no-price', { fields: ['asset'] });
  if (worth <= left) return;
  const max = formatDecimal(left);
  throw new Refusal('out-of-bounds', {
    fields: ['amount'],
    text: 'memberTransfer.firstDay',
    values: { max },
    data: { left: max },
  });
}

async function notifyBoth(tx: Tx, transfer: StoredTransfer): Promise<void> {
  const { id, senderId, receiverId, senderName, receiverName, asset, createdAt } = transfer;
  const about = { kind: 'memberTransfer', id };
  const values = { recordNo: recordNo(LETTER, id), asset, amount: formatDecimal(transfer.amount) };
  const named = (name: string, memberId: number) => (name === '' ? String(memberId) : name);
  await notify(
    tx,
    {
      memberId: senderId,
      kind: 'memberTransfer.sent',
      about,
      values: { ...values, name: named(receiverName, receiverId) },
    },
    createdAt,
  );
  await notify(
    tx,
    {
      memberId: receiverId,
      kind: 'memberTransfer.received',
      about,
      values: { ...values, name: named(senderName, senderId) },
    },
    createdAt,
  );
}
