/** Two columns on a phone held sideways: a chart, and the form to trade beside it. */
import { createContext, type ReactNode } from 'react';

/** Draws the order form of a market, which is another feature's: the app connects them. */
export const OrderFormBeside = createContext<((symbol: string) => ReactNode) | undefined>(
  undefined,
);
