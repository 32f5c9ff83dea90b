/** HTX's order types: `buy-limit-maker`, `sell-stop-limit-fok`. */
import type { ApiOrder, OrderKind, TimeInForce } from '../../../trading/spot/index.ts';

export interface OrderTerms extends Pick<ApiOrder, 'side' | 'type'> {
  timeInForce?: TimeInForce;
  isStopLimit?: boolean;
}

type Terms = Omit<OrderTerms, 'side'>;

const termsByName = {
  limit: { type: 'limit' },
  market: { type: 'market' },
  'limit-maker': { type: 'limit', timeInForce: 'post-only' },
  ioc: { type: 'limit', timeInForce: 'immediate-or-cancel' },
  'limit-fok': { type: 'limit', timeInForce: 'fill-or-kill' },
  'stop-limit': { type: 'limit', isStopLimit: true },
  'stop-limit-fok': { type: 'limit', isStopLimit: true, timeInForce: 'fill-or-kill' },
} as const satisfies Record<string, Terms>;
type Name = keyof typeof termsByName;

const isName = (name: string): name is Name => Object.hasOwn(termsByName, name);

/** Undefined for anything but HTX's types. */
export function termsOf(type: string): OrderTerms | undefined {
  const [, side, name = ''] = /^(buy|sell)-([a-z-]+)$/.exec(type) ?? [];
  return isName(name) ? { ...termsByName[name], side: side as OrderTerms['side'] } : undefined;
}

/** Of stop limits, HTX has fill or kill only. */
export function typeOf({
  side,
  type,
  timeInForce,
  isStopLimit = false,
}: {
  side: OrderTerms['side'];
  type: OrderTerms['type'];
  timeInForce: TimeInForce | undefined;
  isStopLimit?: boolean;
}): string {
  if (isStopLimit) return `${side}-stop-limit${timeInForce === 'fill-or-kill' ? '-fok' : ''}`;
  const name = (Object.keys(termsByName) as Name[]).find((each) => {
    const terms: Terms = termsByName[each];
    return terms.type === type && terms.timeInForce === timeInForce && !terms.isStopLimit;
  });
  return `${side}-${name}`;
}

/** All types, by the kinds that orders are filtered by. */
export const kindsByType: ReadonlyMap<string, OrderKind> = new Map(
  (['buy', 'sell'] as const).flatMap((side) =>
    (Object.keys(termsByName) as Name[]).map((name) => {
      const { type, timeInForce, isStopLimit }: Terms = termsByName[name];
      const kind = isStopLimit
        ? timeInForce === undefined
          ? 'stop-limit'
          : 'stop-limit-fill-or-kill'
        : (timeInForce ?? type);
      return [`${side}-${name}`, `${side}-${kind}`] as [string, OrderKind];
    }),
  ),
);

const timesInForce = { 1: 'post-only', 2: 'immediate-or-cancel', 3: 'fill-or-kill' } as const;

/** By its number in events of orders; undefined for an order that is good until cancelled. */
export const timeInForceOf = (code: number | undefined): TimeInForce | undefined =>
  code === undefined ? undefined : timesInForce[code as keyof typeof timesInForce];
