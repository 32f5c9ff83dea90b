/** Add a bank card. */
import { NavBar, ScreenBody, ScreenHeader } from '@tern/ui';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../../platform/navigation/links.ts';
import { CardForm } from '../parts/card-form.tsx';

export function AddBankCardScreen() {
  const t = useT();
  const back = useBack();
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('fiat.addCardTitle')} back={back} />
      </ScreenHeader>
      <ScreenBody isPadded>
        <CardForm />
      </ScreenBody>
    </>
  );
}
