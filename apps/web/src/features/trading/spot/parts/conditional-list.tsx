/** The member's conditional orders of all markets: what each waits for, and what came of it. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { parseDecimal } from '@tern/money';
import {
  Button,
  Chip,
  DateText,
  formatPrice,
  Pill,
  type PillKind,
  Pressable,
  StateBlock,
  Text,
  useNumberLocale,
} from '@tern/ui';
import { useState } from 'react';
import { PagedList } from '../../../../kernel/paged-list.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useMarketOf } from '../../../../kernel/quotes/market-feed.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { MessageKey } from '../../../../platform/i18n/message-key.ts';
import { useLinks } from '../../../../platform/navigation/links.ts';
import { reloadOrders } from '../api.ts';
import {
  cancelConditional,
  type Conditional,
  conditionalsQuery,
  type ConditionalPart,
  reloadConditionals,
} from '../conditional-orders.ts';
import { leftOf } from '../oco-draft.ts';
import { useConditionalTexts } from '../use-conditional-texts.ts';
import { useAmendWaiting } from './amend-waiting.tsx';
import { CancelQuestion } from './cancel-order.tsx';
import styles from './orders.module.css';
import { PriceRuler } from './price-ruler.tsx';
import { TriggerRuler } from './trigger-ruler.tsx';

const PILLS: Record<Conditional['state'], PillKind> = {
  waiting: 'review',
  triggered: 'done',
  cancelled: 'neutral',
  rejected: 'bad',
};

const STATES = {
  waiting: 'conditionals',
  triggered: 'triggered',
  cancelled: 'cancelled',
  rejected: 'rejected',
} as const;

export function ConditionalList() {
  const t = useT();
  const [part, setPart] = useState<ConditionalPart>('all');
  const query = useInfiniteQuery(conditionalsQuery(part));
  const [asked, ask] = useState<Conditional>();
  const amending = useAmendWaiting();
  const { submit, isBusy } = useSubmit({
    movesMoney: true,
    send: cancelConditional,
    onDone: () => {
      ask(undefined);
      reloadConditionals();
      // Of an OCO also its limit order.
      reloadOrders();
    },
    onFailed: () => {
      ask(undefined);
      // Already ended, or no answer: the list shows which.
      reloadConditionals();
    },
  });
  return (
    <>
      <Parts part={part} onChoose={setPart} />
      <PagedList
        key={part}
        query={query}
        renderRow={(order) => (
          <ConditionalCard
            order={order}
            onCancel={() => ask(order)}
            onAmend={() => amending.ask(order)}
          />
        )}
        empty={<StateBlock kind="empty" title={t('spot.noConditionals')} />}
      />
      <CancelQuestion
        isOpen={asked !== undefined}
        isBusy={isBusy}
        onConfirm={() => asked && submit(asked.ID)}
        onCancel={() => ask(undefined)}
      >
        {asked && <Sentences order={asked} />} {asked?.pair && t('spot.ocoCancelsBoth')}
      </CancelQuestion>
      {amending.sheet}
    </>
  );
}

interface PartsProps {
  part: ConditionalPart;
  onChoose: (part: ConditionalPart) => void;
}

/** What waits and what was not placed is counted: both may need the member. */
function Parts({ part, onChoose }: PartsProps) {
  const t = useT();
  const all = useInfiniteQuery(conditionalsQuery('all')).data?.pages[0]?.total ?? 0;
  const waiting = useInfiniteQuery(conditionalsQuery('waiting')).data?.pages[0]?.total;
  const rejected = useInfiniteQuery(conditionalsQuery('rejected')).data?.pages[0]?.total;
  if (all === 0) return null;
  const counted = (text: string, count = 0) => (count > 0 ? `${text} ${count}` : text);
  const chips: [ConditionalPart, string][] = [
    ['all', t('spot.all')],
    ['waiting', counted(t('spot.conditionals'), waiting)],
    ['rejected', counted(t('spot.rejected'), rejected)],
  ];
  return (
    <div className={styles.parts} role="group" aria-label={t('spot.conditionals')}>
      {chips.map(([key, text]) => (
        <Chip key={key} isOn={part === key} onPress={() => onChoose(key)}>
          {text}
        </Chip>
      ))}
    </div>
  );
}

interface ConditionalCardProps {
  order: Conditional;
  onCancel: () => void;
  onAmend: () => void;
}

