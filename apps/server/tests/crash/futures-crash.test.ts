import { randomBytes } from 'node:crypto';
import type { Output } from '@tern/protocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinEmbedded } from '../../src/platform/database/embedded.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import { type Api, createApi } from '../support/api-client.ts';
import {
  buildServer,
  databaseProcess,
  type Build,
  type Instance,
} from '../support/built-server.ts';
import { copyFirstStart } from '../support/first-start.ts';
import { changeSettingEarlier } from '../support/change-setting.ts';
import { registerEmbedded } from '../support/embedded-owner.ts';
import type { Person } from '../support/people.ts';
import { passTime, until } from '../support/pass-time.ts';

type Placed = Output<'POST /hyorder/createHyorder'>;

interface SentContract {
  readonly person: Person;
  readonly key: string;
  readonly cate: number;
  answer: Placed | undefined;
}

const PEOPLE = 4;
/** At moments drawn anew each time. More of them: TERN_CRASH_ROUNDS=10 before the command. */
const ROUNDS = Number(process.env['TERN_CRASH_ROUNDS'] ?? '1');
let build: Build;
let instance: Instance;
let api: Api;
let members: Person[];
const requests: SentContract[] = [];

beforeAll(async () => {
  build = buildServer();
  await copyFirstStart(build.dataDir);
  instance = await build.start();
  api = createApi(() => instance.url);
  // Contracts of one second: at any time some are being opened, some settled.
  const logins = await joinEmbedded(build.dataDir);
  const owner = await openDatabase({ connection: logins!.owner, poolSize: 1 });
  await changeSettingEarlier(owner, 'futures.ratios', { 1: '0.8' });
  await owner.close();
  instance.kill('SIGTERM');
  await instance.ended;
  instance = await build.start();
  members = await registerEmbedded(api, build.dataDir, PEOPLE);
});

afterAll(async () => {
  instance?.kill('SIGKILL');
  await instance?.ended;
  await build?.remove();
});

async function place(one: SentContract): Promise<Placed> {
  for (;;) {
    const input = { cate: one.cate, usdt: '10', coinname: 'btcusdt', ctime_num: 1 };
    const ask = { token: one.person.token, key: one.key };
    const answer = await api.call('POST /hyorder/createHyorder', input, ask);
    if (answer.code === 0) return answer.data;
    // Rate limited, or no price right after a start.
    if (![4024, 5005, 5006].includes(answer.code)) throw new Error(`refused: ${answer.code}`);
    await passTime(100, 'a member who asks too often waits');
  }
}

/** All members place contracts as fast as they are answered, until the server is gone. */
async function placeUntilKilled(): Promise<void> {
  const worker = async (person: Person) => {
    for (;;) {
      const one: SentContract = {
        person,
        key: randomBytes(9).toString('hex'),
        cate: Math.random() < 0.5 ? 1 : 2,
        answer: undefined,
      };
      requests.push(one);
      try {
        one.answer = await place(one);
      } catch {
        return;
      }
    }
  };
  await Promise.all(members.map(worker));
}

async function contractsOf({ token }: Person) {
  const rows = [];
  for (let page = 1; ; page += 1) {
    const input = { page, pageSize: 100 };
    const { list, total } = await api.data('GET /hyorder/myHyorderList', input, { token });
    rows.push(...list);
    if (rows.length >= total) return new Map(rows.map((row) => [row.ID, row]));
  }
}

async function untilAllEnded() {
  for (const { token } of members) {
    const pending = () =>
      api.data('GET /hyorder/myHyorderList', { status: 1 }, { token }).then(({ total }) => total);
    await until('the end of all contracts', async () => (await pending()) === 0, { everyMs: 100 });
  }
}

describe('the server, killed while contracts are placed, opened and settled', () => {
  const rounds = Array.from({ length: ROUNDS }, (_each, at) => at + 1);
  it.each(
    ['alone', 'with its database'].flatMap((who) => rounds.map((round) => [who, round] as const)),
  )('%s: keeps every acknowledged contract and settles each once, round %i', async (who) => {
    const load = placeUntilKilled();
    await passTime(3_000 + Math.random() * 2_000, 'some contracts are opened and settled');
    if (who === 'with its database') process.kill(databaseProcess(build.dataDir)!, 'SIGKILL');
    instance.kill('SIGKILL');
    await instance.ended;
    await load;
    expect(requests.filter(({ answer }) => answer !== undefined).length).toBeGreaterThan(20);
    instance = await build.start();
    for (const one of requests) {
      const again = await place(one);
      if (one.answer !== undefined) expect(again).toEqual(one.answer);
      one.answer = again;
    }
    await untilAllEnded();
    for (const person of members) {
      const promised = requests.filter((one) => one.person === person);
      const kept = await contractsOf(person);
      expect(new Set(kept.keys())).toEqual(new Set(promised.map((one) => one.answer!.order.ID)));
    }
    const { code, output } = build.run('audit');
    expect([code, output.split('\n').filter((line) => line.startsWith('FAIL'))]).toEqual([0, []]);
  });
});
