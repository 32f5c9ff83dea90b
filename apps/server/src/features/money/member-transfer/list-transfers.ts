/** A member's transfers and what they may send, in their API format. */
import { type Amount, formatDecimal } from '@tern/money';
import { type MemberTransferRow, transferDirection } from '@tern/protocol';
import { type AssetNetwork, networksByAsset } from '../../../kernel/networks/networks.ts';
import { pageOf, readPage } from '../../../kernel/requests/page.ts';
import { recordNo } from '../../../kernel/requests/record-letters.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { memberTransferSettings } from './settings.ts';
import {
  countTransfers,
  receiversOf,
  type StoredTransfer,
  transferOfMember,
  transfersOfMember,
} from './store.ts';

/** Begins the numbers that the app shows for transfers. */
export const LETTER = 'Y';

/** Listed at most: people look further down in the records. */
const RECEIVERS_MAX = 20;

/** As one of the two members sees it. */
export function transferRow(transfer: StoredTransfer, memberId: number): MemberTransferRow {
  const { id, senderId, receiverId, senderName, receiverName, createdAt } = transfer;
  const isSender = senderId === memberId;
  const at = isoTime(createdAt);
  return {
    ID: id,
    CreatedAt: at,
    UpdatedAt: at,
    recordNo: recordNo(LETTER, id),
    direction: isSender ? transferDirection.sent : transferDirection.received,
    member: isSender ? receiverId : senderId,
    name: isSender ? receiverName : senderName,
    coinname: transfer.asset,
    num: formatDecimal(transfer.amount),
    note: transfer.note,
  };
}

/** Newest first. */
export function listTransfers(
  reader: Reader,
  memberId: number,
  input: { page?: number | string; pageSize?: number | string },
) {
  return readPage(
    reader,
    { list: transfersOfMember, count: countTransfers },
    { filter: [memberId], page: pageOf(input), row: (row) => transferRow(row, memberId) },
  );
}

/** @throws not-found, also for a transfer of others */
export async function findTransfer(reader: Reader, memberId: number, id: number) {
  const found = await reader.maybe(transferOfMember, [id, memberId]);
  if (found === undefined) throw new Refusal('not-found');
  return transferRow(found, memberId);
}

/** What the member may send, and to whom they sent before. */
export async function transferTerms(reader: Reader, settings: Settings, memberId: number) {
  const [byAsset, receivers] = await Promise.all([
    networksByAsset(reader),
    reader.many(receiversOf, [memberId, RECEIVERS_MAX]),
  ]);
  const coins = [...byAsset].flatMap(([coinname, networks]) => {
    const max = mostOf(networks);
    return max === undefined ? [] : [{ coinname, max: formatDecimal(max) }];
  });
  return {
    coins,
    firstDayMax: formatDecimal(settings.read(memberTransferSettings.firstDayMax)),
    receivers: receivers.map(({ receiverId, receiverName, createdAt }) => ({
      member: receiverId,
      name: receiverName,
      CreatedAt: isoTime(createdAt),
    })),
  };
}

/** The most of one transfer: of one withdrawal of the coin, by the network that carries most. Undefined: it can't be sent. */
export async function mostOfTransfer(reader: Reader, asset: string): Promise<Amount | undefined> {
  return mostOf((await networksByAsset(reader)).get(asset) ?? []);
}

const mostOf = (networks: readonly AssetNetwork[]): Amount | undefined =>
  networks
    .filter(({ takesWithdrawals }) => takesWithdrawals)
    .map(({ withdrawMax }) => withdrawMax)
    .reduce<Amount | undefined>(
      (most, each) => (most === undefined || each > most ? each : most),
      undefined,
    );
