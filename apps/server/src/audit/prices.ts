/** Audits prices that moved money: each is the price at its position in a sealed chain (ADR 18, 27). */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { formatDecimal } from '@tern/money';
import { canonicalTick, headText, hashText } from '@tern/proofs';
import { unpackTicks } from '../features/proof/transparency/index.ts';
import type { Finding } from './ledger.ts';
import {
  arrayOf,
  bytea,
  int2,
  int8,
  nullable,
  price,
  text,
  timestamptz,
} from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery, type RowOf } from '../platform/database/query.ts';

/** Prices at which contracts opened and closed, and those behind the rates of swaps and payouts. */
const NAMED = `
  select instrument_id, open_seq as seq, open_price as price, open_at as at, 'contract ' || id as what
    from futures_contracts where open_seq is not null
  union all
  select instrument_id, close_seq, close_price, close_at, 'contract ' || id from futures_contracts where close_seq is not null
  union all
  select i.id, (l ->> 'seq')::bigint, (l ->> 'price')::numeric, null, 'swap ' || s.id
    from swaps s cross join lateral jsonb_array_elements(s.legs) l join instruments i on i.symbol = l ->> 'symbol'
  union all
  select i.id, (l ->> 'seq')::bigint, (l ->> 'price')::numeric, null, 'payout ' || o.id
    from payouts o cross join lateral jsonb_array_elements(o.legs) l join instruments i on i.symbol = l ->> 'symbol'`;

const counts = defineQuery({
  name: 'prices.auditCounts',
  text: `select count(*)::int8 as named from (${NAMED}) n`,
  params: [],
  row: { named: int8 },
});

/** Sealed segments that contain a named price, in the order of their chains. */
const segmentsWithNamed = defineQuery({
  name: 'prices.auditSegments',
  text: `select s.instrument_id, i.symbol, s.from_seq, s.to_seq, s.hash_before, s.hash, s.signed_at, s.signature, k.public_key, s.ticks,
      n.prices
    from (
      select n.instrument_id, f.from_seq,
        json_agg(json_build_array(n.seq, trim_scale(n.price)::text, (extract(epoch from n.at) * 1000)::bigint, n.what))::text as prices
      from (select instrument_id, seq, price, at, min(what) as what from (${NAMED}) all_named group by 1, 2, 3, 4) n
      cross join lateral (
        select from_seq, to_seq from transparency_segments
        where instrument_id = n.instrument_id and from_seq <= n.seq order by from_seq desc limit 1
      ) f
      where n.seq <= f.to_seq group by 1, 2
    ) n
    join transparency_segments s on s.instrument_id = n.instrument_id and s.from_seq = n.from_seq
    join transparency_keys k on k.id = s.key_id
    join instruments i on i.id = s.instrument_id
    where (s.instrument_id, s.from_seq) > ($1, $2)
    order by s.instrument_id, s.from_seq limit $3`,
  params: [int2, int8, int8],
  row: {
    instrumentId: int2,
    symbol: text,
    fromSeq: int8,
    toSeq: int8,
    hashBefore: bytea,
    hash: bytea,
    signedAt: timestamptz,
    signature: bytea,
    publicKey: bytea,
    ticks: bytea,
    prices: text,
  },
});
type Segment = RowOf<typeof segmentsWithNamed>;

/** The ticks of segments, as far as they are still stored. */
const storedTicks = defineQuery({
  name: 'prices.auditStoredTicks',
  text: `select t.instrument_id, t.seq, t.at, t.price, t.source, t.rule, t.hash, t.backfilled_at
    from unnest($1::smallint[], $2::bigint[], $3::bigint[]) as s(instrument_id, from_seq, to_seq)
    join ticks t on t.instrument_id = s.instrument_id and t.seq between s.from_seq and s.to_seq`,
  params: [arrayOf(int2), arrayOf(int8), arrayOf(int8)],
  row: {
    instrumentId: int2,
    seq: int8,
    at: timestamptz,
    price,
    source: text,
    rule: int2,
    hash: bytea,
    backfilledAt: nullable(timestamptz),
  },
});

