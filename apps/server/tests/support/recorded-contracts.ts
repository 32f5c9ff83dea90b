/** Members who place timed contracts of one second, repeat by its key whatever was not answered, and remember each. */
import { randomBytes } from 'node:crypto';
import type { Api } from './api-client.ts';
import { chanceOf } from './main-thread/hostile-texts.ts';
import type { Person } from './people.ts';
import { inTime, passTime, until } from './pass-time.ts';

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
      await passTime(EVERY_MS, 'the rate of the load');
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
  const decided = await until(
    'a contract that is accepted or refused',
    async () => {
      const asked = api.call('POST /hyorder/createHyorder', input, { token, key });
      const answer = await inTime(
        asked.catch(() => undefined),
        WITHIN_MS,
      );
      return answer !== undefined && ![4024, 5003, 5005, 5006].includes(answer.code) && answer;
    },
    { everyMs: 100, withinMs: PATIENCE_MS },
  );
  return decided.code === 0 ? decided.data.order.ID : undefined;
}
