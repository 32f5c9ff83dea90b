/** Filters order records by pair, side, type and days. */
import { Button, Segmented, Select, Sheet, TextField } from '@tern/ui';
import { type ReactNode, useState } from 'react';
import { useMarkets } from '../../../../kernel/quotes/market-feed.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { OrderFilter } from '../order-pages.ts';
import styles from './orders.module.css';

/** The selected filters; absent means all. */
export type Choices = Omit<OrderFilter, 'part'>;
export const noChoices: Choices = {};

export interface FilterSheetProps {
  isOpen: boolean;
  choices: Choices;
  onClose: () => void;
  onApply: (choices: Choices) => void;
}

export function FilterSheet({ isOpen, choices, onClose, onApply }: FilterSheetProps) {
  const t = useT();
  const [draft, setDraft] = useState(choices);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen);
    if (isOpen) setDraft(choices);
  }
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('spot.filter')}
      footer={
        <>
          <Button onPress={() => onApply(noChoices)}>{t('spot.clearFilter')}</Button>
          <Button kind="primary" isDisabled={isReversed(draft)} onPress={() => onApply(draft)}>
            {t('spot.showOrders')}
          </Button>
        </>
      }
    >
      <Fields draft={draft} setDraft={setDraft} />
    </Sheet>
  );
}

const isReversed = ({ from, to }: Choices) => from !== undefined && to !== undefined && to < from;

const ALL = 'all';
const chosenOf = <Key extends string>(key: Key) =>
  key === ALL ? undefined : (key as Exclude<Key, typeof ALL>);

interface FieldsProps {
  draft: Choices;
  setDraft: (draft: Choices) => void;
}

function Fields({ draft, setDraft }: FieldsProps) {
  const t = useT();
  const crypto = useMarkets('crypto').data ?? [];
  const others = useMarkets('metalsAndForex').data ?? [];
  const { symbol, side, type, from, to } = draft;
  const choose = (change: { [Key in keyof Choices]?: Choices[Key] | undefined }) => {
    const next = Object.entries({ ...draft, ...change }).filter(([, value]) => value !== undefined);
    setDraft(Object.fromEntries(next));
  };
  const pairs = [...crypto, ...others].map(({ symbol: key, base, quote }) => ({
    key,
    label: `${base}/${quote}`,
  }));
  return (
    <div className={styles.fields}>
      <Select
        label={t('spot.pair')}
        value={symbol ?? ALL}
        onChange={(key) => choose({ symbol: chosenOf(key) })}
        options={[{ key: ALL, label: t('spot.allPairs') }, ...pairs]}
      />
      <Labelled label={t('spot.side')}>
        <Segmented
          label={t('spot.side')}
          value={side ?? ALL}
          onChange={(key) => choose({ side: chosenOf(key) })}
          options={[
            { key: ALL, label: t('spot.all') },
            { key: 'buy', label: t('spot.buy') },
            { key: 'sell', label: t('spot.sell') },
          ]}
        />
      </Labelled>
      <Labelled label={t('spot.orderType')}>
        <Segmented
          label={t('spot.orderType')}
          value={type ?? ALL}
          onChange={(key) => choose({ type: chosenOf(key) })}
          options={[
            { key: ALL, label: t('spot.all') },
            { key: 'limit', label: t('spot.limit') },
            { key: 'market', label: t('spot.market') },
          ]}
        />
      </Labelled>
      <div className={styles.days}>
        <TextField
          label={t('spot.fromDate')}
          type="date"
          value={from ?? ''}
          onChange={(day) => choose({ from: day || undefined })}
        />
        <TextField
          label={t('spot.toDate')}
          type="date"
          value={to ?? ''}
          onChange={(day) => choose({ to: day || undefined })}
          error={isReversed(draft) ? t('spot.daysReversed') : undefined}
        />
      </div>
    </div>
  );
}

/** The visible label of a group that names itself for screen readers. */
function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <div className={styles.label} aria-hidden="true">
        {label}
      </div>
      {children}
    </div>
  );
}
