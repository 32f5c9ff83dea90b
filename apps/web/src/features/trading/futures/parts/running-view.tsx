/** A running contract: time left, entry and current price, and both possible results. */
import { formatDecimal, negate, parseDecimal } from '@tern/money';
import {
  AmountText,
  classNames,
  formatDate,
  PriceText,
  Text,
  useNumberLocale,
  VisuallyHidden,
} from '@tern/ui';
import { useMarketOf } from '../../../../kernel/quotes/market-feed.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Contract } from '../contract-pages.ts';
import { clockText, profitOf, currentResultOf, toneOf, STAKE_PLACES } from '../contract-view.ts';
import { useCountdown, Ring } from './ring.tsx';
import { useTickLine } from '../use-tick-line.ts';
import styles from './running.module.css';
import { TickChart } from './tick-chart.tsx';

/** How much of the line before the entry is shown, as a share of the duration. */
const BEFORE = 0.44;
const TONES = { '1': styles.ahead, '-1': styles.behind, '0': undefined } as const;

export function RunningView({ contract }: { contract: Contract }) {
  const t = useT();
  const places = useMarketOf(contract.symbol)?.pricePlaces;
  const seconds = useCountdown(contract);
  const points = useTickLine(contract.symbol);
  const now = points.at(-1)?.price;
  const stand = currentResultOf(contract, now);
  const tone = toneOf(stand);
  const total = contract.seconds;
  const isWaiting = contract.dueAt === '';
  return (
    <div>
      <div className={styles.top}>
        <Ring
          seconds={seconds}
          total={total}
          isWaiting={isWaiting}
          label={t('futures.secondsLeft', { seconds: String(seconds), total: String(total) })}
        >
          <RingTexts seconds={seconds} total={total} isWaiting={isWaiting} />
        </Ring>
        <dl className={styles.prices}>
          <div>
            <Text as="dt" size="cap" tone="faint">
              {t('futures.entry')}
            </Text>
            <Text as="dd" size="head" isTight breaksAnywhere>
              <PriceText value={contract.openPrice} places={places} />
            </Text>
          </div>
          <div>
            <Text as="dt" size="cap" tone="faint">
              {t('futures.now')}
            </Text>
            <Text as="dd" size="head" isTight breaksAnywhere>
              <PriceText value={now} places={places} direction={tone} />
            </Text>
          </div>
          <div>
            <Text as="dt" size="cap" tone="faint">
              {t('futures.difference')}
            </Text>
            <Text as="dd" size="head" isTight breaksAnywhere>
              <span className={classNames(TONES[`${tone}`])}>
                <PriceText isSigned value={stand?.difference} places={places} />
              </span>
            </Text>
          </div>
        </dl>
      </div>
      {!isWaiting && (
        <RunningLine contract={contract} points={points} places={places} tone={tone} />
      )}
      <CurrentResultLine contract={contract} lead={seconds > 0 ? stand?.lead : undefined} />
      <Stakes contract={contract} />
      <SpokenTime seconds={seconds} total={total} />
    </div>
  );
}

function RingTexts({
  seconds,
  total,
  isWaiting,
}: Record<'seconds' | 'total', number> & { isWaiting: boolean }) {
  const t = useT();
  if (isWaiting) return t('futures.waitingForEntry');
  if (seconds === 0) return t('futures.gettingClose');
  return (
    <>
      <b>{clockText(seconds)}</b>
      <span>{t('futures.ofSeconds', { seconds: String(total) })}</span>
    </>
  );
}

interface RunningLineProps {
  contract: Contract;
  points: ReturnType<typeof useTickLine>;
  places: number | undefined;
  tone: -1 | 0 | 1;
}

function RunningLine({ contract, points, places, tone }: RunningLineProps) {
  const locale = useNumberLocale();
  const { openPrice } = contract;
  const [openAt, dueAt] = [Date.parse(contract.openAt), Date.parse(contract.dueAt)];
  const timeText = (at: number) => formatDate(at, { locale, detail: 'time' });
  return (
    <div className={styles.line}>
      <TickChart
        points={points}
        from={openAt - contract.seconds * 1_000 * BEFORE}
        to={dueAt}
        height={132}
        places={places}
        direction={tone}
        marks={{ openAt, openPrice, dueAt, openText: timeText(openAt), dueText: timeText(dueAt) }}
      />
    </div>
  );
}

const LEAD_KEYS = {
  ahead: 'futures.ahead',
  behind: 'futures.behind',
  level: 'futures.level',
} as const;

function CurrentResultLine({
  contract,
  lead,
}: {
  contract: Contract;
  lead: keyof typeof LEAD_KEYS | undefined;
}) {
  const t = useT();
  const locale = useNumberLocale();
  const time = formatDate(contract.dueAt, { locale, detail: 'time' });
  return (
    <p className={styles.lead}>
      {lead && <b>{t(LEAD_KEYS[lead])}</b>}{' '}
      {contract.dueAt !== '' && t('futures.onlyClose', { time })}
    </p>
  );
}

function Stakes({ contract }: { contract: Contract }) {
  const t = useT();
  const stake = parseDecimal(contract.stake) ?? undefined;
  if (stake === undefined) return null;
  const profit = formatDecimal(profitOf(stake, contract.ratio, STAKE_PLACES));
  return (
    <dl className={styles.stakes}>
      <div>
        <dt>{t('futures.amountIn', { unit: 'USDT' })}</dt>
        <Text as="dd" size="label-strong" breaksAnywhere>
          <AmountText value={contract.stake} places={STAKE_PLACES} />
        </Text>
      </div>
      <div>
        <dt>{t('futures.right')}</dt>
        <Text as="dd" size="label-strong" breaksAnywhere>
          <AmountText isSigned value={profit} places={STAKE_PLACES} />
        </Text>
      </div>
      <div>
        <dt>{t('futures.wrong')}</dt>
        <Text as="dd" size="label-strong" breaksAnywhere>
          <AmountText isSigned value={formatDecimal(negate(stake))} places={STAKE_PLACES} />
        </Text>
      </div>
    </dl>
  );
}

const SPOKEN_AT = [10, 30];

/** The last mark reached; the text changes only with it. */
function momentOf(seconds: number, total: number): number {
  return SPOKEN_AT.find((moment) => seconds <= moment && moment < total) ?? total;
}

/** Announces the time left to screen readers: at the start, at 30 and at 10 seconds. */
function SpokenTime({ seconds, total }: { seconds: number; total: number }) {
  const t = useT();
  if (seconds === 0) return null;
  const left = { seconds: String(momentOf(seconds, total)), total: String(total) };
  return (
    <div role="status">
      <VisuallyHidden>{t('futures.secondsLeft', left)}</VisuallyHidden>
    </div>
  );
}
