/** A thousand members who buy the last units of an offering within one second. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  amount,
  arrayOf,
  int4,
  int8,
  jsonb,
  timestamptz,
} from '../../../apps/server/src/platform/database/columns.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { defineQuery, defineStatement } from '../../../apps/server/src/platform/database/query.ts';
import { HttpConnection } from '../orders/http-connection.ts';
import type { LoadMember } from '../orders/load-job.ts';
import type { Random } from '../random.ts';

/** Sells so many units, one to each member. */
const UNITS = 100;
const WITHIN_MS = 1_000;
const HOUR_MS = 3_600_000;

const verify = defineStatement({
  name: 'bench.verifyMembers',
  text: `with verified as (update members set real_name_status = 2 where id = any($1) returning id)
    insert into audit_log (operator_login, action, subject, member_id, reason, detail, address, is_shown, created_at)
    select '', 'member.verify', 'member:' || id, id, 'bench', '{}', '', true, now() from verified`,
  params: [arrayOf(int8)],
});

const beginOffering = defineQuery({
  name: 'bench.beginOffering',
  text: 'select offering_begin($1, $2) as id',
  params: [jsonb<object>(), timestamptz],
  row: { id: int8 },
});

const soldOf = defineQuery({
  name: 'bench.soldOf',
  text: `select o.sold, count(s.id)::int as orders from offerings o left join offering_subscriptions s on s.offering_id = o.id
    where o.id = $1 group by o.id`,
  params: [int8],
  row: { sold: amount, orders: int4 },
});

/** Real names are verified, so that they may buy. `owner`: the database as its owner. */
export async function prepareBuyers(owner: Database, buyers: readonly LoadMember[]): Promise<void> {
  await owner.transaction((tx) => tx.run(verify, [buyers.map(({ id }) => id)]));
}

async function openOffering(owner: Database): Promise<number> {
  const at = Date.now() - HOUR_MS;
  const time = (shiftMs: number) => new Date(at + shiftMs).toISOString();
  const terms = {
    asset: 'VRD',
    payAsset: 'USDT',
    content: { en: 'An offering of the bench.' },
    supply: '1000000',
    unitPrice: '0.24',
    orderMin: '1',
    orderMax: '1',
    memberMax: '1',
    cap: String(UNITS),
    lockDays: 1,
    isProhibited: false,
    opensAt: time(0),
    closesAt: time(24 * HOUR_MS),
  };
  return (await owner.transaction((tx) => tx.one(beginOffering, [terms, at]))).id;
}

const headOf = (token: string) => `host: localhost\r\nx-token: ${token}\r\n`;

/** Fewer at a time than the server admits without a request. */
const OPENED_TOGETHER = 200;

/** A connection of each buyer, on which the offering has been read. */
async function openScreens(
  port: number,
  buyers: readonly LoadMember[],
  id: number,
): Promise<HttpConnection[]> {
  const connections: HttpConnection[] = [];
  for (let from = 0; from < buyers.length; from += OPENED_TOGETHER) {
    const group = buyers.slice(from, from + OPENED_TOGETHER).map(async ({ token }) => {
      const connection = await HttpConnection.open(port);
      await connection.send(`GET /api/issue/detail?ID=${id} HTTP/1.1\r\n${headOf(token)}\r\n`);
      return connection;
    });
    connections.push(...(await Promise.all(group)));
  }
  return connections;
}

/** Latencies of all attempts in milliseconds, sorted. @throws Error unless exactly all units were sold, each once */
export async function rush(
  { port, owner, random }: { port: number; owner: Database; random: Random },
  buyers: readonly LoadMember[],
): Promise<Float64Array> {
  const id = await openOffering(owner);
  const connections = await openScreens(port, buyers, id);
  const body = `{"pid":${id},"num":"1"}`;
  let bought = 0;
  const attempts = buyers.map(async ({ token }, index) => {
    await sleep(random.unit() * WITHIN_MS);
    const start = performance.now();
    const answer = await connections[index]!.send(
      `POST /api/issue/buySubmit HTTP/1.1\r\n${headOf(token)}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    const took = performance.now() - start;
    if (answer.startsWith('{"code":0,')) bought += 1;
    else if (!/^\{"code":(4018|5011),/.test(answer)) throw new Error(`refused: ${answer}`);
    return took;
  });
  const latencies = Float64Array.from(await Promise.all(attempts)).sort();
  for (const connection of connections) connection.close();
  const { sold, orders } = await owner.one(soldOf, [id]);
  if (bought !== UNITS || orders !== UNITS || sold !== BigInt(UNITS) * 10n ** 18n) {
    throw new Error(
      `${bought} members got the answer that they bought, ${orders} orders are stored`,
    );
  }
  return latencies;
}
