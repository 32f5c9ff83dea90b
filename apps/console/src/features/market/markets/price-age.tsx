/** How old a price is, in whole seconds. */
import { useNow } from '../../../platform/now.ts';
import { marketTexts } from './texts.ts';

const EVERY_MS = 5_000;

/** `at`: ISO time; null where there is no price that counts. */
export function PriceAge({ at }: { at: string | null }) {
  const now = useNow(EVERY_MS);
  if (at === null) return '---';
  return marketTexts.markets.seconds(Math.max(0, Math.round((now - Date.parse(at)) / 1_000)));
}
