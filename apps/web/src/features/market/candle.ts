/** One candle with exact decimal texts, from either source. */
import type { CandleMessage, Output } from '@tern/protocol/client';
import { decimalText } from '../../kernel/quotes/quote.ts';

type CandleRow = Output<'GET /base/getkdata'>['list'][number];

export interface Candle {
  /** Milliseconds since 1970. */
  start: number;
  open: string;
  high: string;
  low: string;
  close: string;
  /** Volume in base. */
  amount: string;
}

const SECOND_MS = 1000;

/** A candle of `/base/getkdata`. */
export function candleOfRow(row: CandleRow): Candle {
  const { open, high, low, close, amount } = row;
  return { start: row.id * SECOND_MS, open, high, low, close, amount };
}

/** A candle of a `.kline.` topic; its JSON numbers become decimal text. */
export function candleOfMessage(message: CandleMessage): Candle {
  return {
    start: message.id * SECOND_MS,
    open: decimalText(message.open),
    high: decimalText(message.high),
    low: decimalText(message.low),
    close: decimalText(message.close),
    amount: decimalText(message.amount),
  };
}
