/** The reusable outcome of the last placement: fills in typed arrays, so that matching allocates nothing. */
import type { Placement, StopReason } from './book.ts';
import { grown } from './slot-index.ts';

const FILLS_AT_START = 64;

export class FillRecord implements Placement {
  fillCount = 0;
  filledLots = 0;
  filledQuote = 0;
  restingLots = 0;
  stopReason: StopReason = 'none';
  private makerIds = new Float64Array(FILLS_AT_START);
  private makerOwners = new Float64Array(FILLS_AT_START);
  private prices = new Float64Array(FILLS_AT_START);
  private lots = new Float64Array(FILLS_AT_START);
  private makerRemaining = new Float64Array(FILLS_AT_START);

  clear(): void {
    this.fillCount = 0;
    this.filledLots = 0;
    this.filledQuote = 0;
    this.restingLots = 0;
    this.stopReason = 'none';
  }

  /** The index of a new fill; write it with `setMaker` and `setTrade`. */
  next(): number {
    const fill = this.fillCount++;
    if (fill === this.lots.length) this.grow();
    return fill;
  }

  setMaker(fill: number, id: number, owner: number): void {
    this.makerIds[fill] = id;
    this.makerOwners[fill] = owner;
  }

  setTrade(
    fill: number,
    trade: { priceTicks: number; lots: number; makerRemaining: number },
  ): void {
    this.prices[fill] = trade.priceTicks;
    this.lots[fill] = trade.lots;
    this.makerRemaining[fill] = trade.makerRemaining;
    this.filledLots += trade.lots;
    this.filledQuote += trade.priceTicks * trade.lots;
  }

  fillMakerId(fill: number): number {
    return this.makerIds[fill]!;
  }

  fillMakerOwner(fill: number): number {
    return this.makerOwners[fill]!;
  }

  fillPriceTicks(fill: number): number {
    return this.prices[fill]!;
  }

  fillLots(fill: number): number {
    return this.lots[fill]!;
  }

  fillMakerRemaining(fill: number): number {
    return this.makerRemaining[fill]!;
  }

  private grow(): void {
    const capacity = this.lots.length * 2;
    this.makerIds = grown(this.makerIds, new Float64Array(capacity));
    this.makerOwners = grown(this.makerOwners, new Float64Array(capacity));
    this.prices = grown(this.prices, new Float64Array(capacity));
    this.lots = grown(this.lots, new Float64Array(capacity));
    this.makerRemaining = grown(this.makerRemaining, new Float64Array(capacity));
  }
}
