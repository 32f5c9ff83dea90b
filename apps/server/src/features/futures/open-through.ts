/** Whether a market is open all the time that a contract would run. */
import { isOpen, nextOpening, type TradingHours } from '../../kernel/catalog/trading-hours.ts';
import { HOUR_MS } from '../../platform/durations.ts';

/** True when a market does not pause between two moments either. Sessions begin and end with an hour. */
export function isOpenThrough(hours: TradingHours, from: number, to: number): boolean {
  for (let at = from; at < to; at += HOUR_MS) if (!isOpen(hours, at)) return false;
  return isOpen(hours, to);
}

/** When a contract that cannot be placed `from` now `to` its end can be; undefined when it can now. */
export function opensForContracts(
  hours: TradingHours,
  from: number,
  to: number,
): number | undefined {
  for (let at = from; at < to; at += HOUR_MS) {
    if (!isOpen(hours, at)) return nextOpening(hours, at);
  }
  return nextOpening(hours, to);
}
