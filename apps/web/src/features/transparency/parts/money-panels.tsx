/** What is owed and held, and how withdrawals went. */
import { amountPlaces, AmountText, CoinMark } from '@tern/ui';
import { useT } from '../../../platform/i18n/i18n.tsx';
import type { Figures } from '../api.ts';
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
  const print = (row: AssetFigures, value: string, isSigned = false) => (
    <AmountText value={value} places={placesOf(row, value)} look="quiet" isSigned={isSigned} />
  );
  return (
    <Panel
      isWhole
      title={t('transparency.owedTitle')}
      text={t('transparency.owedText')}
      note={t('transparency.staked', { amount: usdt(staked) })}
    >
      <Table
        title={t('transparency.owedTitle')}
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
              <CoinMark symbol={row.coinname} size={22} />
              {row.coinname}
            </span>,
            print(row, row.owed),
            print(row, row.held),
            <span key="house" className={row.house.startsWith('-') ? styles.short : undefined}>
              {print(row, row.house, true)}
            </span>,
            cover(row.cover),
          ],
        }))}
      />
    </Panel>
  );
}

export function TimesPanel({ withdrawals }: { withdrawals: Figures['withdrawals'] }) {
  const t = useT();
  const { count, lasted } = usePrints();
  const { sent, cancelled, rails } = withdrawals;
  const nameOf = (rail: string) =>
    rail === '' ? t('transparency.otherRails') : rail === 'bank' ? t('transparency.bank') : rail;
  const timeOf = (ms: number | null) => (ms === null ? t('transparency.tooFew') : lasted(ms));
  return (
    <Panel
      title={t('transparency.timesTitle')}
      text={t('transparency.timesText', { sent: count(sent), cancelled: count(cancelled) })}
    >
      {rails.length > 0 && (
        <Table
          title={t('transparency.timesTitle')}
          heads={[
            t('transparency.rail'),
            t('transparency.sent'),
            t('transparency.half'),
            t('transparency.most'),
          ]}
          rows={rails.map(({ rail, sent: each, p50, p95 }) => ({
            key: rail,
            cells: [nameOf(rail), count(each), timeOf(p50), timeOf(p95)],
          }))}
        />
      )}
    </Panel>
  );
}

export function RefusedPanel({ refused }: { refused: Figures['withdrawals']['refused'] }) {
  const t = useT();
  const { count } = usePrints();
  const total = refused.reduce((sum, each) => sum + each.count, 0);
  return (
    <Panel
      title={t('transparency.refusedTitle')}
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
