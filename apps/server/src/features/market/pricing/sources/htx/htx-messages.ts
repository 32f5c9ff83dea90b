/** Parses messages of HTX's market socket into quotes. */
import { type Amount, larger, type Price, smaller } from '@tern/money';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { SourceQuote } from '../../price-source.ts';
import { DecimalText, exactly, WholeText } from '../exact-numbers.ts';

/** `ch` of the two topics of a symbol. */
const CHANNEL = /^market[.]([a-z0-9]{2,20})[.](trade[.]detail|ticker)$/;

const TickerPush = Type.Object({
  ch: Type.String(),
  ts: WholeText(),
  tick: Type.Object({
    bid: DecimalText(),
    bidSize: DecimalText(),
    ask: DecimalText(),
    askSize: DecimalText(),
    close: DecimalText(),
  }),
});

const TradesPush = Type.Object({
  ch: Type.String(),
  tick: Type.Object({
    data: Type.Array(
      Type.Object({
        ts: WholeText(),
        tradeId: Type.String({ pattern: '^\\d{1,40}$' }),
        amount: DecimalText(),
        price: DecimalText(),
        direction: Type.Union([Type.Literal('buy'), Type.Literal('sell')]),
      }),
      { maxItems: 2_000 },
    ),
  }),
});

const isTicker = Compile(TickerPush);
const isTrades = Compile(TradesPush);

/** A time or a counter. */
const PING = /^\d{1,20}$/;

/** The topics of a symbol. Shape: the source's name of the symbol. */
export function topicsOf(theirs: string): string[] {
  return [`market.${theirs}.trade.detail`, `market.${theirs}.ticker`];
}

export type HtxMessage =
  | { kind: 'quotes'; quotes: readonly SourceQuote[] }
  | { kind: 'ping'; ping: string }
  /** A rejected subscription; `id` is its topic. */
  | { kind: 'rejected'; reason: string; id: string }
  | { kind: 'ignored' }
  | { kind: 'invalid' };

/** Shape: `message` has strings in place of numbers; `nameOf` maps their symbol to ours. */
export function parseHtxMessage(
  message: unknown,
  nameOf: (theirs: string) => string | undefined,
): HtxMessage {
  if (typeof message !== 'object' || message === null) return { kind: 'invalid' };
  const fields = message as Record<string, unknown>;
  const { ping } = fields;
  // The pong echoes this value into our own message, so only a number is safe.
  if (ping !== undefined) {
    const isNumber = typeof ping === 'string' && PING.test(ping);
    return isNumber ? { kind: 'ping', ping } : { kind: 'invalid' };
  }
  if (fields['status'] === 'error') {
    return { kind: 'rejected', reason: String(fields['err-msg']), id: String(fields['id']) };
  }
  if ('pong' in fields || ('status' in fields && !('ch' in fields))) return { kind: 'ignored' };
  const [, theirs, topic] = CHANNEL.exec(String(fields['ch'])) ?? [];
  const symbol = theirs === undefined ? undefined : nameOf(theirs);
  if (symbol === undefined) return { kind: 'invalid' };
  if (topic === 'ticker' && isTicker.Check(message)) {
    return { kind: 'quotes', quotes: quotesOfTicker(symbol, message) };
  }
  if (topic === 'trade.detail' && isTrades.Check(message)) {
    return { kind: 'quotes', quotes: quotesOfTrades(symbol, message) };
  }
  return { kind: 'invalid' };
}

/**
 * The last price, clamped between the best bid and ask: the market's price while nobody trades. No quote unless both
 * sides have quantity.
 */
function quotesOfTicker(symbol: string, push: Static<typeof TickerPush>): SourceQuote[] {
  const { tick } = push;
  const [bid, ask] = [exactly<Price>(tick.bid), exactly<Price>(tick.ask)];
  const isQuoted = exactly<Amount>(tick.bidSize) > 0n && exactly<Amount>(tick.askSize) > 0n;
  if (!isQuoted || bid <= 0n || bid > ask) return [];
  const price = smaller(larger(exactly<Price>(tick.close), bid), ask);
  return [{ symbol, price, quantity: 0n as Amount, takerSide: 'buy', at: Number(push.ts) }];
}

/** Oldest first: HTX lists the newest first. */
function quotesOfTrades(symbol: string, push: Static<typeof TradesPush>): SourceQuote[] {
  const quotes = push.tick.data.toReversed().map((trade) => ({
    symbol,
    price: exactly<Price>(trade.price),
    quantity: exactly<Amount>(trade.amount),
    takerSide: trade.direction,
    at: Number(trade.ts),
    tradeId: trade.tradeId,
  }));
  return quotes.sort((left, right) => left.at - right.at);
}
