/** The market and the record that were shown last, kept on the device. */
import { useEffect } from 'react';
import { slot } from '../platform/storage.ts';
import { useRecordId } from './record-screen.tsx';

const FIRST_SYMBOL = 'btcusdt';

type Viewed = Readonly<Record<string, unknown>> & { symbol: string };

/** Stored under `tern.<name>`; `idField` is the stored name of the record's id. */
function lastViewed(name: string, idField: string) {
  const isViewed = (value: unknown): value is Viewed => {
    const { symbol, [idField]: id } = (value ?? {}) as Partial<Viewed>;
    return typeof symbol === 'string' && (id === undefined || typeof id === 'number');
  };
  const stored = slot(name, isViewed);
  const symbol = () => stored.read()?.symbol ?? FIRST_SYMBOL;
  return {
    symbol,
    id: () => stored.read()?.[idField] as number | undefined,
    rememberSymbol: (next: string) => stored.write({ ...stored.read(), symbol: next }),
    rememberId: (id: number) => stored.write({ symbol: symbol(), [idField]: id }),
  };
}

export const lastTrade = lastViewed('deal', 'orderId');
export const lastContract = lastViewed('contract', 'contractId');

/** The id in the page's URL, which becomes the last one; otherwise the last one. */
export function useViewedId({ id, rememberId }: ReturnType<typeof lastViewed>): number | undefined {
  const named = useRecordId();
  useEffect(() => {
    if (named !== undefined) rememberId(named);
  }, [named, rememberId]);
  return named ?? id();
}
