/** What HTX's market socket says, as quotes; whatever does not look right is nothing (research of the wire: HTX v1). */
import { type Amount, larger, type Price, smaller } from '@tern/money';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { SourceQuote } from '../../price-source.ts';
import { DecimalText, exactly, WholeText } from '../wire-texts.ts';

/** `ch` of the two topics a symbol is followed by. */
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

/** The topics by which a symbol is followed, by the source's own name of it. */
export function topicsOf(theirs: string): string[] {
  return [`market.${theirs}.trade.detail`, `market.${theirs}.ticker`];
}

export type HtxHeard =
  | { kind: 'quotes'; quotes: readonly SourceQuote[] }
  | { kind: 'ping'; ping: string }
  /** `id` is the one we asked with: the topic. */
  | { kind: 'refused'; reason: string; id: string }
  | { kind: 'quiet' }
  | { kind: 'garbage' };

/** Shape: `message` has texts for numbers; `nameOf` gives our symbol for theirs. */
export function hearHtx(
  message: unknown,
  nameOf: (theirs: string) => string | undefined,
): HtxHeard {
  if (typeof message !== 'object' || message === null) return { kind: 'garbage' };
  const said = message as Record<string, unknown>;
  const { ping } = said;
  // It is sent back as it came: nothing but a number may be put into our mouth.
  if (ping !== undefined) {
    const isNumber = typeof ping === 'string' && PING.test(ping);
    return isNumber ? { kind: 'ping', ping } : { kind: 'garbage' };
  }
  if (said['status'] === 'error') {
    return { kind: 'refused', reason: String(said['err-msg']), id: String(said['id']) };
  }
  if ('pong' in said || ('status' in said && !('ch' in said))) return { kind: 'quiet' };
  const [, theirs, topic] = CHANNEL.exec(String(said['ch'])) ?? [];
  const symbol = theirs === undefined ? undefined : nameOf(theirs);
  if (symbol === undefined) return { kind: 'garbage' };
  if (topic === 'ticker' && isTicker.Check(message)) {
    return { kind: 'quotes', quotes: quotesOfTicker(symbol, message) };
  }
  if (topic === 'trade.detail' && isTrades.Check(message)) {
    return { kind: 'quotes', quotes: quotesOfTrades(symbol, message) };
  }
  return { kind: 'garbage' };
}

/**
 * The last price, brought between the best bid and ask: what the market says while nobody trades. Without
 * someone behind both sides it says nothing.
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
