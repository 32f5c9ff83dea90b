/** The table of bank cards. */
import { int8, text, timestamptz } from '../../../../platform/database/columns.ts';
import { defineQuery, defineStatement } from '../../../../platform/database/query.ts';
import { defineTable, type TableRow } from '../../../../platform/database/table.ts';
import { sealedNumber } from '../../../../kernel/review/sealed-numbers.ts';

const bankCards = defineTable('bank_cards', {
  id: int8,
  memberId: int8,
  bankName: text,
  accountName: text,
  cardNumber: sealedNumber,
  bankAddress: text,
  iban: sealedNumber,
  payeeAddress: text,
  country: text,
  usableFrom: timestamptz,
  createdAt: timestamptz,
});

export const insertCard = bankCards.insertReturning('fiat.insertCard', [
  'memberId',
  'bankName',
  'accountName',
  'cardNumber',
  'bankAddress',
  'iban',
  'payeeAddress',
  'country',
  'usableFrom',
  'createdAt',
]);

export type BankCard = TableRow<typeof bankCards>;

/** The destination of a payout. */
export type CardDetails = Omit<BankCard, 'id' | 'memberId' | 'usableFrom' | 'createdAt'>;

export const cardsOfMember = bankCards.select(
  'fiat.cardsOfMember',
  'where member_id = $1 order by id desc limit $2 offset $3',
  [int8, int8, int8],
);

/** Numbers are sealed for their member: what can be compared is what is shown of them, and the holder. At most twenty. */
export const membersWithCardsLike = defineQuery({
  name: 'fiat.membersWithCardsLike',
  text: `select distinct o.member_id, o.bank_name as bank from bank_cards c join bank_cards o on o.member_id <> c.member_id
      and lower(btrim(o.account_name)) = lower(btrim(c.account_name))
      and split_part(o.card_number, ':', 3) = split_part(c.card_number, ':', 3)
      and split_part(o.iban, ':', 3) = split_part(c.iban, ':', 3)
    where c.member_id = $1 order by 1, 2 limit 20`,
  params: [int8],
  row: { memberId: int8, bank: text },
});

export const namesOnCards = defineQuery({
  name: 'fiat.namesOnCards',
  text: 'select distinct account_name as name from bank_cards where member_id = $1 order by 1 limit 20',
  params: [int8],
  row: { name: text },
});

export const countCards = bankCards.count('fiat.countCards', 'where member_id = $1', [int8]);

export const cardOfMember = bankCards.select(
  'fiat.cardOfMember',
  'where id = $1 and member_id = $2',
  [int8, int8],
);

export const cardWith = bankCards
  .pick('id')
  .select('fiat.cardWith', 'where member_id = $1 and card_number = $2 and iban = $3', [
    int8,
    sealedNumber,
    sealedNumber,
  ]);

export const deleteCard = defineStatement({
  name: 'fiat.deleteCard',
  text: 'delete from bank_cards where id = $1 and member_id = $2',
  params: [int8, int8],
});
