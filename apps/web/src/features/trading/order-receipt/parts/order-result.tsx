/** An order with what was checked of it: the result, its place in the round, the book, its fills, and each check. */
import { Card, Note, Stack, Text } from '@tern/ui';
import { CheckHeadline } from '../../../../kernel/check-headline.tsx';
import { useOneMarket } from '../../../../kernel/market-choice/one-market.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { CheckedOrder, Receipt, Verified } from '../check-order.ts';
import { lookOf, type PlacedOrder } from '../view-model.ts';
import { BookCard } from './book-card.tsx';
import { LoadReceipt } from './load-receipt.tsx';
import { MatchList } from './match-list.tsx';
import { OrderChecks } from './order-checks.tsx';
import { OrderLine } from './order-line.tsx';
import { RoundCard } from './round-card.tsx';
import { useShownTexts } from './use-shown-texts.ts';

interface OrderResultProps {
  checked: CheckedOrder;
  /** A receipt from a file is checked in place of the exchange's. */
  onLoad: (receipt: Receipt) => void;
}

export function OrderResult({ checked, onLoad }: OrderResultProps) {
  const t = useT();
  if (checked.kind === 'notRun') {
    return (
      <CheckHeadline look="notRun" title={t('order-receipt.notChecked')}>
        {t('order-receipt.noAnswer')}
      </CheckHeadline>
    );
  }
  if (checked.kind === 'checked') return <Checked {...{ checked, onLoad }} />;
  const { kind, order } = checked;
  return (
    <Stack gap={10}>
      <CheckHeadline look="notRun" title={t('order-receipt.notChecked')}>
        {t(kind === 'soon' ? 'order-receipt.soon' : 'order-receipt.unrecorded')}
      </CheckHeadline>
      <WithMarket order={order} />
    </Stack>
  );
}

function WithMarket({ order }: { order: PlacedOrder }) {
  // For the price places.
  useOneMarket(order.symbol);
  return <OrderLine order={order} />;
}

function Checked({ checked, onLoad }: { checked: Verified; onLoad: (receipt: Receipt) => void }) {
  const t = useT();
  const { order, opened, rows, fills } = checked;
  const { orders, quantity } = opened?.book?.ahead ?? {};
  const shown = useShownTexts(order);
  return (
    <Stack gap={10}>
      <Headline checked={checked} />
      <Failure checked={checked} />
      <WithMarket order={order} />
      {opened !== undefined && (
        <RoundCard opened={opened} moved={checked.items.find(({ name }) => name === 'times')} />
      )}
      {opened?.book !== undefined && (
        <Card>
          <BookCard book={opened.book} order={order} />
          {orders !== undefined && (
            <Text size="cap" tone="soft" top={4}>
              {orders === 0
                ? t('order-receipt.nobodyAhead')
                : t('order-receipt.ahead', {
                    count: orders,
                    quantity: shown.base(quantity ?? '0'),
                  })}
            </Text>
          )}
        </Card>
      )}
      {opened !== undefined && opened.book === undefined && <BookGone {...{ checked, onLoad }} />}
      {fills.length > 0 && <MatchList order={order} fills={fills} />}
      <OrderChecks rows={rows} opened={opened} order={order} />
    </Stack>
  );
}

function BookGone({ checked, onLoad }: { checked: Verified; onLoad: (receipt: Receipt) => void }) {
  const t = useT();
  return (
    <Note>
      <Stack gap={8}>
        <p>{t('order-receipt.bookGone')}</p>
        <LoadReceipt id={checked.order.id} onLoad={onLoad} />
      </Stack>
    </Note>
  );
}

const TITLES = {
  done: 'order-receipt.proven',
  failed: 'order-receipt.notProven',
  notRun: 'order-receipt.notChecked',
} as const;

function Headline({ checked: { rows, at } }: { checked: Verified }) {
  const t = useT();
  const { clock } = useShownTexts();
  const run = rows.filter(({ pass }) => pass !== undefined).length;
  const failed = rows.filter(({ pass }) => pass === false).length;
  const counts = { run, count: rows.length, failed, time: clock(at) };
  const look = lookOf(rows);
  return (
    <CheckHeadline {...{ look }} title={t(TITLES[look])}>
      {t(look === 'failed' ? 'order-receipt.countedFailed' : 'order-receipt.counted', counts)}
    </CheckHeadline>
  );
}

/** The first check that failed, in words where the receipt has what they need, else in the verifier's. */
function Failure({ checked: { rows, items, opened } }: { checked: Verified }) {
  const t = useT();
  const { exact, count } = useShownTexts();
  const failed = rows.find(({ pass }) => pass === false);
  if (failed === undefined) return null;
  const item = items.find(({ name, pass }) => name === failed.key && !pass);
  const place = (number: number) => count(number - (opened?.first ?? 1) + 1);
  const known = opened !== undefined && item?.number !== undefined && item.at !== undefined;
  let [title, text]: [string | undefined, string | undefined] = [undefined, undefined];
  if (known && failed.key === 'times') {
    const isBefore = item.number < opened.number;
    const times = { time: exact(item.at), own: exact(opened.at), place: place(item.number) };
    title = t(isBefore ? 'order-receipt.moved' : 'order-receipt.movedBehind', times);
    text = t(isBefore ? 'order-receipt.movedText' : 'order-receipt.movedBehindText', times);
  } else if (known && failed.key === 'confirmed') {
    title = t('order-receipt.otherNumber');
    text = t('order-receipt.otherNumberText', {
      said: count(item.number),
      saidAt: exact(item.at),
      logged: count(opened.number),
      loggedAt: exact(opened.at),
    });
  }
  return (
    <Note kind="warn">
      {title !== undefined && (
        <Text as="h2" size="strong">
          {title}
        </Text>
      )}
      {/* Else the text is the verifier's own, the same as in its offline command. */}
      {text === undefined ? <p lang="en">{failed.why}</p> : <p>{text}</p>}
      <p>{t('order-receipt.keep')}</p>
    </Note>
  );
}
