/** The depth of an engine's book, as feeds publish it. */
import { formatDecimal } from '@tern/money';
import type { Instrument } from '../../../kernel/catalog/instruments.ts';
import type { Depth } from '../../../kernel/prices/market-tape.ts';
import type { MatchingEngine } from './engine/engine.ts';
import { createUnits } from './rules.ts';

/** Versions grow also when an engine moves: its epoch comes first. Two million epochs stay safe integers. */
const VERSIONS_PER_EPOCH = 2 ** 32;

export const versionOf = ({ epoch, version }: Pick<MatchingEngine, 'epoch' | 'version'>): number =>
  epoch * VERSIONS_PER_EPOCH + version;

/** At most `levels` on each side. */
export function depthOf(instrument: Instrument, engine: MatchingEngine, levels: number): Depth {
  const units = createUnits(instrument);
  const side = (of: 'buy' | 'sell') =>
    engine.book.depth(of, levels).map(([ticks, lots]): [string, string] => {
      return [formatDecimal(units.priceOf(ticks)), formatDecimal(units.quantityOf(lots))];
    });
  return { bids: side('buy'), asks: side('sell'), version: versionOf(engine) };
}
