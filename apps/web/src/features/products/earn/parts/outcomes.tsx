/** What staying to the end brings and leaving early costs, in one size. */
import { AmountText, TwoOutcomes } from '@tern/ui';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { exactPlaces } from '../../../../kernel/exact-amount.tsx';
import { useRatioText } from '../../../../kernel/ratio-text.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { FixedTerm } from '../api.ts';
import { asLoss, exitCost } from '../earn-view.ts';

export interface OutcomesProps {
  product: Pick<FixedTerm, 'asset' | 'penalty' | 'fee'>;
  /** Undefined while unknown. */
  figures: { expected: string; penalty: string; fee: string } | undefined;
  /** "1,000 to the end" */
  stay: string;
}

export function Outcomes({ product, figures, stay }: OutcomesProps) {
  const { asset, penalty, fee } = product;
  const t = useT();
  const ratio = useRatioText();
  const places = useCoinPlaces(asset);
  const loss = figures && asLoss(exitCost(figures));
  const shown = (value: string | undefined) => (
    <AmountText isSigned value={value} places={exactPlaces(value ?? '', places)} />
  );
  return (
    <TwoOutcomes
      isInCard
      gain={{ label: stay, value: shown(figures?.expected), unit: asset }}
      loss={{
        label: t('earn.leavingCosts'),
        value: shown(loss),
        unit: asset,
        note: t('earn.penaltyAndFee', { penalty: ratio(penalty), fee: ratio(fee) }),
      }}
    />
  );
}
