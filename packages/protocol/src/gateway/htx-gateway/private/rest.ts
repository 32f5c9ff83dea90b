/**
 * HTX's signed REST API: the `data` of its responses (ADR 21). Amounts are exact decimal text, times are
 * epoch milliseconds, ids are below 2^53.
 */

export interface HtxAccount {
  id: number;
  type: 'spot';
  subtype: '';
  /** `lock` while the member may not move money. */
  state: 'working' | 'lock';
}

export interface HtxBalanceRow {
  currency: string;
  type: 'trade' | 'frozen';
  balance: string;
  /** Owed on loans; of the `trade` row. */
  debt: string;
  /** What can be spent; 0 in the `frozen` row. */
  available: string;
  /** A push with the same or a lower `seqNum` is not newer. */
  'seq-num': string;
}

export interface HtxAccountBalance {
  id: number;
  type: 'spot';
  state: 'working' | 'lock';
  /** `trade` can be spent, `frozen` is the rest. */
  list: HtxBalanceRow[];
}

/** A conditional order. */
export interface HtxAlgoOrder {
  orderOrigTime: number;
  lastActTime: number;
  symbol: string;
  source: string;
  accountId: number;
  /** Empty for one that was placed in the app. */
  clientOrderId: string;
  orderSide: 'buy' | 'sell';
  orderType: 'limit' | 'market';
  orderPrice?: string;
  /** Absent for a market buy, which has a value. */
  orderSize?: string;
  orderValue?: string;
  timeInForce: 'gtc' | 'boc' | 'ioc' | 'fok';
  stopPrice: string;
  trailingRate?: string;
  orderStatus: 'created' | 'triggered' | 'canceled' | 'rejected';
  /** When it was met. */
  orderCreateTime?: number;
  /** The order that was placed. */
  orderId?: string;
  errCode?: number;
  errMessage?: string;
}

/** By client order id. */
export interface HtxAlgoCancel {
  accepted: string[];
  rejected: string[];
}

export type HtxOrderState =
  /** A stop limit waits. */
  'created' | 'submitted' | 'partial-filled' | 'filled' | 'partial-canceled' | 'canceled';

interface HtxOrderBasics {
  id: number;
  symbol: string;
  'account-id': number;
  'client-order-id': string;
  /** For a `buy-market`: the budget in quote units. */
  amount: string;
  price: string;
  'created-at': number;
  'updated-at': number;
  /** side-type: `buy-limit`, `sell-stop-limit` */
  type: string;
  /** `spot-api` for an order placed with an API key, else `spot-web`. */
  source: string;
  state: HtxOrderState;
  /** Of a stop limit, also after it was met. */
  'stop-price'?: string;
  operator?: 'gte' | 'lte';
}

/** HTX's own spelling: `field` for filled. */
export interface HtxOrder extends HtxOrderBasics {
  'field-amount': string;
  'field-cash-amount': string;
  'field-fees': string;
  /** 0 while it is open. */
  'finished-at': number;
  'canceled-at': number;
}

export interface HtxOpenOrder extends HtxOrderBasics {
  'filled-amount': string;
  'filled-cash-amount': string;
  'filled-fees': string;
}

/** One side of a trade. */
export interface HtxMatch {
  id: number;
  'match-id': number;
  'trade-id': number;
  'order-id': number;
  symbol: string;
  type: string;
  source: string;
  price: string;
  'filled-amount': string;
  'filled-fees': string;
  'fee-currency': string;
  'filled-points': string;
  'fee-deduct-currency': string;
  'fee-deduct-state': 'done';
  role: 'maker' | 'taker';
  'created-at': number;
  'updated-at': number;
}

/** One order of a batch that was placed or amended: its id, or why it was refused. */
export interface HtxBatchPlaced {
  'order-id'?: number;
  'client-order-id'?: string;
  'err-code'?: string;
  'err-msg'?: string;
}

export interface HtxBatchCancel {
  success: string[];
  failed: {
    'order-id': string;
    'client-order-id': string;
    'err-code': string;
    'err-msg': string;
    'order-state': number;
  }[];
}

export interface HtxOpenOrdersCancel {
  'success-count': number;
  'failed-count': number;
  'next-id': number;
}

export interface HtxFeeRate {
  symbol: string;
  makerFeeRate: string;
  takerFeeRate: string;
  actualMakerRate: string;
  actualTakerRate: string;
}

/** A deposit or a withdrawal. */
export interface HtxDepositWithdraw {
  id: number;
  type: 'deposit' | 'withdraw';
  'sub-type': 'NORMAL';
  currency: string;
  /** `trc20usdt` */
  chain: string;
  /** `-` while there is none. */
  'tx-hash': string;
  /** For a withdrawal: the amount that arrives, after the fee. */
  amount: string;
  'from-addr-tag': string;
  'address-id': number;
  address: string;
  'address-tag': string;
  fee: string;
  state: string;
  'created-at': number;
  'updated-at': number;
}

export interface HtxDepositAddress {
  currency: string;
  chain: string;
  address: string;
  addressTag: string;
}

/** The address book. */
export interface HtxWithdrawAddress extends HtxDepositAddress {
  note: string;
}

/** There are no daily or yearly limits, so HTX's fields for them are absent. */
export interface HtxWithdrawQuota {
  currency: string;
  chains: { chain: string; maxWithdrawAmt: string }[];
}

/** A movement of the member's money; `avail-balance` is what is available after it, `acct-balance` the total. */
export interface HtxAccountRecord {
  'account-id': number;
  currency: string;
  'record-id': number;
  'transact-amt': string;
  'transact-type': string;
  'transact-time': number;
  'avail-balance': string;
  'acct-balance': string;
}

export interface HtxLedgerRow {
  accountId: number;
  currency: string;
  transactAmt: string;
  transactType: string;
  transferType: string;
  transactId: number;
  transactTime: number;
}

export interface HtxValuation {
  /** In the requested currency, by default BTC. */
  balance: string;
  timestamp: number;
}
