/** Withdrawal: amount, destination and password; confirmed, then sent once. */
import { NavBar, ScreenBody, ScreenHeader, Sheet, StateBlock, TextButton } from '@tern/ui';
import { useState } from 'react';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { useMember } from '../../../../kernel/member.ts';
import { pages } from '../../../../kernel/pages.ts';
import { PasswordSheet } from '../../request/password-sheet.tsx';
import { TermsNotes } from '../../request/terms-notes.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator, useParams } from '../../../../platform/navigation/current-page.ts';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import { chooseAddress } from '../../address-book/chosen-address.ts';
import { AddressSheet } from '../../address-book/parts/address-sheet.tsx';
import { WithdrawableChoice } from '../parts/withdrawable-choice.tsx';
import { WithdrawalForm } from '../parts/withdrawal-form.tsx';
import { WithdrawalReview } from '../parts/withdrawal-review.tsx';
import { useWithdrawalForm } from '../use-withdrawal-form.ts';
import { useWithdrawableCoins } from '../use-withdrawable-coins.ts';
import type { WithdrawableCoin } from '../withdrawable-coins.ts';

const FIRST = 'USDT';

export function WithdrawScreen() {
  const t = useT();
  const back = useBack();
  const to = useLinks();
  const { coin: named = FIRST } = useParams();
  return (
    <>
      <ScreenHeader>
        <NavBar
          title={t('withdrawal.title')}
          back={back}
          action={<TextButton {...to(pages.withdrawHistory)}>{t('transfer.records')}</TextButton>}
        />
      </ScreenHeader>
      <ScreenBody isPadded foot="cta">
        <Loaded query={useWithdrawableCoins()}>
          {(coins) => {
            const coin = coins.find(({ coinname }) => coinname === named.toUpperCase());
            return coin === undefined ? (
              <>
                <StateBlock kind="empty" title={t('withdrawal.notThisCoin')} />
                <TermsNotes kind="network" coin={named.toUpperCase()} direction="out" />
              </>
            ) : (
              <Withdraw coin={coin} coins={coins} />
            );
          }}
        </Loaded>
      </ScreenBody>
    </>
  );
}

function Withdraw({ coin, coins }: { coin: WithdrawableCoin; coins: WithdrawableCoin[] }) {
  const t = useT();
  const navigator = useNavigator();
  const user = useMember();
  const withdrawal = useWithdrawalForm(coin, user);
  const [picking, setPicking] = useState<'coin' | 'address'>();
  const close = () => setPicking(undefined);
  return (
    <>
      <WithdrawalForm {...{ coin, user, withdrawal }} onPick={setPicking} />
      <Sheet isOpen={picking === 'coin'} onClose={close} title={t('withdrawal.chooseCoin')}>
        <WithdrawableChoice
          coins={coins}
          chosen={coin.coinname}
          onChoose={(chosen) => {
            close();
            if (chosen !== coin.coinname) navigator.redirect(pages.withdraw, { coin: chosen });
          }}
        />
      </Sheet>
      <AddressSheet
        isOpen={picking === 'address'}
        coin={coin}
        chosen={withdrawal.address?.ID}
        onClose={close}
        onChoose={(address) => {
          chooseAddress(coin.coinname, address.ID);
          withdrawal.form.set('to', '');
          close();
        }}
      />
      <PasswordSheet isOpen={withdrawal.isPasswordMissing} onClose={withdrawal.onPasswordLater} />
      <WithdrawalReview
        reviewed={withdrawal.reviewed}
        isBusy={withdrawal.isBusy}
        onConfirm={withdrawal.confirm}
        onCancel={withdrawal.leave}
      />
    </>
  );
}
