/** The interface of a signed call. */
import type { Amount } from '@tern/money';
import type { AssetRegistry } from '../../../../../kernel/catalog/assets.ts';
import type { InstrumentRegistry } from '../../../../../kernel/catalog/instruments.ts';
import type { Rails } from '../../../../../kernel/rails/rail.ts';
import type { Clock } from '../../../../../platform/clock.ts';
import type { Database } from '../../../../../platform/database/database.ts';
import type { DepositApi, WithdrawalApi } from '../../../../money/funding/index.ts';
import type { FeesOf, OrderApi } from '../../../../trading/spot/index.ts';
import type { Access } from '../../../keys/index.ts';
import type { Inputs } from './request-fields.ts';

export interface SignedCallDeps {
  database: Database;
  clock: Clock;
  assets: AssetRegistry;
  rails: Pick<Rails, 'carry'>;
  instruments: InstrumentRegistry;
  feesOf: FeesOf;
  orders: OrderApi;
  deposits: DepositApi;
  withdrawals: WithdrawalApi;
  /** In USDT at reference prices; undefined while a price is missing. */
  worthOf(asset: string, amount: Amount): Amount | undefined;
}

export interface SignedRequestContext {
  access: Access;
  /** From the query of a GET, from the body of a POST. */
  inputs: Inputs;
  /** Values of the path's `:name` parts. */
  params: Readonly<Record<string, string>>;
}

/** A page of a list, and where the next one begins, in the call's own words: `next-id`. Without it, clients stop. */
export class Page {
  readonly rows: readonly unknown[];
  readonly next: Readonly<Record<string, number>>;

  constructor(rows: readonly unknown[], next: Readonly<Record<string, number>>) {
    this.rows = rows;
    this.next = next;
  }
}

/** `data`, and headers of the answer. Names in lower case. */
export class WithHeaders {
  readonly data: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(data: unknown, headers: Readonly<Record<string, string>>) {
    this.data = data;
    this.headers = headers;
  }
}

export interface SignedCall {
  method: 'GET' | 'POST';
  path: string;
  scope: 'read' | 'trade';
  /** For a body that is a list: its name among the inputs. Absent: the body is an object. */
  listBody?: string;
  /** What it costs, by the rows it may read or the orders it may change: `turnsOfRows`, `turnsOfOrders`. Absent: one turn. */
  turns?(inputs: Inputs): number;
  /** Returns `data`, a `Page` of it, or it `WithHeaders`. @throws an HtxFault or a Refusal */
  answer(deps: SignedCallDeps, context: SignedRequestContext): Promise<unknown>;
}

/** Cancellations of one call. */
export const CANCELS_MAX = 50;

/** Orders that cost as much as a light call. */
const ORDERS_OF_TURN = 2;

/** What is no list, or too long, is refused. */
export const turnsOfOrders = (list: unknown): number =>
  Array.isArray(list)
    ? Math.max(1, Math.ceil(Math.min(list.length, CANCELS_MAX) / ORDERS_OF_TURN))
    : 1;
