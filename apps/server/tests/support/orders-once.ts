/** Orders of a recorded load: each acknowledged one exists once, there is no other, and its key repeats its answer. */
import { expect } from 'vitest';
import type { Api } from './api-client.ts';
import type { Person } from './people.ts';
import { orderOf, type RecordedLoad } from './recorded-load.ts';

/** How many repeated requests of a member are sent once more. */
const REPEATED_MAX = 5;

/** Remembers the orders of earlier loads of the same members. Returns what compares after a load has stopped. */
export function ordersOnce(api: Api, members: readonly Person[]) {
  const promisedBefore = new Map<string, Set<number>>();
  return async (load: RecordedLoad): Promise<void> => {
    for (const { token } of members) {
      const own = load.sent.filter((one) => one.token === token);
      const promised = new Set(own.flatMap(({ answer }) => orderOf(answer)?.ID ?? []));
      promisedBefore.get(token)?.forEach((id) => promised.add(id));
      promisedBefore.set(token, promised);
      const listed = await orderIdsOf(api, token);
      expect(listed.toSorted(byId)).toEqual([...promised].toSorted(byId));
      const repeated = own.filter(({ attempts }) => attempts > 1).slice(0, REPEATED_MAX);
      for (const { name, input, key, answer } of repeated) {
        const again = (await api.call(name, input as never, { token, key })) as typeof answer;
        // The signature of a number is not stored (ADR 102).
        expect(orderOf(again) ?? again).toEqual(orderOf(answer) ?? answer);
      }
    }
  };
}

const byId = (one: number, other: number): number => one - other;

/** Newest first, by times of the instances that took them: not in the order of their numbers where a clock was wrong. */
async function orderIdsOf(api: Api, token: string): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const input = { page, pageSize: 100 };
    const { list, total } = await api.data('GET /bborder/myBborderList', input, { token });
    ids.push(...list.map(({ ID }) => ID));
    if (ids.length >= total || list.length === 0) return ids;
  }
}
