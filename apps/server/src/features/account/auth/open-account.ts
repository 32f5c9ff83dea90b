/** Opens an account: the member, and in paper mode their initial paper money. */
import { exchangeAccounts, recordTypes, transfer } from '@tern/ledger';
import { formatDecimal } from '@tern/money';
import {
  insertMember,
  type NewMember,
  takenField,
} from '../../../kernel/members/change-members.ts';
import { type Member, memberById } from '../../../kernel/members/members.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import { postEntries } from '../../../kernel/ledger/post-entries.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { amountsByAsset } from '../../../kernel/settings/settings.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Random } from '../../../platform/random.ts';
import { grantFunds } from './store.ts';

export const paperFunds = amountsByAsset({
  key: 'auth.paperFunds',
  name: 'Paper money of a new member',
  effect: 'A new member starts with these amounts of paper money.',
  fallback: { USDT: '10000', USD: '10000', BTC: '0.1' },
});

/** For codes that people read aloud or write down: no characters that are easily confused. */
export const CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const INVITE_LENGTH = 8;
const INVITE_DRAWS_MAX = 5;

/** @throws already-exists naming the taken field */
export async function openAccount(
  tx: Tx,
  account: Omit<NewMember, 'inviteCode'>,
  given: { random: Random; at: number },
): Promise<Member> {
  for (let draw = 0; draw < INVITE_DRAWS_MAX; draw += 1) {
    const inviteCode = given.random.text(INVITE_LENGTH, CODE_ALPHABET);
    const id = await insertMember(tx, { ...account, inviteCode }, given.at).catch(
      (error: unknown) => {
        const field = takenField(error);
        throw field === undefined ? error : new Refusal('already-exists', { fields: [field] });
      },
    );
    const member = id === undefined ? undefined : await memberById(tx, id);
    if (member !== undefined) return member;
  }
  throw new Error(`${INVITE_DRAWS_MAX} invite codes in a row were taken`);
}

/**
 * Grants paper money to a member registered in this transaction, in one journal entry, and notifies them.
 * The database takes the amounts from the setting, once per member, in paper mode only (ADR 9). Must be the last
 * statement of the transaction.
 */
export async function grantPaperFunds(
  tx: Tx,
  { memberId }: { memberId: number },
  at: number,
): Promise<void> {
  const granted = (await tx.many(grantFunds, [memberId, at])).toSorted(
    (one, other) => Number(other.amount - one.amount) || other.asset.localeCompare(one.asset),
  );
  if (granted.length === 0) return;
  const from = { owner: exchangeAccounts.paperIssuance, purpose: 'available' } as const;
  const to = { owner: memberId, purpose: 'available' } as const;
  const inWords = granted.map((each) => `${formatDecimal(each.amount)} ${each.asset}`).join(', ');
  await notify(tx, { memberId, kind: 'paper.granted', values: { funds: inWords } }, at);
  const entry = {
    kind: recordTypes.paperFundsGranted,
    reference: `member:${memberId}`,
    note: 'Paper money: not real, worth nothing outside of this simulation.',
    postings: granted.flatMap((each) => transfer({ from, to, ...each })),
  };
  await postEntries(tx, [entry], at);
}
