/** Lists a credit by operators among the member's deposits, as its own type (spec §4). */
import type { Amount } from '@tern/money';
import type { Tx } from '../../../platform/database/database.ts';
import { publish } from '../request/publish.ts';
import { deposits } from './deposits.ts';
import { insertPlatform } from './store.ts';

interface PlatformCredit {
  memberId: number;
  asset: string;
  amount: Amount;
  /** The manual entry that two operators approved: it moves the money. */
  entryId: number;
}

/** Call it in the transaction that credits the member. */
export async function listPlatformCredit(tx: Tx, credit: PlatformCredit, at: number) {
  const { memberId, asset, amount, entryId } = credit;
  const request = await tx.one(insertPlatform, [memberId, asset, amount, entryId, at]);
  await publish(tx, deposits, { request, at });
}
