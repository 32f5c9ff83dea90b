/** Members who trade as fast as they can and record every acknowledgement. */
import { randomBytes } from 'node:crypto';
import type { Input, Output } from '@tern/protocol/client';
import type { Answered, Api } from './api-client.ts';
import { passTime } from './pass-time.ts';

type Order = Output<'POST /bborder/upbbbuy'>['order'];
type Name = 'POST /bborder/upbbbuy' | 'POST /bborder/upbbsell' | 'POST /bborder/clearorder';

/** One money request, sent once; `answer` is absent if none arrived. */
export interface Sent {
  token: string;
  key: string;
  name: Name;
  input: Input<Name>;
  answer: Answered<Name> | undefined;
  /** Epoch ms, before it was sent and after its answer arrived. */
  sentAt?: number;
  answeredAt?: number;
}

export const orderOf = (sent: Sent): Order | undefined =>
  sent.answer?.code === 0 ? sent.answer.data.order : undefined;

/** Sends it with its key; waits while it is rate limited. */
export async function send(api: Api, { name, input, token, key }: Sent): Promise<Answered<Name>> {
  for (;;) {
    const answer = await api.call(name, input as never, { token, key });
    if (answer.code !== 4024) return answer as Answered<Name>;
    await passTime(250, 'a member who asks too often waits');
  }
}

export interface Load {
  sent: Sent[];
  /** Resolves when every worker has stopped or lost the server. */
  finished: Promise<void>;
  stop(): void;
}

/** Within the bounds of the simulated markets. */
export type Prices = ReadonlyMap<string, number>;

/** The price of each market now. */
export async function readPrices(api: Api): Promise<Prices> {
  const { list } = await api.data('POST /base/tradelist', { from: 1, pageSize: 100 });
  return new Map(list.map((row) => [row.symbol, Number(row.price)]));
}

const WORKERS_PER_MEMBER = 3;
const SYMBOLS = ['btcusdt', 'ethusdt', 'solusdt'];
const QUANTITY: Record<string, string> = { btcusdt: '0.0002', ethusdt: '0.005', solusdt: '0.1' };

export function startLoad(api: Api, tokens: readonly string[], prices: Prices): Load {
  const sent: Sent[] = [];
  let isStopped = false;
  const worker = async (token: string) => {
    const open: Order[] = [];
    while (!isStopped) {
      const one: Sent = {
        ...nextRequest(open, prices),
        token,
        key: randomBytes(9).toString('hex'),
        answer: undefined,
        sentAt: Date.now(),
      };
      sent.push(one);
      try {
        one.answer = await send(api, one);
        one.answeredAt = Date.now();
      } catch {
        // No answer: the outcome is unknown.
        return;
      }
      const order = orderOf(one);
      if (order?.status === 1) open.push(order);
      // The database is briefly unavailable.
      if (one.answer.code === 5006) await passTime(50, 'a member tries again a moment later');
    }
  };
  const finished = Promise.all(
    tokens.flatMap((token) => Array.from({ length: WORKERS_PER_MEMBER }, () => worker(token))),
  ).then(() => undefined);
  return {
    sent,
    finished,
    stop: () => {
      isStopped = true;
    },
  };
}

function nextRequest(open: Order[], prices: Prices): Pick<Sent, 'name' | 'input'> {
  const symbol = SYMBOLS[Math.floor(Math.random() * SYMBOLS.length)]!;
  const price = prices.get(symbol)!;
  const mnum = QUANTITY[symbol]!;
  const random = Math.random();
  if (random < 0.25 && open.length > 0) {
    return { name: 'POST /bborder/clearorder', input: { id: open.shift()!.ID } };
  }
  if (random < 0.6) {
    const mprice = (price * (0.93 + Math.random() * 0.05)).toFixed(1);
    return { name: 'POST /bborder/upbbbuy', input: { symbol, mprice, mnum, buytype: 1 } };
  }
  if (random < 0.7) {
    const mprice = (price * (0.999 + Math.random() * 0.002)).toFixed(1);
    return { name: 'POST /bborder/upbbbuy', input: { symbol, mprice, mnum, buytype: 1 } };
  }
  if (random < 0.85)
    return { name: 'POST /bborder/upbbbuy', input: { symbol, musdt: '12', buytype: 2 } };
  return { name: 'POST /bborder/upbbsell', input: { symbol: 'btcusdt', mnum: '0.0002', type: 2 } };
}
