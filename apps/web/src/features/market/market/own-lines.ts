/** The member's own lines on a chart: open orders, orders that wait for a price, price alerts, the average price. Pure. */
import { formatDecimal, parseDecimal } from '@tern/money';
import type { Output, RowOf } from '@tern/protocol/client';
import { pages } from '../../../kernel/pages.ts';
import type { Params, Path } from '../../../platform/navigation/route.ts';

export type OrderRow = RowOf<'GET /bborder/myBborderList'>;
export type WaitingRow = RowOf<'GET /bborder/conditionalList'>;
export type AlertRow = Output<'GET /alert/list'>['alerts'][number];
export type CoinCost = Output<'GET /user/statement/cost'>;

/** What can be shown and hidden. */
export const lineGroups = ['orders', 'alerts', 'average'] as const;
export type LineGroup = (typeof lineGroups)[number];
export type ShownLines = Readonly<Record<LineGroup, boolean>>;

const KINDS = {
  1: 'stopLimit',
  2: 'stopMarket',
  3: 'takeProfitLimit',
  4: 'takeProfit',
  5: 'trailingStop',
} as const;

interface Line {
  key: string;
  /** A decimal text. */
  price: string;
  /** Where it is changed or removed. */
  page: Path;
  params: Params;
}

/** `quantity` in base, "0" while it is not known. */
export type OwnLine = Line &
  (
    | {
        group: 'orders';
        side: 'buy' | 'sell';
        quantity: string;
        /** What it waits for; undefined for an order in the book. */
        kind: (typeof KINDS)[keyof typeof KINDS] | 'stopLoss' | undefined;
        /** Its price can be changed: not the end of an OCO in the book, and not what follows the price. */
        isMovable: boolean;
      }
    | { group: 'alerts'; kind: 'above' | 'below' }
    | { group: 'average'; quantity: string }
  );

const isAboveZero = (text: string) => (parseDecimal(text) ?? 0n) > 0n;
const sideOf = (side: number) => (side === 1 ? 'buy' : 'sell');
const isOpen = ({ status }: { status: number }) => status === 1;

const left = (quantity: string, filled: string | undefined) => {
  const rest = (parseDecimal(quantity) ?? 0n) - (parseDecimal(filled ?? '') ?? 0n);
  return formatDecimal(rest > 0n ? rest : 0n);
};

const lineOfOrder = ({ ID, side, mprice, mnum, dealNum }: OrderRow, isOfOco: boolean): OwnLine => ({
  group: 'orders',
  key: `order ${ID}`,
  side: sideOf(side),
  kind: undefined,
  isMovable: !isOfOco,
  price: mprice,
  quantity: left(mnum, dealNum),
  page: pages.orderDetail,
  params: { id: String(ID) },
});

function lineOfWaiting({ ID, kind, attached, pair, ...row }: WaitingRow): OwnLine {
  const name = KINDS[kind as keyof typeof KINDS];
  return {
    group: 'orders',
    key: `waiting ${ID}`,
    side: sideOf(row.side),
    kind: attached !== undefined && name === 'stopMarket' ? 'stopLoss' : name,
    isMovable: name !== 'trailingStop',
    price: row.triggerPrice,
    quantity: left(row.mnum, pair?.dealNum),
    page: pages.conditionalDetail,
    params: { id: String(ID) },
  };
}

/** A change in percent has no price of its own. */
const lineOfAlert = ({ ID, kind, level }: AlertRow): OwnLine[] =>
  kind === 'change'
    ? []
    : [
        {
          group: 'alerts',
          key: `alert ${ID}`,
          kind,
          price: level,
          page: pages.priceAlerts,
          params: { alert: String(ID) },
        },
      ];

const lineOfCost = ({ quantity, averagePrice }: CoinCost): OwnLine => ({
  group: 'average',
  key: 'average',
  price: averagePrice,
  quantity,
  page: pages.statement,
  params: {},
});

export interface OwnRows {
  orders: readonly OrderRow[];
  waiting: readonly WaitingRow[];
  alerts: readonly AlertRow[];
  cost: CoinCost | undefined;
}

/** Of one market. An order without a price, and a trailing stop that has not begun to follow, has no line. */
export function linesOf({ orders, waiting, alerts, cost }: OwnRows): OwnLine[] {
  const ofOco = new Set(waiting.flatMap(({ pair }) => pair?.orderId ?? []));
  return [
    ...orders.filter(isOpen).map((order) => lineOfOrder(order, ofOco.has(order.ID))),
    ...waiting.filter(isOpen).map(lineOfWaiting),
    ...alerts.filter(({ isOn }) => isOn).flatMap(lineOfAlert),
    ...(cost === undefined ? [] : [lineOfCost(cost)]),
  ].filter(({ price }) => isAboveZero(price));
}

/** The rows after one of them changed; an ended one leaves. */
export function withChanged<Row extends { ID: number; status: number }>(
  rows: readonly Row[],
  changed: Row,
): Row[] {
  const others = rows.filter(({ ID }) => ID !== changed.ID);
  return isOpen(changed) ? [changed, ...others] : others;
}
