/**
 * Members who place, cancel and trade through instances that fail, repeat by its key whatever was not answered, and record
 * each call for the check of linearizability.
 */
import { randomBytes } from 'node:crypto';
import { decimal } from '@tern/money';
import type { Input, Output } from '@tern/protocol/client';
import type { Answered, Api } from './api-client.ts';
import {
  type AccountInput,
  accountModel,
  type AccountOutput,
  type Units,
} from './linearizable/account-model.ts';
import { type Call, checkHistory } from './linearizable/check.ts';
import { chanceOf } from './main-thread/hostile-texts.ts';
import type { Person } from './people.ts';
import { inTime, passTime } from './pass-time.ts';

type Order = Output<'POST /bborder/upbbbuy'>['order'];
type Name = 'POST /bborder/upbbbuy' | 'POST /bborder/upbbsell' | 'POST /bborder/clearorder';

/** A money call and its final answer; undefined: none came, however often it was repeated. */
export interface Keyed {
  readonly token: string;
  readonly key: string;
  readonly name: Name;
  readonly input: Input<Name>;
  answer: Answered<Name> | undefined;
  /** How often it was sent. */
  attempts: number;
  /** Epoch ms of the first attempt and of the final answer. */
  readonly sentAt: number;
  answeredAt: number;
}

export interface RecordedLoad {
  readonly sent: readonly Keyed[];
  /** Orders that were acknowledged so far. */
  acknowledged(): number;
  stop(): Promise<void>;
  /** What contradicts a sequential account, as a text; undefined: the histories of all members are linearizable. */
  violation(): string | undefined;
}

interface LoadOptions {
  readonly members: readonly Person[];
  readonly workers: number;
  readonly seed: number;
  /** The price of BTC at the start: orders at half of it rest. */
  readonly price: number;
  /** Longest time that a call is repeated. Units: milliseconds. */
  readonly withinMs: number;
}

/** Refusals of an instance whose engine, prices or database are away. They are not stored with the key. */
const TEMPORARY = new Set([4024, 5003, 5005, 5006]);
const ATTEMPT_WITHIN_MS = 4_000;
const ASSETS = ['USDT', 'BTC'] as const;
const QUANTITY = '0.0004';
const ORDERS_OPEN_MAX = 8;
const PAUSE_MS = 20;

interface Recorder {
  readonly person: Person;
  readonly initial: Units;
  readonly history: Call<AccountInput, AccountOutput>[];
  readonly open: Order[];
  isRead: boolean;
}

export async function startRecordedLoad(api: Api, options: LoadOptions): Promise<RecordedLoad> {
  const { members, workers, seed, withinMs } = options;
  const sent: Keyed[] = [];
  let isStopped = false;
  const recorders = await Promise.all(
    members.map(async (person): Promise<Recorder> => {
      await cancelAll(api, person);
      const balances = await readBalances(api, person);
      const units = ASSETS.map((asset) => [asset, balances[asset]!.available] as const);
      return { person, initial: Object.fromEntries(units), history: [], open: [], isRead: false };
    }),
  );
  const call = new Caller(api, withinMs, sent);
  const work = async (recorder: Recorder, chance: () => number) => {
    while (!isStopped) {
      await nextCall(call, recorder, { chance: chance(), price: options.price });
      await passTime(PAUSE_MS, 'the rate of the load');
    }
  };
  const finished = Promise.all(
    recorders.flatMap((recorder, at) =>
      Array.from({ length: workers }, (_one, worker) =>
        work(recorder, chanceOf(seed * 1_000 + at * 10 + worker)),
      ),
    ),
  );
  // A failed worker is reported by `stop`.
  finished.catch(() => undefined);
  return {
    sent,
    acknowledged: () => sent.filter(({ answer }) => orderOf(answer) !== undefined).length,
    async stop() {
      isStopped = true;
      await finished;
      // The last calls show in what is read after them.
      await Promise.all(recorders.map((recorder) => lookAtEnd(call, recorder)));
    },
    violation() {
      for (const { person, initial, history } of recorders) {
        const result = checkHistory(accountModel(initial), history);
        if (result.isLinearizable) continue;
        const { prefix, blocked, stateAfter } = result;
        return textOf({ member: person.memberId, after: prefix.slice(-5), stateAfter, blocked });
      }
      return undefined;
    },
  };
}

