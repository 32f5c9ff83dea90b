/** The choice of the order type: a sheet with a sketch of each and what it will do. */
import { checkIcon, chevronDownIcon, Icon, Pressable, Sheet, Text } from '@tern/ui';
import { useState } from 'react';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { MessageKey } from '../../../../platform/i18n/message-key.ts';
import type { Side } from '../order-arithmetic.ts';
import { type FormType, OrderSketch } from './order-sketch.tsx';
import styles from './order-types.module.css';

const GROUPS: readonly { title: MessageKey; types: readonly FormType[] }[] = [
  { title: 'spot.typesNow', types: ['limit', 'market'] },
  { title: 'spot.typesWait', types: ['stopLimit', 'stopMarket', 'takeProfit', 'trailingStop'] },
  { title: 'spot.typesPair', types: ['oco'] },
];

const groupsOf = (isLimitOnly: boolean) =>
  GROUPS.map(({ title, types }) => ({
    title,
    types: types.filter((type) => !isLimitOnly || AT_A_LIMIT.includes(type)),
  })).filter(({ types }) => types.length > 0);

/** Those that name the price they pay or get. */
const AT_A_LIMIT: readonly FormType[] = ['limit', 'stopLimit'];

export interface OrderTypesProps {
  value: FormType;
  /** Where members alone make the price. */
  isLimitOnly: boolean;
  side: Side;
  onChange: (type: FormType) => void;
}

export function OrderTypes({ value, isLimitOnly, side, onChange }: OrderTypesProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const choose = (type: FormType) => {
    setOpen(false);
    onChange(type);
  };
  return (
    <>
      <Pressable
        className={styles.chosen}
        label={`${t('spot.orderType')}: ${t(`spot.${value}`)}`}
        onPress={() => setOpen(true)}
      >
        <span>{t(`spot.${value}`)}</span>
        <Icon of={chevronDownIcon} size={18} />
      </Pressable>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={t('spot.orderType')}>
        {groupsOf(isLimitOnly).map(({ title, types }) => (
          <section key={title} aria-label={t(title)}>
            <Text size="label" tone="faint" top={8}>
              {t(title)}
            </Text>
            {types.map((type) => (
              <Pressable
                key={type}
                className={styles.type}
                isCurrent={type === value}
                onPress={() => choose(type)}
              >
                <OrderSketch type={type} side={side} />
                <span className={styles.what}>
                  <b>{t(`spot.${type}`)}</b>
                  <Text as="span" size="label" tone="soft">
                    {t(type === 'oco' ? 'spot.what_oco' : `spot.what_${type}_${side}`)}
                  </Text>
                </span>
                {type === value && <Icon of={checkIcon} size={20} className={styles.check} />}
              </Pressable>
            ))}
          </section>
        ))}
      </Sheet>
    </>
  );
}
