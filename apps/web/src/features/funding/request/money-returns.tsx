/** An amount with the note that it returns to the balance immediately. */
import { AmountText } from '@tern/ui';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { exactPlaces } from '../../../kernel/exact-places.ts';
import { useCoinPlaces } from '../../../kernel/use-coin-places.ts';

export function MoneyReturns({ coinname, num }: { coinname: string; num: string }) {
  const t = useT();
  const places = exactPlaces(num, useCoinPlaces(coinname));
  return (
    <>
      <AmountText value={num} places={places} unit={coinname} />
      {' · '}
      {t('transfer.returnsAtOnce')}
    </>
  );
}
