/** Conditional orders for other features: places, cancels, finds and lists those of a member. */
import type { ConditionalOrderRow } from '@tern/protocol';
import type { InstrumentRegistry } from '../../../../kernel/catalog/instruments.ts';
import type { Database } from '../../../../platform/database/database.ts';
import type { Engines } from '../engines.ts';
import { sideCodes } from '../order.ts';
import type { Side } from '../rules.ts';
import {
  type ConditionalOrder,
  type ConditionalStatus,
  conditionalStatusCodes,
} from './conditional-order.ts';
import {
  cancelConditional,
  ConditionalsKnown,
  placeConditional,
  type PlaceConditionalInput,
} from './place-conditional.ts';
import { findAlgoByName, findAlgosInRange } from './store.ts';

/** An absent filter matches everything. */
export interface ConditionalRange {
  memberId: number;
  statuses: readonly ConditionalStatus[];
  symbol: string | undefined;
  side: Side | undefined;
  isLimit: boolean | undefined;
  since: number | undefined;
  until: number | undefined;
  /** The page begins with this order. */
  from: number | undefined;
  isOldestFirst: boolean;
  limit: number;
}

export interface ConditionalApi {
  /** @throws the refusals of `placeConditional`; idempotency-key-reused when the client order id is taken */
  place(input: PlaceConditionalInput): Promise<{ conditional: ConditionalOrderRow }>;
  /** @throws not-found, order-closed */
  cancel(memberId: number, id: number): Promise<{ conditional: ConditionalOrderRow }>;
  /** Of those that are no stop limits, or came through HTX's calls of conditional orders. */
  findByClientOrderId(memberId: number, name: string): Promise<ConditionalOrder | undefined>;
  /** Of the same ones. An unknown symbol gives an empty list. */
  list(range: ConditionalRange): Promise<ConditionalOrder[]>;
}

/** To the last second of the year 9999. */
const FOREVER = 253_402_300_799_999;

export function createConditionalApi(deps: {
  database: Database;
  instruments: InstrumentRegistry;
  engines: Engines;
}): ConditionalApi {
  const { database, instruments, engines } = deps;
  const known = new ConditionalsKnown(database);
  return {
    place: (input) => placeConditional({ engines, known }, input),
    cancel: (memberId, conditionalId) =>
      cancelConditional(database, engines, { memberId, conditionalId, key: undefined }),
    findByClientOrderId: (memberId, name) => findAlgoByName(database, memberId, name),
    list({ statuses, symbol, side, isLimit, since, until, from, ...same }) {
      return findAlgosInRange(database, {
        ...same,
        statuses: statuses.map((status) => conditionalStatusCodes[status]),
        instrumentId: symbol === undefined ? null : (instruments.find(symbol)?.id ?? -1),
        side: side === undefined ? null : sideCodes[side],
        isLimit: isLimit ?? null,
        since: since ?? 0,
        until: until ?? FOREVER,
        from: from ?? null,
      });
    },
  };
}