function ConditionalCard({ order, onCancel, onAmend }: ConditionalCardProps) {
  const t = useT();
  return (
    <article className={styles.card}>
      <ConditionalHead order={order} isLinked />
      <div className={styles.when}>
        <DateText at={order.createdAt} detail="second" />
      </div>
      <Text size="cap" tone="soft">
        <Sentences order={order} />
      </Text>
      {order.state === 'waiting' && <Ruler order={order} />}
      <Outcome order={order} />
      {order.state === 'waiting' && (
        <div className={styles.actions}>
          <Button isSmall onPress={onAmend}>
            {t('spot.amend')}
          </Button>
          <Button isSmall onPress={onCancel}>
            {t('spot.cancel')}
          </Button>
        </div>
      )}
    </article>
  );
}

/** Of an OCO both ends, otherwise the trigger alone. */
function Ruler({ order }: { order: Conditional }) {
  const instrument = useMarketOf(order.symbol);
  const { pair, triggerPrice } = order;
  if (pair === undefined || instrument === undefined) return <TriggerRuler order={order} />;
  return <PriceRuler instrument={instrument} target={pair.price} stop={triggerPrice} />;
}

interface ConditionalHeadProps {
  order: Conditional;
  /** Whether its pair leads to its page. */
  isLinked?: boolean;
}

function nameOf({ kind, pair, attached }: Conditional) {
  if (pair !== undefined) return 'oco';
  return attached !== undefined && kind === 'stopMarket' ? 'stopLoss' : kind;
}

/** Side, pair, kind, and its state. */
export function ConditionalHead({ order, isLinked }: ConditionalHeadProps) {
  const t = useT();
  const to = useLinks();
  const { ID, state, side, base, quote } = order;
  const pair = `${base}/${quote}`;
  return (
    <div className={styles.head}>
      <Pill kind={side === 'buy' ? 'up' : 'down'}>{t(`spot.${side}`)}</Pill>
      {isLinked ? (
        <Pressable className={styles.link} {...to(pages.conditionalDetail, { id: String(ID) })}>
          {pair}
        </Pressable>
      ) : (
        <b>{pair}</b>
      )}
      <Text as="span" size="label" tone="faint">
        {t(`spot.${nameOf(order)}`)}
      </Text>
      <span className={styles.end}>
        <Pill kind={PILLS[state]}>{t(`spot.${STATES[state]}`)}</Pill>
      </span>
    </div>
  );
}

const isZero = (text: string) => (parseDecimal(text) ?? 0n) === 0n;

export function Sentences({ order }: { order: Conditional }) {
  const texts = useConditionalTexts(useMarketOf(order.symbol)?.pricePlaces);
  const { pair, attached, quantity } = order;
  const left = pair === undefined ? order : { ...order, quantity: leftOf(quantity, pair.filled) };
  const t = useT();
  if (attached?.ended !== undefined) {
    return t(attached.ended === 'otherMet' ? 'spot.attachedOtherMet' : 'spot.attachedUnfilled');
  }
  const hasNothing = attached !== undefined && isZero(quantity) && isZero(order.sum);
  if (hasNothing) {
    return (
      <>
        {order.state === 'waiting' && t('spot.attachedStarts')} {texts.waiting(order)}
      </>
    );
  }
  return (
    <>
      {texts.target(order)} {pair?.ended ? null : `${texts.waiting(order)} ${texts.placing(left)}`}
    </>
  );
}

/** The price that met it, and why nothing was placed. */
export function Outcome({ order: { symbol, met, quote, rejection } }: { order: Conditional }) {
  const t = useT();
  const locale = useNumberLocale();
  const places = useMarketOf(symbol)?.pricePlaces;
  if (met === undefined) return null;
  const exact = (value: string) => formatPrice(value, { locale });
  const price = `${formatPrice(met.price, { locale, places })} ${quote}`;
  const isShort = rejection !== undefined && exact(rejection.needed) !== exact('0');
  return (
    <Text size="cap">
      {t('spot.metAt', { price, number: formatPrice(String(met.number), { locale }) })}{' '}
      {isShort &&
        t('spot.wasShort', {
          needed: `${exact(rejection.needed)} ${rejection.coin}`,
          available: `${exact(rejection.available)} ${rejection.coin}`,
        })}
      {rejection !== undefined && !isShort && t(`code.${rejection.code}` as MessageKey)}
    </Text>
  );
}
