/** Bank cards as the wire shows them: numbers hidden but for their ends, to their owner as well (ADR 29). */
import { isoTime } from '../../../platform/clock.ts';
import { hideIban, hideNumber } from './rules.ts';
import type { BankCard, CardDetails } from './store.ts';

export function cardRow(card: BankCard) {
  const at = isoTime(card.createdAt);
  return {
    ID: card.id,
    CreatedAt: at,
    UpdatedAt: at,
    ...hiddenCard(card),
    bankaddress: card.bankAddress,
    payeeaddress: card.payeeAddress,
  };
}

/** What is enough to know which card it is. */
export function hiddenCard(card: CardDetails) {
  return {
    bankname: card.bankName,
    accountname: card.accountName,
    bankcard: hideNumber(card.cardNumber),
    ibna: hideIban(card.iban),
    country: card.country,
  };
}
