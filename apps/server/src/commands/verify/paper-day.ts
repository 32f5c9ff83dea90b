/** Verifies a simulated day: the seed matches its commitment, the ticks the signed chain, the prices the seed (ADR 15). */
import { type Amount, decimal, type Price } from '@tern/money';
import {
  type ChainedTick,
  chainTick,
  commitmentText,
  hashOfText,
  hashText,
  headText,
  isSignedText,
  seedText,
} from '@tern/proofs';
import {
  checkPaperDay,
  type PaperFinding,
  type PaperSymbol,
} from '../../features/market/pricing/simulator/check-paper-day.ts';
import { marketDaySpan } from '../../kernel/prices/market-seed.ts';
import type { PublicApi } from './public-api.ts';

export interface CheckedItem {
  readonly name: string;
  readonly pass: boolean;
  readonly why: string;
}

interface FetchedChain {
  /** From the last tick before the day at least to the signed head. */
  readonly ticks: readonly ChainedTick[];
  readonly item: CheckedItem;
}

/** `day` is a UTC day; without `symbols`, all are verified. A cross needs its two markets among them. */
export async function verifyPaperDay(
  api: PublicApi,
  day: string,
  symbols?: readonly string[],
): Promise<CheckedItem[]> {
  const { from, to } = marketDaySpan(day);
  if (Number.isNaN(from)) throw new Error(`${day} is not a day such as 2026-11-20`);
  const [keys, row, markets] = await Promise.all([api.keys(), api.seed(day), api.markets()]);
  if (row === undefined) return [{ name: 'seed', pass: false, why: `${day} has no commitment` }];
  const isSigned = keys.some((key) => isSignedText(commitmentText(row), row.signature, key));
  const published = new Date(row.publishedAt).toISOString();
  const seedItems = [
    item('commitment', isSigned, ['is signed', 'is not signed by a key of the exchange']),
    item('in time', row.publishedAt < from, [
      `published ${published}`,
      `published ${published}, when the day had begun`,
    ]),
    item('seed', hashOfText(seedText(day, row.seed)) === row.commitment, [
      'is what was committed to',
      row.seed === '' ? 'is not revealed before the day is over' : 'is not what was committed to',
    ]),
  ];
  if (row.seed === '') return seedItems;
  const wanted = markets.filter(({ symbol }) => symbols === undefined || symbols.includes(symbol));
  const chains: CheckedItem[] = [];
  const paper: PaperSymbol[] = [];
  for (const market of wanted) {
    const { symbol } = market;
    const chain = await fetchChain(api, keys, { symbol, from, to });
    if (chain === undefined) continue;
    chains.push(chain.item);
    const kind = market.class as PaperSymbol['instrument']['class'];
    const instrument = {
      symbol,
      quote: market.quote,
      tickSize: decimal<Price>(market.tickSize),
      lotSize: decimal<Amount>(market.lotSize),
      class: kind,
      hours: kind === 'crypto' ? ('always' as const) : kind,
    };
    paper.push({ instrument, ticks: chain.ticks.filter((tick) => tick.at < to) });
  }
  return [
    ...seedItems,
    ...chains,
    ...checkPaperDay({ seed: row.seed, from }, paper).map(priceItem),
  ];
}

/** Undefined when the symbol has no tick on the day. */
async function fetchChain(
  api: PublicApi,
  keys: readonly string[],
  span: { readonly symbol: string; readonly from: number; readonly to: number },
): Promise<FetchedChain | undefined> {
  const { symbol, from, to } = span;
  const head = await api.head(symbol, to);
  const ticks: ChainedTick[] = [];
  let hash: Uint8Array | undefined;
  let atHead = '';
  let next = from;
  for (;;) {
    const page = await api.ticks(symbol, next);
    hash ??= Buffer.from(page.hashBefore, 'hex');
    const known = ticks.at(-1)?.seq ?? 0;
    const fresh = page.ticks.filter(({ seq }) => seq > known);
    for (const tick of fresh) {
      const linked = { ...tick, symbol, price: decimal<Price>(tick.price) };
      hash = chainTick(hash, linked);
      ticks.push(linked);
      if (tick.seq === head?.seq) atHead = hashText(hash);
    }
    const last = ticks.at(-1);
    if (fresh.length === 0 || last === undefined) break;
    if (last.at >= to && last.seq >= (head?.seq ?? 0)) break;
    next = last.at + 1;
  }
  if (!ticks.some(({ at }) => at >= from && at < to)) return undefined;
  const isSigned =
    head !== undefined && keys.some((key) => isSignedText(headText(head), head.signature, key));
  const holds = isSigned && atHead === head.hash;
  return {
    ticks,
    item: item(`chain ${symbol}`, holds, [
      `leads to signed head ${head?.seq}`,
      'does not lead to a signed head',
    ]),
  };
}

function priceItem({ symbol, checked, skipped, fault }: PaperFinding): CheckedItem {
  const name = `prices ${symbol}`;
  if (fault !== undefined) {
    const why = `tick ${fault.seq} is ${fault.found}, and the seed makes ${fault.due}`;
    return { name, pass: false, why };
  }
  const others = skipped === 0 ? '' : `, ${skipped} not simulated or not comparable`;
  return { name, pass: true, why: `${checked} ticks are what the seed makes${others}` };
}

function item(name: string, pass: boolean, [good, bad]: readonly [string, string]): CheckedItem {
  return { name, pass, why: pass ? good : bad };
}
