/** What was sold in a month, what had been paid for it, and the profit, coin by coin. */
import { Card, Inline, VisuallyHidden } from '@tern/ui';
import { KnownCoinMark } from '../../../../kernel/known-coin-mark.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { CoinSales } from '../api.ts';
import { total } from '../view-model.ts';
import { Money } from './money.tsx';
import styles from './statement.module.css';

export function CoinTable({ coins }: { coins: readonly CoinSales[] }) {
  const t = useT();
  const sales = coins.reduce((sum, each) => sum + each.sales, 0);
  const totalOf = (column: 'sold' | 'paid' | 'profit') => total(coins.map((each) => each[column]));
  return (
    <Card>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{t('statement.coin')}</VisuallyHidden>
            </th>
            <th scope="col">{t('statement.soldFor')}</th>
            <th scope="col">{t('statement.paidForIt')}</th>
            <th scope="col">{t('statement.profit')}</th>
          </tr>
        </thead>
        <tbody>
          {coins.map(({ coinname, sold, paid, profit }) => (
            <tr key={coinname}>
              <th scope="row">
                <Inline as="span" gap={8} align="center" isInText>
                  <KnownCoinMark symbol={coinname} size={20} />
                  {coinname}
                </Inline>
              </th>
              <Cells sold={sold} paid={paid} profit={profit} />
            </tr>
          ))}
          <tr className={styles.total}>
            <th scope="row">{t('statement.sales', { count: sales })}</th>
            <Cells sold={totalOf('sold')} paid={totalOf('paid')} profit={totalOf('profit')} />
          </tr>
        </tbody>
      </table>
    </Card>
  );
}

function Cells({ sold, paid, profit }: { sold: string; paid: string; profit: string }) {
  return (
    <>
      <td>
        <Money value={sold} />
      </td>
      <td>
        <Money value={paid} />
      </td>
      <td>
        <Money value={profit} isGain />
      </td>
    </>
  );
}
