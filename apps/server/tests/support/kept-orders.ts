/** After a crash: every acknowledged order is kept, and what had no answer can be repeated and takes effect once. */
import { decimal } from '@tern/money';
import { expect } from 'vitest';
import type { Api } from './api-client.ts';
import { orderOf, send, type Sent } from './order-load.ts';
import type { Person } from './people.ts';
import { until } from './pass-time.ts';

/** All orders of a member, by id. */
export async function ordersOf(api: Api, { token }: Pick<Person, 'token'>) {
  const orders = [];
  for (let page = 1; ; page += 1) {
    const input = { page, pageSize: 100 };
    const { list, total } = await api.data('GET /bborder/myBborderList', input, { token });
    orders.push(...list);
    if (orders.length >= total) return new Map(orders.map((order) => [order.ID, order]));
  }
}

/** Refusals of an instance whose database or prices are away; they are not stored with the key. */
const TEMPORARY_REFUSALS = new Set([5005, 5006]);

/** The answer once the server is ready again. */
async function sendUntilReady(api: Api, one: Sent): Promise<NonNullable<Sent['answer']>> {
  return until(
    'an instance that is ready',
    async () => {
      const answer = await send(api, one);
      return !TEMPORARY_REFUSALS.has(answer.code) && answer;
    },
    { everyMs: 100 },
  );
}

/** `sent` are the requests of the crash, `all` those of the members from their beginning. */
export async function expectKept(
  api: Api,
  members: readonly Person[],
  { sent, all }: { sent: readonly Sent[]; all: readonly Sent[] },
): Promise<void> {
  for (const one of sent.filter(({ answer }) => answer === undefined || answer.code === 5006)) {
    const first = await sendUntilReady(api, one);
    expect(await send(api, one)).toEqual(first);
    one.answer = first;
  }
  for (const person of members) {
    const kept = await ordersOf(api, person);
    const promised = all
      .filter(({ token }) => token === person.token)
      .flatMap((one) => orderOf(one) ?? []);
    // No order is missing, and none exists that was not acknowledged.
    expect(new Set(kept.keys())).toEqual(new Set(promised.map(({ ID }) => ID)));
    for (const order of promised) {
      const now = kept.get(order.ID)!;
      expect(decimal(now.dealNum) >= decimal(order.dealNum)).toBe(true);
      if (order.status !== 1) expect(now).toEqual(order);
    }
  }
}