export const orderOf = (answer: Keyed['answer']): Order | undefined =>
  answer?.code === 0 ? answer.data.order : undefined;

async function nextCall(
  call: Caller,
  recorder: Recorder,
  { chance, price }: { chance: number; price: number },
): Promise<void> {
  const { open } = recorder;
  if (chance < 0.3 && open.length < ORDERS_OPEN_MAX) return placeFar(call, recorder, price);
  if (chance < 0.55 && open.length > 0) return cancelOne(call, recorder);
  if (chance < 0.65) {
    return trade(call, recorder, {
      name: 'POST /bborder/upbbbuy',
      input: { symbol: 'btcusdt', musdt: '25', buytype: 2 },
    });
  }
  if (chance < 0.7) {
    return trade(call, recorder, {
      name: 'POST /bborder/upbbsell',
      input: { symbol: 'btcusdt', mnum: QUANTITY, type: 2 },
    });
  }
  return chance < 0.9 ? lookAtBalances(call, recorder) : lookAtOrders(call, recorder);
}

/** At about half the price, so that it rests until it is cancelled. */
async function placeFar(call: Caller, recorder: Recorder, price: number): Promise<void> {
  const mprice = (price / 2).toFixed(1);
  const input = { symbol: 'btcusdt', mprice, mnum: QUANTITY, buytype: 1 };
  const hold = units((Number(mprice) * Number(QUANTITY)).toFixed(8));
  await record(recorder, { call: 'place', asset: 'USDT', hold }, async () => {
    const answer = await call.send(recorder.person, { name: 'POST /bborder/upbbbuy', input });
    const order = orderOf(answer);
    if (order === undefined) return outcomeOf(answer);
    recorder.open.push(order);
    return { placed: order.ID };
  });
}

async function cancelOne(call: Caller, recorder: Recorder): Promise<void> {
  const order = recorder.open.shift()!;
  await record(recorder, { call: 'cancel', order: order.ID }, async () => {
    const answer = await call.send(recorder.person, {
      name: 'POST /bborder/clearorder',
      input: { id: order.ID },
    });
    return orderOf(answer) === undefined ? outcomeOf(answer) : { cancelled: true };
  });
}

async function trade(
  call: Caller,
  recorder: Recorder,
  wanted: Pick<Keyed, 'name' | 'input'>,
): Promise<void> {
  await record(recorder, { call: 'trade' }, async () => {
    const answer = await call.send(recorder.person, wanted);
    const order = orderOf(answer);
    if (order === undefined) return outcomeOf(answer);
    const [cash, coins, fee] = [order.dealTotal, order.dealNum, order.fee].map(units);
    const traded =
      order.side === 1
        ? { USDT: -cash!, BTC: coins! - fee! }
        : { USDT: cash! - fee!, BTC: -coins! };
    return { traded };
  });
}

/** The model has no answer for a call whose outcome nobody knows. */
function outcomeOf(answer: Keyed['answer']): AccountOutput | undefined {
  if (answer === undefined) return undefined;
  if (answer.code === 4020) return { refused: 'no balance' };
  return { refused: answer.code === 5014 ? 'not open' : 'nothing done' };
}

const lookAtBalances = (call: Caller, recorder: Recorder): Promise<void> =>
  record(recorder, { call: 'read balances' }, async () => {
    const balances = await call.read((api) => readBalances(api, recorder.person));
    return balances && { balances };
  });

const lookAtOrders = (call: Caller, recorder: Recorder): Promise<void> =>
  record(recorder, { call: 'read open orders' }, async () => {
    const { token } = recorder.person;
    const input = { page: 1, pageSize: 100, status: 1 };
    const answer = await call.read((api) =>
      api.data('GET /bborder/myBborderList', input, { token }),
    );
    return answer && { open: answer.list.map(({ ID }) => ID) };
  });

