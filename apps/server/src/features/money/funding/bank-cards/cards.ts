/** Bank cards: add, list, find and remove. */
import { lockMember } from '../../../../kernel/members/members.ts';
import { notify } from '../../../../kernel/messaging/notifications.ts';
import { wakeDelivery } from '../../../../kernel/messaging/outgoing-messages.ts';
import { pageOf, readPage } from '../../../../kernel/requests/page.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import {
  sealedEnds,
  type SealedNumber,
  sealNumber,
} from '../../../../kernel/review/sealed-numbers.ts';
import { readVisible } from '../../../../kernel/requests/visible-text.ts';
import type { SensitiveCall } from '../../../../kernel/second-factor/sensitive-call.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Database, Reader } from '../../../../platform/database/database.ts';
import { isUniqueViolation } from '../../../../platform/database/database-errors.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';
import type { Deps } from '../deps.ts';
import { readCardNumber, readCountry, readIban } from './rules.ts';
import { cardHoldHours, fiatSettings } from '../settings.ts';
import {
  type BankCard,
  type CardDetails,
  cardOfMember,
  cardsOfMember,
  cardWith,
  countCards,
  deleteCard,
  insertCard,
} from './store.ts';

export type CardDeps = Deps<
  'database' | 'clock' | 'bus' | 'settings' | 'mode' | 'auth' | 'confirmations' | 'secretBox'
>;

/** As the member sent it. */
export type GivenCard = Omit<PlainCard, 'bankAddress'> & {
  /** May be part of `payeeAddress` instead. */
  bankAddress: string | undefined;
};

/**
 * Reports it to the owner.
 * @throws invalid-request naming the field, limit-reached when there are too many, already-exists when the card is already
 * added, second-factor-required, confirmation-expired
 */
export async function keepCard(deps: CardDeps, call: SensitiveCall, given: GivenCard) {
  const { database, clock, settings, auth } = deps;
  const { memberId } = call.caller;
  const card = sealedCard(deps, memberId, readCard(given));
  const at = clock.now();
  const assertRoom = async (reader: Reader) => {
    const { total } = await reader.one(countCards, [memberId]);
    if (total >= settings.read(fiatSettings.cardsMax)) throw new Refusal('limit-reached');
  };
  await assertRoom(database);
  const { cardNumber, iban } = card;
  if ((await database.maybe(cardWith, [memberId, cardNumber, iban])) !== undefined)
    throw alreadyKept();
  const confirm = await deps.confirmations.require(call);
  try {
    const kept = await database.transaction(async (tx) => {
      const member = await lockMember(tx, memberId);
      await assertRoom(tx);
      await confirm(tx);
      const usableFrom = at + cardHoldHours(deps) * HOUR_MS;
      const added = await insertCard(tx, { ...card, memberId, usableFrom, createdAt: at });
      const values = { bank: card.bankName, target: sealedEnds(cardNumber) };
      await notify(tx, { memberId, kind: 'security.cardAdded', values }, at);
      if (member !== undefined)
        await auth.alerts.send(tx, { member, kind: 'cardAdded', values }, at);
      return cardRow(added);
    });
    wakeDelivery(deps.bus);
    return kept;
  } catch (error) {
    if (!isUniqueViolation(error, 'bank_cards_once')) throw error;
    throw alreadyKept();
  }
}

const alreadyKept = () =>
  new Refusal('already-exists', { fields: ['cardNumber'], text: 'bank.cardKept' });

type PlainCard = Omit<CardDetails, 'cardNumber' | 'iban'> & { cardNumber: string; iban: string };

/** As it is stored and compared: its numbers are opened for its owner's export and an operator's logged look only (ADR 72). */
function sealedCard({ secretBox }: CardDeps, memberId: number, card: PlainCard): CardDetails {
  const seal = (kind: 'cardNumber' | 'iban'): SealedNumber =>
    sealNumber(secretBox, card[kind], { memberId, kind });
  return { ...card, cardNumber: seal('cardNumber'), iban: seal('iban') };
}

function readCard(given: GivenCard): PlainCard {
  return {
    bankName: readVisible(given.bankName, 'bankName'),
    accountName: readVisible(given.accountName, 'accountName'),
    cardNumber: readOrRefuse(readCardNumber(given.cardNumber), 'cardNumber'),
    bankAddress: given.bankAddress?.trim() ? readVisible(given.bankAddress, 'bankAddress') : '',
    iban: readOrRefuse(readIban(given.iban), 'iban'),
    payeeAddress: readVisible(given.payeeAddress, 'payeeAddress'),
    country: readOrRefuse(readCountry(given.country), 'country'),
  };
}

function readOrRefuse(value: string | undefined, field: keyof GivenCard): string {
  if (value === undefined) throw new Refusal('invalid-request', { fields: [field] });
  return value;
}

/** Newest first, a hundred to a page by default. */
export function listCards(
  reader: Reader,
  memberId: number,
  input: { page?: number | string; pageSize?: number | string },
) {
  const page = pageOf({ pageSize: 100, ...input });
  return readPage(
    reader,
    { list: cardsOfMember, count: countCards },
    { filter: [memberId], page, row: cardRow },
  );
}

/** @throws not-found */
export async function findCard(reader: Reader, memberId: number, id: number) {
  const card = await reader.maybe(cardOfMember, [id, memberId]);
  if (card === undefined) throw new Refusal('not-found');
  return cardRow(card);
}

/** @throws not-found */
export async function removeCard(database: Database, memberId: number, id: number) {
  const removed = await database.transaction((tx) => tx.run(deleteCard, [id, memberId]));
  if (removed === 0) throw new Refusal('not-found');
}

function cardRow(card: BankCard) {
  const at = isoTime(card.createdAt);
  return {
    ID: card.id,
    CreatedAt: at,
    UpdatedAt: at,
    ...hiddenCard(card),
    bankaddress: card.bankAddress,
    payeeaddress: card.payeeAddress,
    usableFrom: isoTime(card.usableFrom),
  };
}

/** Enough to recognise the card: its numbers are hidden but for their ends, also from their owner (ADR 29). */
export function hiddenCard(card: CardDetails) {
  return {
    bankname: card.bankName,
    accountname: card.accountName,
    bankcard: sealedEnds(card.cardNumber),
    ibna: sealedEnds(card.iban),
    country: card.country,
  };
}
