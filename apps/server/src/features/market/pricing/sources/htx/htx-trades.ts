/** Fetches recent trades from HTX's REST API. */
import type { Amount, Price } from '@tern/money';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { SourceQuote, TradeSpan } from '../../price-source.ts';
import { fetchText } from '../bounded-fetch.ts';
import { DecimalText, exactly, parseWithTexts, WholeText } from '../exact-numbers.ts';

const Answer = Type.Object({
  status: Type.Literal('ok'),
  ch: Type.Optional(Type.String()),
  data: Type.Array(
    Type.Object({
      data: Type.Array(
        Type.Object({
          ts: WholeText(),
          'trade-id': Type.String({ pattern: '^\\d{1,40}$' }),
          amount: DecimalText(),
          price: DecimalText(),
          direction: Type.Union([Type.Literal('buy'), Type.Literal('sell')]),
        }),
        { maxItems: 2_000 },
      ),
    }),
    { maxItems: 2_000 },
  ),
});
const isAnswer = Compile(Answer);

/** HTX's maximum. */
const SIZE_MAX = 2_000;
const TIMEOUT_MS = 5_000;
const BYTES_MAX = 2 * 1024 * 1024;

/**
 * All trades of the span, oldest first.
 * @throws Error when the answer is missing, invalid, or does not reach back to the span's beginning
 */
export async function fetchHtxTrades(
  base: string,
  { symbol, theirs, from, to }: TradeSpan & { readonly theirs: string },
): Promise<SourceQuote[]> {
  const query = new URLSearchParams({ symbol: theirs, size: String(SIZE_MAX) });
  const url = `${base}/market/history/trade?${query.toString()}`;
  const text = await fetchText({ url, timeoutMs: TIMEOUT_MS, bytesMax: BYTES_MAX });
  const answer = parseWithTexts(text);
  if (!isAnswer.Check(answer)) throw new Error('its trades are invalid');
  if (answer.ch !== undefined && answer.ch !== `market.${theirs}.trade.detail`) {
    throw new Error('its trades are of another market');
  }
  const trades = answer.data
    .flatMap(({ data }) => data)
    .map((trade) => ({
      symbol,
      price: exactly<Price>(trade.price),
      quantity: exactly<Amount>(trade.amount),
      takerSide: trade.direction,
      at: Number(trade.ts),
      tradeId: trade['trade-id'],
    }))
    .sort((left, right) => left.at - right.at);
  const oldest = trades[0]?.at ?? Number.POSITIVE_INFINITY;
  if (oldest > from) throw new Error('its record of trades does not reach back far enough');
  return trades.filter(({ at }) => at > from && at <= to);
}
