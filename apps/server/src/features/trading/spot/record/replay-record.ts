/**
 * Replays the record of a market, line by line, and compares what each line says it matched with what follows from the lines before
 * it. The quotes of the exchange follow from the price that their line names. Pure.
 */
import { CommandReplay, quoteId, type ReplayedFill, type ReplayedType } from '@tern/matching';
import { type Amount, formatDecimal, parseDecimal, type Price } from '@tern/money';
import type { CommandKind } from '@tern/proofs';
import { type BookShape, exchangeQuotes } from '../engine/exchange-quotes.ts';
import { createUnits, type Side, type Units } from '../rules.ts';

/** A line with its number; what comes before the fields of its kind says nothing about matching. */
export interface NumberedLine {
  readonly number: number;
  readonly kind: CommandKind;
  readonly fields: readonly string[];
}

export interface StatedFill {
  /** The number of the order that rested; undefined: a quote of the exchange. */
  readonly maker: number | undefined;
  /** The number of the order that was placed or changed; undefined: a quote of the exchange. */
  readonly taker: number | undefined;
  readonly price: Price;
  readonly quantity: Amount;
}

interface Terms {
  readonly tickSize: Price;
  readonly lotSize: Amount;
  readonly minNotional: Amount;
  readonly units: Units;
  /** Undefined where the exchange does not quote. */
  readonly shape: BookShape | undefined;
}

const REFUSED = '!';
/** Kinds of lines that can match; the last field of each is what they matched. */
const MATCHING: ReadonlySet<CommandKind> = new Set(['quotes', 'place', 'amend']);

export class RecordReplay {
  readonly replay = new CommandReplay();
  private terms: Terms | undefined;
  private stated: readonly string[] = [];
  /** Orders that rested when the record began, until the terms are known. */
  private readonly kept: (() => void)[] = [];

  /**
   * The fills that the line says. Its place in the record is checked by the caller: numbers follow each other.
   * @throws Error that says what does not follow from the lines before; what comes behind says nothing then
   */
  apply({ number, kind, fields }: NumberedLine): StatedFill[] {
    const result = fields.at(-1) ?? '';
    if (result.startsWith(REFUSED)) return [];
    const found = this.match({ number, kind, fields });
    if (!MATCHING.has(kind)) return [];
    const expected = found.map((fill) => this.textOf(fill)).join(',');
    if (expected !== result) {
      throw new Error(
        `number ${number} says that it matched "${result}", it should be "${expected}"`,
      );
    }
    const taker = kind === 'amend' ? Number(fields[0]) : number;
    return found.map((fill) => this.statedOf(fill, taker));
  }

  /** Whether the order of this number waits in the book now. */
  rests(number: number): boolean {
    return this.replay.rests(number);
  }

  /** The orders that rest now, without the exchange's. */
  *open(): Generator<{ number: number; priceTicks: number; lots: number }> {
    for (const side of ['buy', 'sell'] as const) {
      for (const { id, priceTicks, lots } of this.replay.book.orders(side)) {
        if (id > 0) yield { number: id, priceTicks, lots };
      }
    }
  }

  get units(): Units | undefined {
    return this.terms?.units;
  }

  /** The book as it stands, as a file begins with it: terms, then what rests in the order of matching. None before the terms. */
  bookLines(): string[] {
    if (this.terms === undefined) return [];
    const { units } = this.known();
    const lines = [`terms|${this.stated.join('|')}`];
    for (const each of this.replay.booked()) {
      const { side } = each;
      const [price, quantity] = [units.priceOf(each.priceTicks), units.quantityOf(each.lots)];
      const at = `${side}|${'number' in each ? `${each.type}|` : ''}${formatDecimal(price)}|${formatDecimal(quantity)}`;
      lines.push(
        'number' in each
          ? `rests|${each.number}|${at}|${formatDecimal(units.quantityOf(each.filled))}`
          : `quote|${each.place}|${at}`,
      );
    }
    return lines;
  }

  /** A line of the book at the beginning of a file. @throws Error for what cannot stand there */
  resume(what: 'terms' | 'rests' | 'quote', fields: readonly string[]): void {
    if (what === 'terms') {
      this.begin(fields);
      return;
    }
    const [number = '', side, ...rest] = fields;
    if (what === 'rests') {
      this.keep(Number(number), [side ?? '', ...rest]);
      this.known();
      return;
    }
    const [price = '', quantity = ''] = rest;
    const quote = { side: side as Side, priceTicks: this.ticks(price), lots: this.lots(quantity) };
    this.replay.keepQuote(Number(number), quote);
  }

