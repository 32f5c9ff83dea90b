/** Add an address: coin, network, address, and a label. */
import { NavBar, ScreenBody, ScreenHeader } from '@tern/ui';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../../platform/navigation/links.ts';
import { AddressForm } from '../parts/address-form.tsx';
import { useWithdrawableCoins } from '../../withdrawal/use-withdrawable-coins.ts';

export function AddAddressScreen() {
  const t = useT();
  const back = useBack();
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('withdrawal.addAddressTitle')} back={back} />
      </ScreenHeader>
      <ScreenBody isPadded>
        <Loaded query={useWithdrawableCoins()}>{(coins) => <AddressForm coins={coins} />}</Loaded>
      </ScreenBody>
    </>
  );
}
