/** A live source and another one that quotes the same: timed contracts need two (ADR 19). */
import {
  isLiveSource,
  type PriceSource,
  type SourceQuote,
} from '../../src/features/market/pricing/price-source.ts';

/** Simulated sources stay alone. */
export function withSecond(source: PriceSource): PriceSource[] {
  if (!isLiveSource(source)) return [source];
  let repeat: ((quote: SourceQuote) => void) | undefined;
  const first = {
    ...source,
    start: (receive: (quote: SourceQuote) => void) =>
      source.start((quote) => {
        receive(quote);
        repeat?.(quote);
      }),
  };
  const second = {
    ...source,
    name: `${source.name}-too`,
    start: (receive: (quote: SourceQuote) => void) => {
      repeat = receive;
    },
    stop: () => undefined,
  };
  return [second, first];
}
