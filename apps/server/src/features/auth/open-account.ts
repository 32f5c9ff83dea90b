/** Opens an account: the member, and in paper mode the paper money they start with. */
import { houseBooks, recordTypes, transfer } from '@tern/ledger';
import { formatDecimal } from '@tern/money';
import { insertMember, type NewMember, takenField } from '../../kernel/members/change-members.ts';
import { type Member, memberById } from '../../kernel/members/members.ts';
import { notify } from '../../kernel/messaging/notifications.ts';
import { postEntries } from '../../kernel/ledger/post-entries.ts';
import { Refusal } from '../../kernel/requests/refusal.ts';
import { amountsByAsset } from '../../kernel/settings/settings.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Random } from '../../platform/random.ts';
import { grantStatement } from './store.ts';

export const paperFunds = amountsByAsset({
  key: 'auth.paperFunds',
  unit: 'paper money of a new member, by asset',
  fallback: { USDT: '10000', USD: '10000', BTC: '0.1' },
});

/** Characters that cannot be mistaken for each other when read aloud or written down. */
const INVITE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const INVITE_LENGTH = 8;
const INVITE_DRAWS_MAX = 5;

/** Fails with: already-exists naming the field that belongs to another. */
export async function openAccount(
  tx: Tx,
  account: Omit<NewMember, 'inviteCode'>,
  given: { random: Random; at: number },
): Promise<Member> {
  for (let draw = 0; draw < INVITE_DRAWS_MAX; draw += 1) {
    const inviteCode = given.random.text(INVITE_LENGTH, INVITE_ALPHABET);
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
 * Grants the paper money of a member who is registered in this transaction, in one journal entry that says what it is,
 * and tells them (rules §2). The database takes the amounts from the setting in force, once for each member, in paper mode only (ADR 9).
 * Make it the last statement of the transaction.
 */
export async function grantPaperFunds(
  tx: Tx,
  { memberId }: { memberId: number },
  at: number,
): Promise<void> {
  const granted = (await tx.many(grantStatement, [memberId, at])).toSorted(
    (one, other) => Number(other.amount - one.amount) || other.asset.localeCompare(one.asset),
  );
  if (granted.length === 0) return;
  const from = { owner: houseBooks.paperIssuance, purpose: 'available' } as const;
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
