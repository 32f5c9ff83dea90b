/** The table of bank cards. */
import { int4, int8, text, timestamptz } from '../../../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../../platform/database/query.ts';
import { sealedNumber } from '../../../../kernel/review/sealed-numbers.ts';

const COLUMNS = `id, member_id, bank_name, account_name, card_number, bank_address, iban, payee_address, country, usable_from, created_at`;

const row = {
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
} as const;

export const insertCard = defineQuery({
  name: 'fiat.insertCard',
  text: `insert into bank_cards (member_id, bank_name, account_name, card_number, bank_address, iban, payee_address, country, usable_from, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${COLUMNS}`,
  params: [
    int8,
    text,
    text,
    sealedNumber,
    text,
    sealedNumber,
    text,
    text,
    timestamptz,
    timestamptz,
  ],
  row,
});

export type BankCard = RowOf<typeof insertCard>;

/** The destination of a payout. */
export type CardDetails = Omit<BankCard, 'id' | 'memberId' | 'usableFrom' | 'createdAt'>;

export const cardsOfMember = defineQuery({
  name: 'fiat.cardsOfMember',
  text: `select ${COLUMNS} from bank_cards where member_id = $1 order by id desc limit $2 offset $3`,
  params: [int8, int8, int8],
  row,
});

export const namesOnCards = defineQuery({
  name: 'fiat.namesOnCards',
  text: 'select distinct account_name as name from bank_cards where member_id = $1 order by 1 limit 20',
  params: [int8],
  row: { name: text },
});

export const countCards = defineQuery({
  name: 'fiat.countCards',
  text: 'select count(*)::int as total from bank_cards where member_id = $1',
  params: [int8],
  row: { total: int4 },
});

export const cardOfMember = defineQuery({
  name: 'fiat.cardOfMember',
  text: `select ${COLUMNS} from bank_cards where id = $1 and member_id = $2`,
  params: [int8, int8],
  row,
});

export const cardWith = defineQuery({
  name: 'fiat.cardWith',
  text: 'select id from bank_cards where member_id = $1 and card_number = $2 and iban = $3',
  params: [int8, sealedNumber, sealedNumber],
  row: { id: int8 },
});

export const deleteCard = defineStatement({
  name: 'fiat.deleteCard',
  text: 'delete from bank_cards where id = $1 and member_id = $2',
  params: [int8, int8],
});