/** Once: `stop` may be called again. */
async function lookAtEnd(call: Caller, recorder: Recorder): Promise<void> {
  if (recorder.isRead) return;
  recorder.isRead = true;
  await lookAtBalances(call, recorder);
  await lookAtOrders(call, recorder);
}

async function record(
  { history }: Recorder,
  input: AccountInput,
  act: () => Promise<AccountOutput | undefined>,
): Promise<void> {
  const invokedAt = performance.now();
  const output = await act();
  // A read without an answer says nothing.
  if (output === undefined && input.call.startsWith('read')) return;
  history.push({ input, output, invokedAt, returnedAt: performance.now() });
}

class Caller {
  private readonly api: Api;
  private readonly withinMs: number;
  private readonly sent: Keyed[];

  constructor(api: Api, withinMs: number, sent: Keyed[]) {
    this.api = api;
    this.withinMs = withinMs;
    this.sent = sent;
  }

  /** Repeats it with the same key until it is decided. */
  async send({ token }: Person, wanted: Pick<Keyed, 'name' | 'input'>): Promise<Keyed['answer']> {
    const key = randomBytes(9).toString('hex');
    const sentAt = Date.now();
    const times = { attempts: 0, sentAt, answeredAt: 0 };
    const one: Keyed = { ...wanted, token, key, answer: undefined, ...times };
    this.sent.push(one);
    await this.repeat(one);
    return one.answer;
  }

  private async repeat(one: Keyed): Promise<void> {
    const deadline = performance.now() + this.withinMs;
    while (performance.now() < deadline) {
      one.attempts += 1;
      const answer = await within(
        this.api.call(one.name, one.input as never, { token: one.token, key: one.key }),
      );
      if (answer !== undefined && !TEMPORARY.has(answer.code)) {
        one.answer = answer as Answered<Name>;
        one.answeredAt = Date.now();
        return;
      }
      await passTime(100, 'a member tries again a moment later');
    }
  }

  /** One attempt: the answer of a repetition would be another read. */
  read<T>(ask: (api: Api) => Promise<T>): Promise<T | undefined> {
    return within(ask(this.api));
  }
}

/** Undefined without an answer of the instance: the proxy's, a broken connection, or none in time. */
async function within<T>(asked: Promise<T>): Promise<T | undefined> {
  const settled = asked.catch((error: unknown) => {
    if (isOfTheWay(error)) return undefined;
    throw error;
  });
  return inTime(settled, ATTEMPT_WITHIN_MS);
}

/** Neither a wrong answer nor an unexpected one. */
const isOfTheWay = (error: unknown): boolean =>
  error instanceof Error &&
  (/fetch failed|terminated|other side closed/.test(error.message) ||
    /status is not 200\n50[23] /.test(error.message) ||
    /was refused with (4024|5003|5005|5006)/.test(error.message));

async function readBalances(api: Api, { token }: Person) {
  const { list } = await api.data('GET /user/mycoin', {}, { token });
  return Object.fromEntries(
    ASSETS.map((asset) => {
      const row = list.find(({ coinname }) => coinname === asset);
      const [available, held] = [row?.available ?? '0', row?.frozen ?? '0'].map(units);
      return [asset, { available: available!, held: held! }];
    }),
  );
}

/** What an earlier load has left: a history begins without open orders. */
async function cancelAll(api: Api, { token }: Person): Promise<void> {
  const input = { page: 1, pageSize: 100, status: 1 };
  const { list } = await api.data('GET /bborder/myBborderList', input, { token });
  for (const { ID } of list) {
    for (;;) {
      const cancel = { token, key: `cancel-${ID}` };
      const { code } = await api.call('POST /bborder/clearorder', { id: ID }, cancel);
      if (!TEMPORARY.has(code)) break;
      await passTime(100, 'a member tries again a moment later');
    }
  }
}

const units = (amount: string): bigint => decimal(amount);

const textOf = (value: unknown): string =>
  JSON.stringify(
    value,
    (_key, each: unknown) =>
      each instanceof Map
        ? Object.fromEntries(each)
        : typeof each === 'bigint'
          ? String(each)
          : each,
    1,
  );
