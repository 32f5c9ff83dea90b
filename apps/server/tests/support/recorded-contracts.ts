/** Members who place short contracts of one second, repeat by its key whatever was not answered, and remember each. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from './api-client.ts';
import { chanceOf } from './main-thread/hostile-texts.ts';
import type { Person } from './people.ts';

export interface RecordedContracts {
  /** Acknowledged ones of each member. */
  readonly placed: ReadonlyMap<Person, readonly number[]>;
  stop(): Promise<void>;
}

const EVERY_MS = 250;
const WITHIN_MS = 4_000;
const PATIENCE_MS = 60_000;

export function placeContracts(
  api: Api,
  members: readonly Person[],
  seed: number,
): RecordedContracts {
  const chance = chanceOf(seed);
  const placed = new Map(members.map((member) => [member, [] as number[]]));
  let isStopped = false;
  const work = async (member: Person) => {
    while (!isStopped) {
      const id = await placeOne(api, member.token, chance() < 0.5 ? 1 : 2);
      if (id !== undefined) placed.get(member)!.push(id);
      await sleep(EVERY_MS);
    }
  };
  const finished = Promise.all(members.map(work));
  finished.catch(() => undefined);
  return {
    placed,
    async stop() {
      isStopped = true;
      await finished;
    },
  };
}

/** Undefined: refused for good, such as by the limits of the market. */
async function placeOne(api: Api, token: string, cate: 1 | 2): Promise<number | undefined> {
  const input = { cate, usdt: '10', coinname: 'btcusdt', ctime_num: 1 };
  const key = randomBytes(9).toString('hex');
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const asked = api.call('POST /hyorder/createHyorder', input, { token, key });
    const answer = await Promise.race([
      asked.catch(() => undefined),
      sleep(WITHIN_MS, undefined, { ref: false }),
    ]);
    if (answer?.code === 0) return answer.data.order.ID;
    if (answer !== undefined && ![4024, 5003, 5005, 5006].includes(answer.code)) return undefined;
    await sleep(100);
  }
  throw new Error('a contract was neither accepted nor refused within a minute');
}
