/** A value in USDT; hidden with all amounts. */
import { AmountText, type AmountTextProps } from '@tern/ui';
import { useDisplay } from '../../../../kernel/display-settings.ts';
import { PLACES } from '../view-model.ts';

type MoneyProps = Omit<AmountTextProps, 'places' | 'isHidden'>;

export function Money(props: MoneyProps) {
  const isHidden = useDisplay().amountsHidden;
  return <AmountText {...props} places={PLACES} isHidden={isHidden} />;
}
