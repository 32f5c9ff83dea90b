/** A contract in API format, whole or as its latest change. */
import { add, divideInteger, formatDecimal, ONE, quantize } from '@tern/money';
import {
  type FuturesContractEvent,
  type FuturesContractRow,
  futuresDirection,
} from '@tern/protocol';
import type { Instrument } from '../../../kernel/catalog/instruments.ts';
import type { BatchedEvents, MemberEvent } from '../../../kernel/events/batched-events.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Contract } from './contract.ts';
import type { EndedGroup } from './store-endings.ts';

const priceText = (price: bigint | null) => (price === null ? '' : formatDecimal(price));
const timeText = (at: number | null) => (at === null ? '' : isoTime(at));

const QUANTITY_PLACES = 8;

/** The quantity that the stake would buy at the opening price. For display only: nothing is bought. */
function openQuantity({ stake, openPrice }: Pick<Contract, 'stake' | 'openPrice'>): string {
  if (openPrice === null) return '';
  const exact = divideInteger(stake * ONE, openPrice, 'down') as typeof stake;
  return formatDecimal(quantize(exact, QUANTITY_PLACES, 'down'));
}

const opening = (contract: Pick<Contract, 'stake' | 'openPrice' | 'openAt' | 'dueAt'>) => ({
  openPrice: priceText(contract.openPrice),
  openAt: timeText(contract.openAt),
  openNum: openQuantity(contract),
  dueAt: timeText(contract.dueAt),
});

type Ending = Pick<
  Contract,
  'status' | 'outcome' | 'reason' | 'closePrice' | 'closeAt' | 'payout' | 'profit' | 'settledAt'
>;

const ending = (contract: Ending) => ({
  status: contract.status,
  outcome: contract.outcome,
  reason: contract.reason,
  closePrice: priceText(contract.closePrice),
  closeAt: timeText(contract.closeAt),
  settledAt: timeText(contract.settledAt),
  payout: formatDecimal(contract.payout),
  ploss: formatDecimal(contract.profit),
});

export function contractRowOf(contract: Contract, instrument: Instrument): FuturesContractRow {
  return {
    ID: contract.id,
    CreatedAt: isoTime(contract.acceptedAt),
    UpdatedAt: isoTime(contract.updatedAt),
    orderNo: `C${contract.id}`,
    coinname: instrument.symbol,
    base: instrument.base,
    quote: instrument.quote,
    cate: futuresDirection[contract.direction],
    usdt: formatDecimal(contract.stake),
    ctime_num: contract.durationSeconds,
    ratio: formatDecimal(contract.payoutRatio),
    ...opening(contract),
    ...ending(contract),
    rule: contract.rule,
    termsHash: Buffer.from(contract.termsHash).toString('hex'),
    receipt: contract.receipt,
  };
}

export function placedEvent(contract: Contract, instrument: Instrument): MemberEvent {
  const data: FuturesContractEvent = { ...contractRowOf(contract, instrument), isNew: true };
  return { memberId: contract.memberId, topic: 'futures.contract', data };
}

/** Only the fields that the opening changed, so that bursts stay small. */
export function openedEvent(
  contract: Pick<
    Contract,
    'id' | 'memberId' | 'stake' | 'status' | 'openPrice' | 'openAt' | 'dueAt' | 'updatedAt'
  >,
): BatchedEvents {
  const { id, memberId, status, updatedAt } = contract;
  const shared = { status, UpdatedAt: isoTime(updatedAt), ...opening(contract) };
  return { topic: 'futures.contract', memberIds: [memberId], own: { ID: [id] }, shared };
}

/** Only the fields that the end changed, for contracts with the same result, ended at `at`. */
export function endedEvents(group: EndedGroup, at: number): BatchedEvents {
  const { paid, ids, memberIds } = group;
  const shared = ending({
    ...group,
    payout: add(paid.returned, paid.winnings),
    profit: paid.profit,
    settledAt: at,
  });
  return {
    topic: 'futures.contract',
    memberIds,
    own: { ID: ids },
    shared: { UpdatedAt: isoTime(at), ...shared },
  };
}
