/** The head of an order's page: product, state, the sum and one line about it. */
import { CoinMark, Inline, Pill, Text } from '@tern/ui';
import type { ReactNode } from 'react';
import { useT } from '../../platform/i18n/i18n.tsx';
import recordStyles from '../record-detail.module.css';

export interface OrderHeadProps {
  /** The coin whose logo is shown. */
  symbol: string;
  logo?: string | undefined;
  name: string;
  /** The pill of its status. */
  status: ReactNode;
  amount: ReactNode;
  note: string;
}

export function OrderHead({ symbol, logo, name, status, amount, note }: OrderHeadProps) {
  const t = useT();
  return (
    <div className={recordStyles.head}>
      <Inline
        gap={8}
        rowGap={4}
        align="center"
        justify="center"
        isWrapped
        size="strong"
        breaksAnywhere
      >
        <CoinMark symbol={symbol} logo={logo} size={24} />
        <span>{name}</span>
        {status}
        <Pill kind="sim">{t('common.paper')}</Pill>
      </Inline>
      <div className={recordStyles.amount}>{amount}</div>
      <Text size="label" tone="soft">
        {note}
      </Text>
    </div>
  );
}