  private begin(fields: readonly string[]): void {
    this.terms = termsOf(fields);
    this.stated = fields;
  }

  private match({ number, kind, fields }: NumberedLine): ReplayedFill[] {
    switch (kind) {
      case 'start':
      case 'wait':
      case 'rewait':
      case 'unwait':
        return [];
      case 'terms':
        this.begin(fields);
        return this.replay.quote([]);
      case 'kept':
        this.keep(number, fields);
        return [];
      case 'quotes':
        return this.quote(fields);
      case 'place':
        return this.place(number, fields);
      case 'cancel':
        this.replay.cancel(Number(fields[0]));
        return [];
      case 'amend': {
        const [order = '', price = '', quantity = '', own = ''] = fields;
        return this.replay.amend({
          number: Number(order),
          priceTicks: this.ticks(price),
          lots: this.lots(quantity),
          own: own === '' ? undefined : Number(own),
        });
      }
    }
  }

  private keep(number: number, fields: readonly string[]): void {
    // The terms come behind the orders that rested when the record began.
    this.kept.push(() => {
      const [side, type, price = '', quantity = '', filled = ''] = fields;
      this.replay.keep({
        number,
        side: side as Side,
        type: type as ReplayedType,
        priceTicks: this.ticks(price),
        lots: this.lots(quantity),
        filled: this.lots(filled),
      });
    });
  }

  private known(): Terms {
    if (this.terms === undefined) throw new Error('a command comes before the terms of its market');
    for (const keep of this.kept.splice(0)) keep();
    return this.terms;
  }

  private quote([seq = '', price = '']: readonly string[]): ReplayedFill[] {
    const { shape, units, ...market } = this.known();
    if (seq === '') return this.replay.quote([]);
    if (shape === undefined) throw new Error('the exchange quotes where it must not');
    const tick = { price: exact<Price>(price), seq: Number(seq) };
    return this.replay.quote(exchangeQuotes({ ...market, shape }, units, tick));
  }

  private place(number: number, fields: readonly string[]): ReplayedFill[] {
    const { units } = this.known();
    const [side, type, price = '', amount = '', , own = ''] = fields;
    return this.replay.place({
      number,
      side: side as Side,
      type: type as ReplayedType,
      priceTicks: this.ticks(price),
      amount: type === 'budget' ? units.budgetOf(exact<Amount>(amount)) : this.lots(amount),
      own: own === '' ? undefined : Number(own),
    });
  }

  private ticks = (price: string) => this.known().units.ticksOf(exact<Price>(price));
  private lots = (quantity: string) => this.known().units.lotsOf(exact<Amount>(quantity));

  private statedOf({ maker, priceTicks, lots, quote }: ReplayedFill, taker: number): StatedFill {
    const { units } = this.known();
    return {
      maker: maker < 0 ? undefined : maker,
      taker: quote === undefined ? taker : undefined,
      price: units.priceOf(priceTicks),
      quantity: units.quantityOf(lots),
    };
  }

  private textOf({ maker, priceTicks, lots, quote }: ReplayedFill): string {
    const { units } = this.known();
    const resting = maker < 0 ? `q${quoteId(maker)}` : String(maker);
    const text = `${resting}:${formatDecimal(units.priceOf(priceTicks))}:${formatDecimal(units.quantityOf(lots))}`;
    return quote === undefined ? text : `${quote}>${text}`;
  }
}

function termsOf([, tick = '', lot = '', minNotional = '', shape = '']: readonly string[]): Terms {
  const sizes = { tickSize: exact<Price>(tick), lotSize: exact<Amount>(lot) };
  const numbers = shape === '' ? undefined : shape.split(',');
  const [halfSpreadPpm, stepPpm, widening, firstMinimums, deepening] = (numbers ?? []).map(BigInt);
  return {
    ...sizes,
    minNotional: exact<Amount>(minNotional),
    units: createUnits(sizes),
    shape:
      numbers === undefined
        ? undefined
        : {
            halfSpreadPpm: halfSpreadPpm!,
            stepPpm: stepPpm!,
            widening: widening!,
            firstMinimums: firstMinimums!,
            deepening: deepening!,
            salt: Number(numbers.at(-1)),
          },
  };
}

function exact<T extends Amount | Price>(text: string): T {
  const value = parseDecimal<T>(text);
  if (value === undefined) throw new Error(`not a decimal: ${text}`);
  return value;
}
