/** Transparency on the wire: public calls only. */
import { formatDecimal } from '@tern/money';
import { hashText } from '@tern/proofs';
import { type ChainHeadRow, HEADS_MAX, TICKS_MAX, transparencyCalls } from '@tern/protocol';
import type { Instrument, InstrumentBook } from '../../kernel/instruments.ts';
import { pageOf } from '../../kernel/page.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { TickHistory } from '../../kernel/tick-history.ts';
import { isoTime } from '../../platform/clock.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { revealSeeds, type SeedDeps } from './publish-seeds.ts';
import { readChain } from './read-chain.ts';
import { type HeadRow, headsFrom, listKeys, newestHeads } from './store.ts';

export interface TransparencyRoutesDeps extends SeedDeps {
  readonly instruments: InstrumentBook;
  readonly ticks: TickHistory;
}

export function transparencyRoutes(deps: TransparencyRoutesDeps): Route[] {
  const { database } = deps;
  return [
    route(transparencyCalls.signingKeys, async () => ({
      list: (await listKeys(database)).map(({ id, createdAt, publicKey }) => ({
        ID: id,
        CreatedAt: isoTime(createdAt),
        algorithm: 'Ed25519' as const,
        publicKey: publicKey.toString('hex'),
      })),
    })),
    route(transparencyCalls.chainHeads, async ({ input }) => ({ list: await heads(deps, input) })),
    route(transparencyCalls.referenceTicks, ({ input }) => ticks(deps, input)),
    route(transparencyCalls.marketSeeds, async ({ input }) => {
      const page = pageOf(input);
      const { list, total } = await database.snapshot((reader) => revealSeeds(reader, deps, page));
      return {
        list: list.map(({ commitment, signature, ...row }) => ({
          ...row,
          commitment: commitment.toString('hex'),
          signature: signature.toString('hex'),
        })),
        total,
        page: page.number,
        pageSize: page.limit,
      };
    }),
  ];
}

async function heads(
  { database, instruments }: TransparencyRoutesDeps,
  input: { symbol?: string; from?: number | string },
): Promise<ChainHeadRow[]> {
  const { symbol, from = 0 } = input;
  if (symbol === undefined) {
    const all = instruments.all.map((instrument) => instrument.id);
    const rows = await newestHeads(database, all);
    return rows.map((row) => headRow(row, instruments.findById(row.instrumentId)));
  }
  const instrument = known(instruments, symbol);
  const wanted = { instrumentId: instrument.id, from: Number(from), limit: HEADS_MAX };
  return (await headsFrom(database, wanted)).map((row) => headRow(row, instrument));
}

async function ticks(
  { database, instruments, ticks: history }: TransparencyRoutesDeps,
  input: { symbol: string; from: number | string },
) {
  const instrument = known(instruments, input.symbol);
  const from = Number(input.from);
  const part = await database.snapshot((reader) =>
    // One millisecond earlier, so that the part begins with the tick before the first that is asked for.
    readChain(reader, history, {
      instrument,
      at: from - 1,
      limit: TICKS_MAX,
      isEnough: () => false,
    }),
  );
  return {
    symbol: instrument.symbol,
    hashBefore: hashText(part.hashBefore),
    ticks: part.ticks.slice(0, TICKS_MAX).map(({ seq, at, price, source, rule }) => ({
      seq,
      at,
      price: formatDecimal(price),
      source,
      rule,
    })),
  };
}

function known(instruments: InstrumentBook, symbol: string): Instrument {
  const instrument = instruments.find(symbol);
  if (instrument === undefined) throw new Refusal(4019, { fields: ['symbol'] });
  return instrument;
}

function headRow(row: HeadRow, instrument: Instrument | undefined): ChainHeadRow {
  return {
    symbol: instrument?.symbol ?? '',
    seq: row.toSeq,
    hash: row.hash.toString('hex'),
    at: row.signedAt,
    keyId: row.keyId,
    signature: row.signature.toString('hex'),
  };
}
