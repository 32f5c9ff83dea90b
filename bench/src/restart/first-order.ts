/** Places orders until one is accepted: the moment at which a started server is back for its members. */
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpConnection } from '../orders/http-connection.ts';
import type { OrderMix } from '../orders/order-mix.ts';

const EVERY_MS = 5;
const GIVE_UP_MS = 120_000;

/** Resolves with the id of the order. @throws Error that says how the last attempt failed */
export async function firstOrder(port: number, mix: OrderMix): Promise<number> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  for (;;) {
    const answer = await placeOne(port, mix).catch((error: unknown) => String(error));
    if (answer.startsWith('{"code":0,')) {
      return Number.parseInt(answer.slice(answer.indexOf('"ID":') + 5), 10);
    }
    if (performance.now() > giveUpAt) throw new Error(`no order was accepted: ${answer}`);
    await sleep(EVERY_MS);
  }
}

async function placeOne(port: number, mix: OrderMix): Promise<string> {
  const connection = await HttpConnection.open(port);
  try {
    return await connection.send(mix.next(false).text);
  } finally {
    connection.close();
  }
}
