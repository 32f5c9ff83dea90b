/** Whether a market stays open while a contract would run. */
import { isOpen, nextOpening, type TradingHours } from '../../kernel/catalog/trading-hours.ts';
import { HOUR_MS } from '../../platform/durations.ts';

/** True when the market is open from `from` to `to` without a break. Sessions begin and end on the hour. */
export function isOpenThrough(hours: TradingHours, from: number, to: number): boolean {
  for (let at = from; at < to; at += HOUR_MS) if (!isOpen(hours, at)) return false;
  return isOpen(hours, to);
}

/** When a contract from `from` to `to` can next be placed; undefined when it can be placed now. */
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
