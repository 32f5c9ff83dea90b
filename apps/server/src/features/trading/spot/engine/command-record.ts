/** The lines of a batch in the record of its market: each command with its number, what it did and who gave it (ADR 98). */
import { formatDecimal, type Price } from '@tern/money';
import {
  type CommandKind,
  type CommandLine,
  leavesOf,
  treeOfHashes,
  writeLine,
} from '@tern/proofs';
import type { MemberCommand, PlaceCommand } from '../commands.ts';
import type { Instrument } from '../../../../kernel/catalog/instruments.ts';
import type { ConditionalOrder } from '../conditional/conditional-order.ts';
import type { ReferenceTick } from '../../../../kernel/prices/reference-prices.ts';
import { type Order, type Trade, typeOf } from '../order.ts';
import { nativeHashing } from '../record/native-hashing.ts';
import { bookShapeOf } from './exchange-quotes.ts';

/** What of the record a batch continues. */
export interface RecordPlace {
  /** The number of its first line. */
  readonly first: number;
  /** Not before that of the batch before. Epoch ms. */
  readonly at: number;
  /** When each command was received, by its position. */
  readonly received: readonly number[];
  /** The first batch of an engine states the terms; no quotes of the exchange stand then. */
  readonly statesTerms: boolean;
  /** The price of quotes that stand and are not in the record, because they matched nothing; null: they were withdrawn. */
  readonly unrecorded: ReferenceTick | null | undefined;
  /** The id of the first quote that stands in this batch; the others count down. */
  readonly firstQuoteId: number;
}

/** What matching did with a command. */
export interface Matched {
  readonly fills: readonly string[];
  /** The number of the member's own order at which it stopped. */
  readonly own: number | undefined;
}

/** The kind of line of each command about a conditional order. */
export const conditionalLines = {
  'place-conditional': 'wait',
  'amend-conditional': 'rewait',
  'cancel-conditional': 'unwait',
} as const;
type ConditionalLine = (typeof conditionalLines)[keyof typeof conditionalLines];

const decimal = (value: bigint | undefined) => (value === undefined ? '' : formatDecimal(value));

export class CommandRecord {
  readonly lines: string[] = [];
  private readonly place: RecordPlace;
  private before = 0;
  private cause = '';

  constructor(place: RecordPlace) {
    this.place = place;
  }

  /** The number of the next line. */
  get next(): number {
    return this.place.first + this.lines.length;
  }

  /** What follows is the command at this position. */
  begin(position: number): void {
    this.before = this.place.at - (this.place.received[position] ?? this.place.at);
    this.cause = '';
  }

  /** What follows belongs to the command: an end of an OCO in the book. */
  ofPair(): void {
    this.cause = 'pair';
  }

  /** What follows is done by the engine, because a price met a conditional order. */
  becauseOf({ watches, met }: Pick<ConditionalOrder, 'watches' | 'met'>): void {
    this.before = 0;
    this.cause = `${watches}:${met!.number}`;
  }

  /** The terms by which it matches and, where the exchange quotes, the shape of its book. */
  terms(instrument: Instrument, of: { epoch: number; quotes: boolean }): void {
    this.add('terms', NOBODY, termsOf(instrument, of));
  }

  /** New quotes of the exchange around a price, or none. `fills`: each with the place of its quote in front. */
  quotes(tick: ReferenceTick | null | undefined, fills: readonly string[]): void {
    const of = tick ? [tick.seq, formatDecimal(tick.price), tick.at] : ['', '', ''];
    this.add('quotes', NOBODY, [...of, fills.join(',')].join('|'));
  }

  /** `price`: its limit, or the worst at which it trades. */
  placed(order: Order, price: Price, { fills, own }: Matched): void {
    const { side, budget, quantity, memberId, id } = order;
    const asked = `${side}|${typeOf(order)}|${decimal(price)}|${decimal(budget ?? quantity)}`;
    this.add(
      'place',
      { owner: memberId, id },
      `${asked}|${this.cause}|${own ?? ''}|${fills.join(',')}`,
    );
  }

  cancelled({ memberId, id, number }: Order): void {
    this.add('cancel', { owner: memberId, id }, `${number}|${this.cause}|`);
  }

  amended(order: Order, { fills, own }: Matched): void {
    const { memberId, id, number, limitPrice, quantity } = order;
    const asked = `${number}|${decimal(limitPrice)}|${decimal(quantity)}`;
    this.add('amend', { owner: memberId, id }, `${asked}|${own ?? ''}|${fills.join(',')}`);
  }