/** Named prices of ticks that are not sealed yet: each must follow from the tick before it. */
const unsealed = defineQuery({
  name: 'prices.auditUnsealed',
  text: `select distinct on (n.instrument_id, n.seq, n.price) n.what, i.symbol, n.seq, n.price as named, t.at, t.price, t.source, t.rule, t.hash,
      t.backfilled_at, b.hash as hash_before
    from (${NAMED}) n
    join instruments i on i.id = n.instrument_id
    join ticks t on t.instrument_id = n.instrument_id and t.seq = n.seq
    left join ticks b on b.instrument_id = n.instrument_id and b.seq = n.seq - 1
    where n.seq > coalesce((select max(to_seq) from transparency_segments s where s.instrument_id = n.instrument_id), 0)`,
  params: [],
  row: {
    what: text,
    symbol: text,
    seq: int8,
    named: price,
    at: timestamptz,
    price,
    source: text,
    rule: int2,
    hash: bytea,
    backfilledAt: nullable(timestamptz),
    hashBefore: nullable(bytea),
  },
});

const PAGE = 500;
const LISTED = 20;

/** `reader` should be a snapshot. */
export async function auditPrices(reader: Reader): Promise<Finding[]> {
  const { named } = await reader.one(counts, []);
  const faults: string[] = [];
  let after = { instrumentId: 0, fromSeq: 0 };
  for (;;) {
    const page = await reader.many(segmentsWithNamed, [after.instrumentId, after.fromSeq, PAGE]);
    if (page.length > 0) {
      const stored = await storedOf(reader, page);
      for (const segment of page) faults.push(...faultsOfSegment(segment, stored));
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) break;
    after = last;
  }
  for (const tick of await reader.many(unsealed, [])) {
    if (tick.named !== tick.price)
      faults.push(`${tick.what} names a price that tick ${tick.symbol} ${tick.seq} does not have`);
    const { hashBefore } = tick;
    if (hashBefore !== null && hashText(chained(hashBefore, tick)) !== hashText(tick.hash)) {
      faults.push(`tick ${tick.symbol} ${tick.seq} does not follow from the one before it`);
    }
  }
  return [
    {
      rule: 'every price that moved money is the one of its sealed chain',
      checked: named,
      faults: faults.slice(0, LISTED),
    },
  ];
}

type StoredTicks = ReadonlyMap<string, RowOf<typeof storedTicks>>;

async function storedOf(reader: Reader, page: readonly Segment[]): Promise<StoredTicks> {
  const rows = await reader.many(storedTicks, [
    page.map(({ instrumentId }) => instrumentId),
    page.map(({ fromSeq }) => fromSeq),
    page.map(({ toSeq }) => toSeq),
  ]);
  return new Map(rows.map((row) => [`${row.instrumentId} ${row.seq}`, row]));
}

/** SHA-256 as in the proofs package, by Node's faster implementation: every tick of every opened segment is hashed. */
function chained(before: Uint8Array, tick: Parameters<typeof canonicalTick>[0]): Buffer {
  return createHash('sha256').update(before).update(canonicalTick(tick)).digest();
}

function faultsOfSegment(segment: Segment, stored: StoredTicks): string[] {
  const { symbol, instrumentId, fromSeq, toSeq } = segment;
  const sealed = unpackTicks(segment.ticks, { symbol, fromSeq });
  const head = { symbol, seq: toSeq, hash: hashText(segment.hash), at: segment.signedAt };
  const hash = sealed.reduce<Uint8Array>(chained, segment.hashBefore);
  if (hashText(hash) !== head.hash || !isSigned(segment, headText(head))) {
    return [`the sealed segment of ${symbol} from ${fromSeq} is invalid`];
  }
  const faults: string[] = [];
  for (const tick of sealed) {
    const row = stored.get(`${instrumentId} ${tick.seq}`);
    const isSame = row === undefined || canonicalTick({ ...row, symbol }) === canonicalTick(tick);
    if (!isSame) faults.push(`tick ${symbol} ${tick.seq} is not what was sealed`);
  }
  const prices = JSON.parse(segment.prices) as [number, string, number | null, string][];
  for (const [seq, named, at, what] of prices) {
    const tick = sealed[seq - fromSeq];
    const isSame =
      tick !== undefined && named === formatDecimal(tick.price) && (at ?? tick.at) === tick.at;
    if (!isSame) faults.push(`${what} names a price that was not sealed at ${symbol} ${seq}`);
  }
  return faults;
}

function isSigned({ publicKey, signature }: Segment, text: string): boolean {
  const x = Buffer.from(publicKey).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, Buffer.from(text), key, signature);
}
