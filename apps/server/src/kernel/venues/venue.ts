/** The port to another exchange, on which ours trades as one of its customers. Without one nothing is hedged. */
import type { Amount, Price } from '@tern/money';

/** The terms of a market against USDT there. */
export interface VenueMarket {
  /** As the venue names it. */
  readonly symbol: string;
  readonly isOpen: boolean;
  /** Prices and quantities are whole numbers of these. */
  readonly tickSize: Price;
  readonly lotSize: Amount;
  readonly minQuantity: Amount;
  /** In USDT. */
  readonly minValue: Amount;
}

/** A limit order of which what does not fill immediately is cancelled. */
export interface VenueOrder {
  /** Ours, never used twice: the venue finds the order by it, whatever became of the request. */
  readonly clientOrderId: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: Amount;
  readonly price: Price;
  /** When it was stored, epoch ms: its age for the venue, which no longer takes it five minutes later. */
  readonly at: number;
}

/** One execution. */
export interface VenueFill {
  /** The venue's number of it; unique within the order. */
  readonly tradeId: string;
  readonly price: Price;
  readonly quantity: Amount;
  readonly fee: Amount;
  /** As our assets are named. */
  readonly feeAsset: string;
}

export interface VenueOutcome {
  readonly venueOrderId: string;
  /** False while the order may still fill, or while not all of its fills are listed. */
  readonly isDone: boolean;
  readonly fills: readonly VenueFill[];
}

/** The venue refused the request: it had no effect. */
export class VenueRefusal extends Error {
  override readonly name = 'VenueRefusal';
  /** The venue's. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** No readable answer: the request may have had its effect. */
export class VenueUnreachable extends Error {
  override readonly name = 'VenueUnreachable';
}

/** Each call throws VenueRefusal or VenueUnreachable. */
export interface Venue {
  /** The host, for people. */
  readonly name: string;
  /** Undefined: no market of this asset against USDT. */
  market(asset: string): Promise<VenueMarket | undefined>;
  /** A VenueRefusal means that there is and will be no such order. */
  place(order: VenueOrder): Promise<void>;
  /** Undefined: the venue knows no such order. */
  find(clientOrderId: string): Promise<VenueOutcome | undefined>;
  /** What our account there has, reserved amounts included, by asset as ours are named. */
  balances(): Promise<ReadonlyMap<string, Amount>>;
}
