/** The destination: an address of the book, which also determines the network. */
import { ChoiceFact, ChoiceField } from '../../request/choice-field.tsx';
import { shortAddress } from '../../request/short-address.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Address } from '../../address-book/api.ts';

export interface DestinationFieldProps {
  address: Address | undefined;
  error: string | undefined;
  onPress: () => void;
}

export function DestinationField({ address, error, onPress }: DestinationFieldProps) {
  const t = useT();
  return (
    <ChoiceField
      label={t('transfer.to')}
      chosen={address && { title: address.name, note: shortAddress(address.addr) }}
      placeholder={t('withdrawal.chooseAddress')}
      error={error}
      onPress={onPress}
    >
      <ChoiceFact
        label={t('withdrawal.network')}
        value={address?.czline ?? '---'}
        by={t('withdrawal.setByAddress')}
      />
    </ChoiceField>
  );
}
