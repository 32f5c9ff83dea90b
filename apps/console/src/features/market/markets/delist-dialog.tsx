/** Proposes to delist a market: three dates, whom it concerns, and what members will read. */
import { formatDate, Note, Text } from '@tern/ui';
import type { OperatorOutput } from '@tern/protocol/operator/client';
import { useAct } from '../../../kernel/act.ts';
import { ExactAmount } from '../../../kernel/exact-amount.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { Facts } from '../../../kernel/page.tsx';
import { openReview } from '../../../kernel/pages.ts';
import { ReasonDialog } from '../../../kernel/reason.tsx';
import { useMoment } from '../../../kernel/start-time.tsx';
import { type Market, useDelistingImpact } from './api.ts';
import { nameOf } from './market-list.ts';
import { marketTexts } from './texts.ts';

const { delist: texts } = marketTexts.markets;

const DAY_MS = 86_400_000;
/** Two days more than the notice, for the second person. */
const ORDERS_MS = 23 * DAY_MS;
const ENDS_MS = 24 * DAY_MS;
const WITHDRAWALS_MS = 114 * DAY_MS;

export type Impact = OperatorOutput<'GET /operator/market/delistingImpact'>;

export function ImpactFacts({ impact, base }: { impact: Impact; base: string }) {
  const { holders, held, openOrders, otherUses, inProducts } = impact;
  return (
    <Facts
      rows={[
        [texts.holders(base), holders],
        [texts.held, <ExactAmount key="held" value={held} unit={base} />],
        [texts.openOrders, openOrders],
        [texts.inProducts(base), inProducts],
        [texts.otherUses(base), otherUses.length === 0 ? texts.none : otherUses.join(', ')],
      ]}
    />
  );
}

/** What members read, in English. */
export function membersRead(
  market: Pick<Market, 'base' | 'quote'>,
  dates: { ordersUntil: string; endsAt: string; withdrawalsUntil: string | null },
): string {
  const day = (at: string) => `${formatDate(at, { locale: 'en-GB', timeZone: 'UTC' })} UTC`;
  const { withdrawalsUntil } = dates;
  const coin =
    withdrawalsUntil === null ? '' : texts.coinSentence(market.base, day(withdrawalsUntil));
  const trade = texts.sentence(nameOf(market), day(dates.ordersUntil), day(dates.endsAt));
  return `${trade} ${coin}`.trim();
}

export function DelistDialog({ market, onEnd }: { market: Market; onEnd: () => void }) {
  const { symbol, base } = market;
  const impact = useDelistingImpact(symbol);
  const goesToo = impact.data?.otherUses.length === 0;
  const orders = useMoment({ label: texts.ordersUntil, name: 'ordersUntil', inMs: ORDERS_MS });
  const ends = useMoment({ label: texts.endsAt, name: 'endsAt', inMs: ENDS_MS });
  const withdrawals = useMoment({
    label: texts.withdrawalsUntil,
    name: 'withdrawalsUntil',
    inMs: WITHDRAWALS_MS,
  });
  const propose = useAct('POST /operator/market/proposeDelisting', () => texts.proposed);
  const [ordersUntil, endsAt] = [orders.at, ends.at];
  const withdrawalsUntil = goesToo ? withdrawals.at : null;
  const isReady =
    impact.data !== undefined &&
    ordersUntil !== undefined &&
    endsAt !== undefined &&
    withdrawalsUntil !== undefined;
  return (
    <ReasonDialog
      isOpen
      question={texts.question(nameOf(market))}
      confirmLabel={texts.propose}
      confirmKind="danger"
      isBusy={propose.isBusy}
      onCancel={onEnd}
      onConfirm={(reason) => {
        if (!isReady) return;
        const coin = withdrawalsUntil === null ? {} : { withdrawalsUntil };
        propose.run({ symbol, ordersUntil, endsAt, ...coin, reason }, openReview);
      }}
    >
      <Text as="p">{texts.lead}</Text>
      {orders.field}
      {ends.field}
      {goesToo && withdrawals.field}
      <Loaded query={impact}>{(found) => <ImpactFacts impact={found} base={base} />}</Loaded>
      {isReady && <Note>{membersRead(market, { ordersUntil, endsAt, withdrawalsUntil })}</Note>}
    </ReasonDialog>
  );
}