  /** A conditional order was placed, changed or cancelled; its id may follow from what comes behind this line. */
  conditional(kind: ConditionalLine, owner: number): (id: number) => void {
    const at = this.lines.length;
    this.add(kind, { owner, id: 0 }, '');
    return (id) => {
      this.lines[at] = this.line(kind, { owner, id }, '');
    };
  }

  /** The order of a price that was met is refused. */
  notPlaced(command: PlaceCommand, code: number): void {
    this.add('place', { owner: command.memberId, id: 0 }, this.askedOf(command, code));
  }

  /** A refused command has one line, whatever it began. `from`: the lines before it. */
  refused(command: MemberCommand, code: number, from: number): void {
    this.lines.length = from;
    const { memberId: owner } = command;
    if (command.kind === 'place') this.notPlaced(command, code);
    else if (command.kind === 'cancel')
      this.add('cancel', { owner, id: command.orderId }, `||!${code}`);
    else if (command.kind === 'amend') {
      const asked = `|${decimal(command.limitPrice)}|${decimal(command.quantity)}`;
      this.add('amend', { owner, id: command.orderId }, `${asked}||!${code}`);
    } else {
      const id = command.kind === 'place-conditional' ? 0 : command.conditionalId;
      this.add(conditionalLines[command.kind], { owner, id }, `!${code}`);
    }
  }

  /** A fill as it stands in a line: the order that rested, price and quantity. */
  fillOf({ price, quantity }: Trade, maker: Order | undefined, makerId: number): string {
    const resting = maker?.number ?? `q${this.place.firstQuoteId - makerId}`;
    return `${resting}:${formatDecimal(price)}:${formatDecimal(quantity)}`;
  }

  private askedOf(command: PlaceCommand, code: number): string {
    const { side, limitPrice, budget, quantity } = command;
    const asked = `${side}|${typeOf(command)}|${decimal(limitPrice)}|${decimal(budget ?? quantity)}`;
    return `${asked}|${this.cause}||!${code}`;
  }

  private add(kind: CommandKind, of: { owner: number; id: number }, rest: string): void {
    this.lines.push(this.line(kind, of, rest));
  }

  private line(kind: CommandKind, { owner, id }: { owner: number; id: number }, rest: string) {
    const line: CommandLine = {
      kind,
      before: this.before,
      owner: owner === 0 ? '' : String(owner),
      id: id === 0 ? '' : String(id),
      rest,
    };
    return writeLine(line);
  }
}

const NOBODY = { owner: 0, id: 0 };

/** The fields of a line of terms. */
export function termsOf(
  instrument: Instrument,
  { epoch, quotes }: { epoch: number; quotes: boolean },
): string {
  const { halfSpreadPpm, stepPpm, widening, firstMinimums, deepening, salt } =
    bookShapeOf(instrument);
  const shape = [halfSpreadPpm, stepPpm, widening, firstMinimums, deepening, salt];
  const { tickSize, lotSize, minNotional } = instrument;
  const sizes = [tickSize, lotSize, minNotional].map(formatDecimal);
  return [epoch, ...sizes, quotes ? shape.join(',') : ''].join('|');
}

/** What a batch adds to the record of its market. */
export interface RecordedBatch {
  readonly instrumentId: number;
  readonly first: number;
  readonly last: number;
  readonly at: number;
  /** 32 hexadecimal digits. */
  readonly secret: string;
  readonly root: Uint8Array;
  readonly lines: readonly string[];
  /** The public texts of its lines, and their hashes. */
  readonly leaves: readonly string[];
  readonly hashes: readonly Uint8Array[];
}

/** What of a batch its lines do not say. */
interface RecordedPart {
  readonly instrument: Pick<Instrument, 'id' | 'symbol'>;
  readonly recordPlace: RecordPlace;
  readonly recordSecret: string;
}

/** Undefined when it did nothing that has a number. */
export function recordedBatch(
  { lines }: CommandRecord,
  { instrument, recordPlace: { first, at }, recordSecret: secret }: RecordedPart,
): RecordedBatch | undefined {
  if (lines.length === 0) return undefined;
  const { id: instrumentId, symbol } = instrument;
  const leaves = leavesOf({ symbol, first, at, secret, lines }, nativeHashing);
  const hashes = leaves.map(nativeHashing.leaf);
  const { root } = treeOfHashes(hashes, nativeHashing);
  const last = first + lines.length - 1;
  return { instrumentId, first, last, at, secret, root, lines, leaves, hashes };
}
