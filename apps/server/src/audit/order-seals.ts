/** Audits that the public log seals each number of each market as it was: what seals say, market by market, beside the entries of the log. */
import {
  batchTree,
  type CommandBatch,
  isSameBytes,
  leavesOf,
  ORDERS,
  parseStatementsEntry,
  rootOfBatches,
  sealStatements,
  sealText,
} from '@tern/proofs';
import { nativeHashing } from '../features/trading/spot/index.ts';
import type { Instrument } from '../kernel/catalog/instruments.ts';
import { bytea, int2, int8, nullable, text, timestamptz } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery } from '../platform/database/query.ts';
import { everyRow, FAULTS_MAX, pageByNumbers, pageByPage } from './every-row.ts';

const entries = defineQuery({
  name: 'record.auditEntries',
  text: `select e.index + 1 as id, e.entry from public_log_entries e
    where e.index >= $1 and substring(e.entry for ${`tern statements 1\n${ORDERS}\n`.length}) = convert_to(E'tern statements 1\\n${ORDERS}\\n', 'UTF8')
    order by e.index limit $2`,
  params: [int8, int8],
  row: { id: int8, entry: bytea },
});

const seals = defineQuery({
  name: 'record.auditSeals',
  text: 'select last_number as id, first_number, entry_index, sealed_at from spot_sealed($3, $1, $2)',
  params: [int8, int8, int2],
  row: { id: int8, firstNumber: int8, entryIndex: int8, sealedAt: timestamptz },
});

const batches = defineQuery({
  name: 'record.auditSealedBatches',
  text: `select last_number as id, first_number, at, encode(secret, 'hex') as secret, root, case when root is null then lines else '' end as lines
    from spot_recorded($4, $1, $2, $3)`,
  params: [int8, int8, int8, int2],
  row: {
    id: int8,
    firstNumber: int8,
    at: timestamptz,
    secret: text,
    root: nullable(bytea),
    lines: text,
  },
});

const unsealed = defineQuery({
  name: 'record.auditUnsealed',
  text: `select 'market ' || e.instrument_id || ' has numbers that are not in the public log' as fault from spot_engines e
    where e.last_number is distinct from coalesce((select max(c.last_number) from spot_commands c where c.instrument_id = e.instrument_id), 0)
      or exists (
        select from spot_commands c where c.instrument_id = e.instrument_id
          and c.last_number > coalesce((select max(s.last_number) from spot_command_seals s where s.instrument_id = e.instrument_id), 0)
          and c.at < (select max(n.at) from spot_commands n join spot_command_seals s using (instrument_id, last_number)) - interval '10 minutes'
      ) limit ${FAULTS_MAX}`,
  params: [],
  row: { fault: text },
});

/** What a seal says, with the root over the batches that it is of. */
interface SealRead {
  readonly entryIndex: number;
  readonly sealedAt: number;
  readonly first: number;
  readonly last: number;
  /** Undefined when there is no batch of it. */
  readonly root: Uint8Array | undefined;
}

/** Of the leaves of a batch. */
export const rootOf = (batch: CommandBatch): Uint8Array =>
  batchTree(leavesOf(batch, nativeHashing), nativeHashing).root;

/** The seals of a market, oldest first, in step with its batches. */
async function* sealsOf(
  reader: Reader,
  { id: market, symbol }: Instrument,
): AsyncGenerator<SealRead> {
  const recorded = pageByNumbers((...page) => reader.many(batches, [...page, market]));
  let next = await recorded.next();
  for await (const seal of pageByPage(
    (last, most) => reader.many(seals, [last, most, market]),
    0,
  )) {
    const roots: Uint8Array[] = [];
    while (next.done !== true && next.value.id <= seal.id) {
      const { firstNumber: first, at, secret, root, lines } = next.value;
      if (first >= seal.firstNumber) {
        roots.push(root ?? rootOf({ symbol, first, at, secret, lines: lines.split('\n') }));
      }
      next = await recorded.next();
    }
    const { id: last, firstNumber: first, entryIndex, sealedAt } = seal;
    const root = roots.length === 0 ? undefined : rootOfBatches(roots);
    yield { entryIndex, sealedAt, first, last, root };
  }
}

/** Each entry of the log has the roots of the numbers that it seals. */
export async function findWrongSeals(
  reader: Reader,
  all: readonly Instrument[],
): Promise<string[]> {
  const faults = (await reader.many(unsealed, [])).map((each) => each.fault);
  const markets = [];
  // In the order of the statements of an entry.
  for (const market of all.toSorted((a, b) => a.id - b.id)) {
    const read = sealsOf(reader, market);
    markets.push({ market, read, next: await read.next() });
  }
  for await (const { id, entry } of everyRow(reader, entries)) {
    const { at } = parseStatementsEntry(entry) ?? {};
    const texts: string[] = [];
    for (const each of markets) {
      while (each.next.done !== true && each.next.value.entryIndex < id) {
        const { symbol } = each.market;
        const { entryIndex, sealedAt, first, last, root } = each.next.value;
        if (entryIndex !== id - 1) faults.push(`no entry seals number ${last} of ${symbol}`);
        else if (sealedAt !== at)
          faults.push(`number ${last} of ${symbol} was sealed at another time`);
        else if (root !== undefined) texts.push(sealText({ symbol, first, last, root }));
        each.next = await each.read.next();
      }
    }
    const isSame =
      at !== undefined &&
      texts.length > 0 &&
      isSameBytes(sealStatements(ORDERS, at, texts).entry, entry);
    if (!isSame)
      faults.push(`entry ${id - 1} of the public log is not of the commands that it seals`);
    if (faults.length >= FAULTS_MAX) return faults;
  }
  for (const { market, next } of markets) {
    if (next.done !== true)
      faults.push(`no entry seals number ${next.value.last} of ${market.symbol}`);
  }
  return faults;
}
