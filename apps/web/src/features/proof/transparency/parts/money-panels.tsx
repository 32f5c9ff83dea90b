/** What is owed and held, and how withdrawals went. */
import {
  amountPlaces,
  AmountText,
  chevronRightIcon,
  formatAmount,
  TextButton,
  useNumberLocale,
} from '@tern/ui';
import { KnownCoinMark } from '../../../../kernel/known-coin-mark.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import type { Figures } from '../api.ts';
import { type TimeScale, timeScale } from '../view-model.ts';
import { Bars, Panel, Table } from './panel.tsx';
import styles from './transparency.module.css';
import { usePrints } from './use-prints.ts';

type AssetFigures = Figures['assets'][number];

/** Amounts with so many digits before the point are cut to two places, so that columns fit narrow phones. */
const LONG_DIGITS = 4;
const LONG_PLACES = 2;

function placesOf({ coinname, places }: AssetFigures, value: string): number {
  const digits = value.replace('-', '').split('.')[0]!.length;
  return Math.min(digits < LONG_DIGITS ? places : LONG_PLACES, amountPlaces(coinname, places));
}

export function OwedPanel({ figures: { assets, staked } }: { figures: Figures }) {
  const t = useT();
  const { cover, usdt } = usePrints();
  const links = useLinks();
  const locale = useNumberLocale();
  const print = (row: AssetFigures, value: string, isSigned = false) => (
    <AmountText value={value} places={placesOf(row, value)} look="quiet" isSigned={isSigned} />
  );
  const own = (row: AssetFigures) => {
    if (!row.house.startsWith('-')) return print(row, row.house, true);
    const lacking = row.house.slice(1);
    const amount = formatAmount(lacking, { locale, places: placesOf(row, lacking) });
    return <span className={styles.short}>{t('transparency.shortBy', { amount })}</span>;
  };
  return (
    <Panel
      isWhole
      title={t('transparency.owedHeading')}
      text={t('transparency.owedText')}
      note={t('transparency.staked', { amount: usdt(staked) })}
      more={
        <TextButton
          tone="accent"
          isFlush
          iconAfter={chevronRightIcon}
          {...links(pages.balanceProof)}
        >
          {t('transparency.checkOwn')}
        </TextButton>
      }
    >
      <Table
        title={t('transparency.owedHeading')}
        heads={[
          t('transparency.asset'),
          t('transparency.owed'),
          t('transparency.held'),
          t('transparency.house'),
          t('transparency.cover'),
        ]}
        wide={[2, 4]}
        rows={assets.map((row) => ({
          key: row.coinname,
          cells: [
            <span key="asset" className={styles.coin}>
              <KnownCoinMark symbol={row.coinname} size={22} />
              {row.coinname}
            </span>,
            print(row, row.owed),
            print(row, row.held),
            own(row),
            <span key="cover" className={styles.covered}>
              {cover(row.cover)}
              <Cover row={row} />
            </span>,
          ],
        }))}
      />
    </Panel>
  );
}

/** What is held as a bar, with what of it is the exchange's own. */
function Cover({ row }: { row: AssetFigures }) {
  const [owed, held] = [Number(row.owed), Number(row.held)];
  const whole = Math.max(owed, held);
  if (whole <= 0) return <i className={styles.cover} />;
  return (
    <i className={styles.cover} aria-hidden="true">
      <i style={{ width: `${(100 * Math.min(owed, held)) / whole}%` }} />
      <i style={{ width: `${(100 * Math.max(0, held - owed)) / whole}%` }} />
    </i>
  );
}

export function TimesPanel({ withdrawals }: { withdrawals: Figures['withdrawals'] }) {
  const t = useT();
  const { count, lasted } = usePrints();
  const { sent, cancelled, rails } = withdrawals;
  const nameOf = (rail: string) =>
    rail === '' ? t('transparency.otherRails') : rail === 'bank' ? t('transparency.bank') : rail;
  const measured = rails.flatMap(({ p50, p95 }) =>
    p50 === null || p95 === null ? [] : [p50, p95],
  );
  const scale = timeScale(measured);
  const timeOf = (ms: number | null) =>
    ms === null ? <span className={styles.words}>{t('transparency.tooFew')}</span> : lasted(ms);
  return (
    <Panel
      title={t('transparency.timesHeading')}
      text={t('transparency.timesText', { sent: count(sent), cancelled: count(cancelled) })}
    >
      {rails.length > 0 && (
        <Table
          title={t('transparency.timesHeading')}
          heads={[
            t('transparency.rail'),
            t('transparency.sent'),
            t('transparency.half'),
            t('transparency.most'),
          ]}
          rows={rails.map(({ rail, sent: each, p50, p95 }) => ({
            key: rail,
            cells: [nameOf(rail), count(each), timeOf(p50), timeOf(p95)],
            line: scale === undefined ? undefined : <TimeLine scale={scale} from={p50} to={p95} />,
          }))}
        />
      )}
      {scale !== undefined && (
        <div className={styles.marks} aria-hidden="true">
          {scale.marks.map(({ ms, place }) => (
            <span key={ms} style={{ left: `${place * 100}%` }}>
              {lasted(ms)}
            </span>
          ))}
        </div>
      )}
    </Panel>
  );
}

/** From the withdrawal in the middle to the slowest in twenty. */
function TimeLine({
  scale,
  from,
  to,
}: {
  scale: TimeScale;
  from: number | null;
  to: number | null;
}) {
  if (from === null || to === null) return <i className={styles.times} />;
  const [left, right] = [scale.place(from) * 100, scale.place(to) * 100];
  return (
    <i className={styles.times} aria-hidden="true">
      <i style={{ left: `${left}%`, width: `${right - left}%` }} />
    </i>
  );
}

export function RefusedPanel({ refused }: { refused: Figures['withdrawals']['refused'] }) {
  const t = useT();
  const { count } = usePrints();
  const total = refused.reduce((sum, each) => sum + each.count, 0);
  return (
    <Panel
      title={t('transparency.refusedHeading')}
      text={t('transparency.refusedText', { total: count(total) })}
    >
      <Bars
        items={refused.map(({ reason, count: each }) => ({
          label: t(`transparency.reason_${reason}`),
          count: each,
          text: count(each),
        }))}
      />
    </Panel>
  );
}
