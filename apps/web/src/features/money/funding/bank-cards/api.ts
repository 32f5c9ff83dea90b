/** Bank card calls in the app's own terms, and their cached list. */
import { queryOptions } from '@tanstack/react-query';
import type { RowOf } from '@tern/protocol/client';
import { queryClient } from '../../../../kernel/query-client.ts';
import { call } from '../../../../platform/http/call.ts';
import { BANK_MONEY } from '../currencies/api.ts';

type CardDto = RowOf<'GET /user_bank/getUser_bankList'>;
type AccountDto = Pick<CardDto, 'bankname' | 'accountname' | 'bankcard' | 'ibna' | 'country'>;

/** The account a payout goes to. */
export interface BankAccount {
  bank: string;
  /** Name of the account holder. */
  holder: string;
  /** "•••• 4821": hidden digits as the design shows them. */
  number: string;
  iban: string;
  /** "DE" */
  country: string;
}

export interface BankCard extends BankAccount {
  ID: number;
  /** ISO 8601. */
  usableFrom: string;
}

const withDots = (number: string) => number.replaceAll('*', '•');

/** Translates the fields of an account; also those in a payout. */
export const accountOf = (row: AccountDto): BankAccount => ({
  bank: row.bankname,
  holder: row.accountname,
  number: withDots(row.bankcard),
  iban: withDots(row.ibna),
  country: row.country,
});

const cardOf = ({ ID, usableFrom, ...row }: CardDto): BankCard => ({
  ID,
  usableFrom,
  ...accountOf(row),
});

const CARDS_SIZE = 100;
const CARDS = [BANK_MONEY, 'cards'] as const;

/** All bank cards, newest first. */
export const cardsQuery = queryOptions({
  queryKey: CARDS,
  queryFn: async ({ signal }): Promise<BankCard[]> => {
    const input = { page: 1, pageSize: CARDS_SIZE };
    const { list } = await call('GET /user_bank/getUser_bankList', input, { signal });
    return list.map(cardOf);
  },
});

/** A card as the member enters it. */
export interface NewCard extends BankAccount {
  bankAddress: string;
  /** BIC or SWIFT code. */
  bic: string;
}

/** The form's fields of those in the API, in the order of the form. */
export const CARD_FIELDS = {
  bankname: 'bank',
  accountname: 'holder',
  bankcard: 'number',
  bankaddress: 'bankAddress',
  ibna: 'iban',
  payeeaddress: 'bic',
  country: 'country',
} as const satisfies Record<string, keyof NewCard>;

/** @throws invalid-request; limit-reached if there are too many; already-exists; second-factor-required */
export async function saveCard(draft: NewCard): Promise<BankCard> {
  const input = {
    bankname: draft.bank,
    accountname: draft.holder,
    bankcard: draft.number,
    bankaddress: draft.bankAddress,
    ibna: draft.iban,
    payeeaddress: draft.bic,
    country: draft.country,
  };
  const { bank } = await call('POST /user_bank/createUser_bank', input);
  const saved = cardOf(bank);
  queryClient.setQueryData<BankCard[]>(CARDS, (known) => known && [saved, ...known]);
  return saved;
}

/** @throws not-found */
export async function deleteCard(id: number): Promise<void> {
  await call('DELETE /user_bank/deleteUser_bank', { ID: id });
  await queryClient.invalidateQueries({ queryKey: CARDS });
}
