/** Two columns on a phone held sideways: a chart, and the form to trade beside it. */
import { rem } from '@tern/ui';
import { createContext, type ReactNode, useSyncExternalStore } from 'react';

const SIDEWAYS = `(min-width: ${rem(600)}) and (max-height: ${rem(480)})`;

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(SIDEWAYS);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether the phone is held sideways. */
export function useSideways(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(SIDEWAYS).matches);
}

/** Draws the order form of a market, which is another feature's: the app connects them. */
export const OrderFormBeside = createContext<((symbol: string) => ReactNode) | undefined>(
  undefined,
);
