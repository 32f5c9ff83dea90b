/** What a signed call is, and what it gets to answer with. */
import type { Amount } from '@tern/money';
import type { AssetBook } from '../../../kernel/catalog/assets.ts';
import type { InstrumentBook } from '../../../kernel/catalog/instruments.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { DepositApi, WithdrawalApi } from '../../funding/index.ts';
import type { OrderApi } from '../../spot/index.ts';
import type { Access } from '../access/authorization.ts';
import type { Inputs } from './request-fields.ts';

export interface SignedCallDeps {
  database: Database;
  clock: Clock;
  assets: AssetBook;
  instruments: InstrumentBook;
  orders: OrderApi;
  deposits: DepositApi;
  withdrawals: WithdrawalApi;
  /** In USDT at reference prices; undefined while a price is missing. */
  worthOf(asset: string, amount: Amount): Amount | undefined;
}

export interface SignedRequestContext {
  access: Access;
  /** Of the query for a GET, of the body for a POST. */
  inputs: Inputs;
  /** Values of the path's `:name` parts. */
  params: Readonly<Record<string, string>>;
}

export interface SignedCall {
  method: 'GET' | 'POST';
  path: string;
  scope: 'read' | 'trade';
  /** The name among the inputs of a body that is a list; absent, the body is an object. */
  listBody?: string;
  /** Gives `data`. Fails with: an HtxFault, or a Refusal. */
  answer(deps: SignedCallDeps, context: SignedRequestContext): Promise<unknown>;
}
