/** Changes a conditional order that waits: reads what is given and submits it to the engine of its market (ADR 92). */
import type { Amount, Price, Rate } from '@tern/money';
import type { ConditionalOrderRow } from '@tern/protocol';
import type { RequestKey } from '../../../../kernel/requests/idempotency.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import type { Engines } from '../engines.ts';
import { type ConditionalsKnown, type Given, marketOf, readDecimal } from './place-conditional.ts';

/** What is absent stays. */
export interface AmendConditionalInput {
  memberId: number;
  conditionalId: number;
  triggerPrice?: Given;
  rate?: Given;
  startPrice?: Given;
  price?: Given;
  quantity?: Given;
  total?: Given;
  key: RequestKey | undefined;
}

/**
 * Resolves once it is durable, with the order as it is then.
 * @throws not-found, also for another member's; order-closed for one that does not wait any more; invalid-request, busy, account-frozen, and
 * the refusals of `amendedConditional`
 */
export async function amendConditional(
  {
    database,
    engines,
    changesKnown,
  }: { database: Reader; engines: Engines; changesKnown: ConditionalsKnown },
  { memberId, conditionalId, key, ...given }: AmendConditionalInput,
): Promise<{ conditional: ConditionalOrderRow }> {
  const to = {
    triggerPrice: readDecimal<Price>(given.triggerPrice, 'triggerPrice'),
    rate: readDecimal<Rate>(given.rate, 'rate'),
    startPrice: readDecimal<Price>(given.startPrice, 'startPrice'),
    limitPrice: readDecimal<Price>(given.price, 'price'),
    quantity: readDecimal<Amount>(given.quantity, 'quantity'),
    budget: readDecimal<Amount>(given.total, 'total'),
  };
  const instrumentId = await marketOf(database, engines, { memberId, conditionalId });
  await changesKnown.assert();
  return engines.submit(instrumentId, {
    kind: 'amend-conditional',
    memberId,
    conditionalId,
    to,
    key,
  });
}
