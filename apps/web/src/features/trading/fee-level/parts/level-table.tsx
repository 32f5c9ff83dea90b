/** The table of levels, with the member's own; markets that ask less; and the levels of an announced change. */
import { formatAmount, formatDate, Pill, Stack, Text, useNumberLocale } from '@tern/ui';
import { useAllMarkets } from '../../../../kernel/market-choice/use-all-markets.ts';
import { useRatioText } from '../../../../kernel/ratio-text.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { ComingLevels, FeeLevel, Level } from '../view-model.ts';
import styles from './level-table.module.css';

export function LevelTable({ own }: { own: FeeLevel }) {
  const t = useT();
  const ratio = useRatioText(3);
  const markets = useAllMarkets().data;
  const nameOf = (symbol: string) => {
    const market = markets?.find((each) => each.symbol === symbol);
    return market === undefined ? symbol.toUpperCase() : `${market.base}/${market.quote}`;
  };
  return (
    <Stack gap={8}>
      <Table levels={own.levels} own={own.level} label={t('fee-level.levels')} />
      {own.markets.map(({ symbol, maker, taker }) => (
        <Text key={symbol} size="cap" tone="soft">
          {t('fee-level.market', {
            pair: nameOf(symbol),
            maker: ratio(maker),
            taker: ratio(taker),
          })}
        </Text>
      ))}
    </Stack>
  );
}

const DAY_MS = 86_400_000;

export function ComingTable({ effectiveAt, levels }: ComingLevels) {
  const t = useT();
  const locale = useNumberLocale();
  // A day's levels are set at its beginning.
  const day = Math.ceil(Date.parse(effectiveAt) / DAY_MS) * DAY_MS;
  const date = formatDate(day, { locale, detail: 'day', timeZone: 'UTC' });
  const title = t('fee-level.coming', { date });
  return (
    <Stack gap={8}>
      <Text as="h2" size="head">
        {title}
      </Text>
      <Table levels={levels} label={title} />
    </Stack>
  );
}

interface TableProps {
  levels: readonly Level[];
  own?: number;
  label: string;
}

function Table({ levels, own, label }: TableProps) {
  const t = useT();
  const locale = useNumberLocale();
  const ratio = useRatioText(3);
  return (
    <div className={styles.card}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {(['level', 'from', 'waits', 'fillsAtOnce'] as const).map((key) => (
              <th key={key} scope="col">
                {t(`fee-level.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {levels.map(({ level, from, maker, taker }) => (
            <tr key={level} className={level === own ? styles.own : undefined}>
              <th scope="row">
                {level} {level === own && <Pill kind="done">{t('fee-level.you')}</Pill>}
              </th>
              <td>{formatAmount(from, { locale, places: 0 })}</td>
              <td>{ratio(maker)}</td>
              <td>{ratio(taker)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
