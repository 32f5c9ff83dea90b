/** What funding holds about a member, and what it removes with an account. */
import { type HeldRow, heldRows, withMessage } from '../../../kernel/account-data/held-rows.ts';
import { isSealedNumber, openNumber, sealedEnds } from '../../../kernel/review/sealed-numbers.ts';
import { int8 } from '../../../platform/database/columns.ts';
import { defineStatement } from '../../../platform/database/query.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';

/** With what the member reads of its rejection or hold. */
const requestShown = (kind: string) => (row: HeldRow) =>
  withMessage(row, 'reason', row['held_until'] === null ? `reject.${kind}` : 'hold');

/** With the numbers themselves, which are the member's; of one that cannot be opened any more, its ends. */
function withNumbers(box: SecretBox, row: HeldRow): HeldRow {
  const memberId = Number(row['member_id']);
  const opened = (stored: string | null = null, kind: 'cardNumber' | 'iban') =>
    stored === null || !isSealedNumber(stored)
      ? stored
      : (openNumber(box, stored, { memberId, kind }) ?? sealedEnds(stored));
  const cardNumber = opened(row['card_number'], 'cardNumber');
  return { ...row, card_number: cardNumber, iban: opened(row['iban'], 'iban') };
}

export const fundingRows = (box: SecretBox) => [
  heldRows({
    name: 'deposit-addresses',
    tables: ['deposit_addresses'],
    from: 'from deposit_addresses t where t.member_id = $1',
    key: { network: 'text', address: 'text' },
  }),
  heldRows({
    name: 'deposits',
    tables: ['deposits'],
    from: 'from deposits t where t.member_id = $1',
    key: { id: 'bigint' },
    shows: requestShown('deposit'),
  }),
  heldRows({
    name: 'deposits-seen',
    tables: ['deposits_seen'],
    from: `from (
      select s.*, d.member_id from deposits_seen s join deposits d on d.id = s.deposit_id
    ) t where t.member_id = $1`,
    key: { deposit_id: 'bigint' },
    omits: ['member_id'],
  }),
  heldRows({
    name: 'withdrawal-addresses',
    tables: ['withdrawal_addresses'],
    from: 'from withdrawal_addresses t where t.member_id = $1',
    key: { id: 'bigint' },
  }),
  heldRows({
    name: 'withdrawals',
    tables: ['withdrawals'],
    from: 'from withdrawals t where t.member_id = $1',
    key: { id: 'bigint' },
    omits: ['silent_since', 'silence', 'next_attempt_at'],
    shows: requestShown('withdrawal'),
  }),
  heldRows({
    name: 'saved-addresses-only',
    tables: ['address_locks'],
    from: 'from address_locks t where t.member_id = $1',
    key: { member_id: 'bigint' },
  }),
  heldRows({
    name: 'bank-cards',
    tables: ['bank_cards'],
    from: 'from bank_cards t where t.member_id = $1',
    key: { id: 'bigint' },
    shows: (row) => withNumbers(box, row),
  }),
  heldRows({
    name: 'wires',
    tables: ['wires'],
    from: 'from wires t where t.member_id = $1',
    key: { id: 'bigint' },
    shows: requestShown('wire'),
  }),
  heldRows({
    name: 'fiat-withdrawals',
    tables: ['payouts'],
    from: 'from payouts t where t.member_id = $1',
    key: { id: 'bigint' },
    shows: (row) => withNumbers(box, requestShown('payout')(row)),
  }),
];

/** Requests have copies of what they went to. */
export const deleteDestinations = defineStatement({
  name: 'withdrawal.deleteDestinationsOfMember',
  text: `with addresses as (delete from withdrawal_addresses where member_id = $1)
    delete from bank_cards where member_id = $1`,
  params: [int8],
});
