/** The state of a market as a pill. */
import { Pill, type PillKind } from '@tern/ui';
import type { Market } from './api.ts';
import { marketTexts } from './texts.ts';

const kinds: Record<Market['state'], PillKind> = {
  open: 'done',
  halted: 'bad',
  cancelOnly: 'review',
  closed: 'neutral',
  delisted: 'neutral',
};

export function StatePill({ state }: { state: Market['state'] }) {
  return <Pill kind={kinds[state]}>{marketTexts.markets.states[state]}</Pill>;
}
