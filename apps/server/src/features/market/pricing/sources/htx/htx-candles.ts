/** Fetches candles from HTX's REST API. */
import type { Amount, Price } from '@tern/money';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Candle } from '../../../../../kernel/prices/candle.ts';
import type { BackfillSpan } from '../../price-source.ts';
import { fetchText } from '../bounded-fetch.ts';
import { DecimalText, exactly, parseWithTexts, WholeText } from '../exact-numbers.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../../platform/durations.ts';

const Row = Type.Object({
  id: WholeText(),
  open: DecimalText(),
  close: DecimalText(),
  low: DecimalText(),
  high: DecimalText(),
  amount: DecimalText(),
  vol: DecimalText(),
  count: WholeText(),
});
const Answer = Type.Object({
  status: Type.Literal('ok'),
  ch: Type.Optional(Type.String()),
  data: Type.Array(Row, { maxItems: 2_000 }),
});
const isAnswer = Compile(Answer);

/** The market and interval of an answer. */
const CHANNEL = /^market[.][^.]+[.]kline[.][^.]+$/;

const ROWS_MAX = 2_000;
const TIMEOUT_MS = 5_000;
const BYTES_MAX = 2 * 1024 * 1024;

/**
 * Oldest first. Units: the span is in epoch milliseconds, HTX's `from`, `to` and `id` in seconds.
 * @throws Error when an answer is missing or invalid
 */
export async function fetchHtxCandles(
  base: string,
  span: BackfillSpan & { readonly theirs: string },
): Promise<Candle[]> {
  const stepMs = span.interval === '1min' ? MINUTE_MS : HOUR_MS;
  const candles: Candle[] = [];
  for (let from = span.from; from <= span.to; from += ROWS_MAX * stepMs) {
    const to = Math.min(span.to, from + ROWS_MAX * stepMs - 1);
    const query = new URLSearchParams({
      symbol: span.theirs,
      period: span.interval,
      size: String(ROWS_MAX),
      from: String(Math.ceil(from / 1_000)),
      to: String(Math.floor(to / 1_000)),
    });
    const url = `${base}/market/history/candles?${query.toString()}`;
    const text = await fetchText({ url, timeoutMs: TIMEOUT_MS, bytesMax: BYTES_MAX });
    const answer = parseWithTexts(text);
    if (!isAnswer.Check(answer)) throw new Error('its candles are invalid');
    const { ch = '' } = answer;
    if (CHANNEL.test(ch) && ch !== `market.${span.theirs}.kline.${span.interval}`) {
      throw new Error('its candles are of another market or interval');
    }
    candles.push(...answer.data.map(candleOf).sort((left, right) => left.start - right.start));
  }
  return candles;
}

function candleOf(row: Static<typeof Row>): Candle {
  return {
    start: Number(row.id) * 1_000,
    open: exactly<Price>(row.open),
    high: exactly<Price>(row.high),
    low: exactly<Price>(row.low),
    close: exactly<Price>(row.close),
    amount: exactly<Amount>(row.amount),
    vol: exactly<Amount>(row.vol),
    count: Number(row.count),
  };
}
