/** How a sum is divided: a share for each coin in steps of 5 %, which always add up to 100. */
import {
  AmountText,
  Card,
  CoinMark,
  Icon,
  IconButton,
  minusIcon,
  plusIcon,
  Pressable,
  Row,
  Sheet,
} from '@tern/ui';
import { formatDecimal } from '@tern/money';
import { useState } from 'react';
import { KnownCoinMark } from '../../../../kernel/known-coin-mark.tsx';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { addPart, canGrow, COINS_MAX, type Part, partOf, STEP, stepPart } from '../plan-draft.ts';
import { PLACES } from '../use-plan-texts.ts';
import styles from './recurring-buy.module.css';

export interface SplitCardProps {
  amount: string;
  parts: readonly Part[];
  /** Those that can be bought with USDT. */
  markets: readonly Instrument[];
  onChange: (parts: Part[]) => void;
}

export function SplitCard({ amount, parts, markets, onChange }: SplitCardProps) {
  const t = useT();
  const [isChoosing, setChoosing] = useState(false);
  const left = markets.filter(({ symbol }) => parts.every((part) => part.symbol !== symbol));
  const choose = (symbol: string) => {
    setChoosing(false);
    onChange(addPart(parts, symbol));
  };
  return (
    <Card>
      <p className={styles.line}>
        <span>{t('recurring-buy.split')}</span>
        <span>{t('recurring-buy.addsUp')}</span>
      </p>
      <span className={styles.bar} aria-hidden="true">
        {parts.map(({ symbol, share }) => (
          <i key={symbol} style={{ flexGrow: share }} />
        ))}
      </span>
      {parts.map((part, at) => (
        <PartRow key={part.symbol} {...{ amount, parts, at, markets, onChange }} />
      ))}
      {parts.length < COINS_MAX && left.length > 0 && (
        <Pressable className={styles.add} onPress={() => setChoosing(true)}>
          <Icon of={plusIcon} size={20} />
          {t('recurring-buy.addCoin')}
        </Pressable>
      )}
      <Sheet
        isOpen={isChoosing}
        title={t('recurring-buy.chooseCoin')}
        onClose={() => setChoosing(false)}
      >
        {left.map(({ symbol, base, name, logo }) => (
          <Row
            key={symbol}
            mark={<CoinMark symbol={base} logo={logo === '' ? undefined : logo} size={30} />}
            title={base}
            note={name}
            hasChevron={false}
            onPress={() => choose(symbol)}
          />
        ))}
      </Sheet>
    </Card>
  );
}

function PartRow({ amount, parts, at, markets, onChange }: SplitCardProps & { at: number }) {
  const t = useT();
  const { symbol, share } = parts[at]!;
  const coin = markets.find((market) => market.symbol === symbol)?.base ?? symbol.toUpperCase();
  const isLast = share <= STEP;
  return (
    <div className={styles.part}>
      <KnownCoinMark symbol={coin} size={30} />
      <span className={styles.words}>
        <b>{coin}</b>
        <small>
          <AmountText value={formatDecimal(partOf(amount, share))} places={PLACES} unit="USDT" />
        </small>
      </span>
      {parts.length === 1 ? (
        <output aria-label={t('recurring-buy.shareOf', { coin })}>{share}%</output>
      ) : (
        <span className={styles.stepper}>
          <IconButton
            icon={minusIcon}
            size={20}
            label={t(isLast ? 'recurring-buy.remove' : 'recurring-buy.less', { coin })}
            onPress={() => onChange(stepPart(parts, at, -1))}
          />
          <output aria-label={t('recurring-buy.shareOf', { coin })}>{share}%</output>
          {canGrow(parts, at) && (
            <IconButton
              icon={plusIcon}
              size={20}
              label={t('recurring-buy.more', { coin })}
              onPress={() => onChange(stepPart(parts, at, 1))}
            />
          )}
        </span>
      )}
    </div>
  );
}
