/** Products and orders in the API. */
import { formatDecimal, subtract, ZERO } from '@tern/money';
import {
  machineFreeze,
  machineIncome,
  type MachineOrderRow,
  machineOrderStatus,
  type MachineRow,
  machineState,
  machineType,
} from '@tern/protocol';
import { parseShares, yieldThrough } from '@tern/settlement';
import type { AssetRegistry } from '../../../kernel/catalog/assets.ts';
import type { Lang } from '../../../kernel/i18n/texts.ts';
import { isoTime, timeOfDay } from '../../../platform/clock.ts';
import { orderNoOf } from './order-no.ts';
import { dailyOfOrder, incomeOf, priceOf } from './rules.ts';
import type { StoredOrder } from './store-orders.ts';
import type { HeldShare, StoredProduct } from './store-products.ts';

/** A product with the decimal places of its assets, and its shares as numbers. */
export function withScales(assets: AssetRegistry, product: StoredProduct) {
  return {
    ...product,
    assetScale: assets.get(product.asset).scale,
    payScale: assets.get(product.payAsset).scale,
    shares: product.shares === null ? null : (parseShares(product.shares) ?? null),
  };
}

/** A product with its scales, as the rules read it. */
export type Product = ReturnType<typeof withScales>;

type Kind = keyof typeof machineType;

/** `held`: the shares that are held, of this product. `lang`: of the reader. */
export function machineRow(
  product: Product,
  { held, lang }: { held: readonly Pick<HeldShare, 'position' | 'heldAt'>[]; lang: Lang },
): MachineRow {
  const shares = product.shares ?? [];
  const isSoldOut = shares.length > 0 && held.length >= shares.length;
  return {
    ID: product.id,
    CreatedAt: isoTime(product.createdAt),
    UpdatedAt: isoTime(product.updatedAt),
    version: product.version,
    ...terms(product, incomeOf(product)),
    dailyOutput: product.dailyOutput === null ? '' : formatDecimal(product.dailyOutput),
    dailyRate: product.dailyRate === null ? '' : formatDecimal(product.dailyRate),
    content: product.content[lang] ?? product.content.en,
    listedAt: isoTime(product.listedAt),
    price: formatDecimal(product.unitPrice),
    max: product.orderMax,
    tokenCoin: product.tokenAsset ?? '',
    tokenMin: formatDecimal(product.tokenMin),
    state:
      product.state === 'closed'
        ? machineState.closed
        : isSoldOut
          ? machineState.soldOut
          : machineState.open,
    sharbltxt: shares.join('|'),
    shares: shares.map((percent, index) => {
      const holder = held.find(({ position }) => position === index + 1);
      return {
        gxfe: percent,
        price: formatDecimal(priceOf(product, { units: 1, percent })),
        heldAt: holder === undefined ? null : isoTime(holder.heldAt),
      };
    }),
  };
}

/** What product and order have in common. */
function terms(
  given: Pick<
    StoredOrder,
    | 'name'
    | 'kind'
    | 'asset'
    | 'payAsset'
    | 'freezesOutput'
    | 'termDays'
    | 'payoutMinute'
    | 'penaltyRatio'
  >,
  income: string,
) {
  return {
    name: given.name,
    logo: '',
    type: machineType[given.kind as Kind],
    coinname: given.asset,
    payCoin: given.payAsset,
    income: income === 'value' ? machineIncome.constantValue : machineIncome.constantCoin,
    freeze: given.freezesOutput ? machineFreeze.yes : machineFreeze.no,
    cycle: given.termDays,
    payoutTime: timeOfDay(given.payoutMinute),
    returnsPrincipal: given.kind === 'staking',
    penalty: formatDecimal(given.penaltyRatio),
  };
}

const statusOf = {
  pending: machineOrderStatus.inTerm,
  running: machineOrderStatus.inTerm,
  redeemed: machineOrderStatus.redeemed,
  refunded: machineOrderStatus.redeemed,
  ended: machineOrderStatus.ended,
};

/** The states of a status of the API; null: all. */
export function statesOf(status: number): string[] | null {
  const states = Object.entries(statusOf).filter(([, each]) => each === status);
  return states.length === 0 ? null : states.map(([state]) => state);
}

/** The kinds of types of the API, such as `1,2`; null: all. */
export function kindsOf(type: number | string | undefined): string[] | null {
  if (type === undefined) return null;
  const types = String(type).split(',').map(Number);
  return Object.entries(machineType)
    .filter(([, each]) => types.includes(each))
    .map(([kind]) => kind);
}

export function machineOrderRow(order: StoredOrder): MachineOrderRow {
  const isRunning = order.state === 'running';
  const isOpen = isRunning || order.state === 'pending';
  const yielded = yieldThrough(dailyOfOrder(order), order.paidDays);
  return {
    ID: order.id,
    CreatedAt: isoTime(order.createdAt),
    UpdatedAt: isoTime(order.updatedAt),
    orderNo: orderNoOf(order),
    machineId: order.productId,
    ...terms(order, order.income),
    dailyOutput: order.income === 'coin' ? formatDecimal(order.yieldBase) : '',
    dailyRate: order.income === 'value' ? formatDecimal(order.yieldRate) : '',
    num: order.units,
    gxfe: order.sharePercent ?? 100,
    invested: formatDecimal(order.paid),
    status: statusOf[order.state as keyof typeof statusOf],
    startAt: timeOrNull(order.startsAt),
    expireAt: timeOrNull(order.endsAt),
    nextPayoutAt: timeOrNull(order.nextPayoutAt),
    paidDays: order.paidDays,
    paid: formatDecimal(order.paidAmount),
    paidValue: formatDecimal(order.paidValue),
    frozen: formatDecimal(order.freezesOutput && isRunning ? order.paidAmount : ZERO),
    toCome: formatDecimal(isOpen ? subtract(order.promised, yielded) : ZERO),
    expected: formatDecimal(order.promised),
    canRefund: order.state === 'pending',
    canRedeem: isRunning && order.kind === 'staking',
    endedAt: timeOrNull(order.closedAt),
    penaltyPaid: formatDecimal(order.penalty),
    returned: formatDecimal(returnedOf(order)),
  };
}

function returnedOf({ state, kind, paid, penalty }: StoredOrder) {
  // A machine that was given up returns nothing: its price is spent.
  if (state === 'redeemed') return kind === 'staking' ? subtract(paid, penalty) : ZERO;
  return state === 'refunded' || (state === 'ended' && kind === 'staking') ? paid : ZERO;
}

const timeOrNull = (at: number | null) => (at === null ? null : isoTime(at));
