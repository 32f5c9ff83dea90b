/** Withdrawal: the choice of a coin; amount, destination and password, confirmed, then sent once. */
import { AmountText, amountPlaces, Row, ScreenBody, Sheet, StateBlock, usersIcon } from '@tern/ui';
import { useState } from 'react';
import { Loaded } from '../../../../../kernel/loaded.tsx';
import { useMember } from '../../../../../kernel/member.ts';
import { pages } from '../../../../../kernel/pages.ts';
import { RecordsHeader } from '../../../../../kernel/record-screen.tsx';
import { useRefresh } from '../../../../../kernel/refresh.ts';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import { useNavigator, useParams } from '../../../../../platform/navigation/current-page.ts';
import { useLinks } from '../../../../../platform/navigation/links.ts';
import { AddressSheet } from '../../address-book/parts/address-sheet.tsx';
import { chooseDestination } from '../../request/chosen-destination.ts';
import { CoinChoice, recentWithdrawals } from '../../request/coin-choice.tsx';
import { ConfirmSending, PasswordSheet } from '../../request/outgoing-parts.tsx';
import { TermsNotes } from '../../request/terms-notes.tsx';
import { useWithdrawableCoins } from '../../request/use-withdrawable-coins.ts';
import { WithdrawalForm } from '../parts/withdrawal-form.tsx';
import { ReviewedWithdrawal } from '../parts/withdrawal-review.tsx';
import { useWithdrawalForm } from '../use-withdrawal-form.ts';
import type { WithdrawableCoin } from '../../request/withdrawable-coins.ts';

const FIRST = 'USDT';

export function WithdrawListScreen() {
  const t = useT();
  const to = useLinks();
  const navigator = useNavigator();
  const refresh = useRefresh();
  return (
    <>
      <RecordsHeader title={t('withdrawal.listTitle')} page={pages.withdrawHistory} />
      <ScreenBody onRefresh={refresh}>
        <Loaded query={useWithdrawableCoins()}>
          {(coins) => (
            <>
              <Row
                icon={usersIcon}
                title={t('withdrawal.toMember')}
                note={t('withdrawal.toMemberNote')}
                {...to(pages.send)}
              />
              <Choice coins={coins} onChoose={(coin) => navigator.push(pages.withdraw, { coin })} />
            </>
          )}
        </Loaded>
      </ScreenBody>
    </>
  );
}

interface ChoiceProps {
  coins: WithdrawableCoin[];
  chosen?: string;
  onChoose: (asset: string) => void;
}

function Choice(props: ChoiceProps) {
  const t = useT();
  return (
    <CoinChoice
      {...props}
      none={t('withdrawal.noCoins')}
      recent={recentWithdrawals}
      holdingOf={({ asset, available, places }) => (
        <AmountText value={available} places={amountPlaces(asset, places)} />
      )}
    />
  );
}

export function WithdrawScreen() {
  const t = useT();
  const { coin: named = FIRST } = useParams();
  return (
    <>
      <RecordsHeader title={t('withdrawal.title')} page={pages.withdrawHistory} />
      <ScreenBody isPadded foot="cta">
        <Loaded query={useWithdrawableCoins()}>
          {(coins) => {
            const coin = coins.find(({ asset }) => asset === named.toUpperCase());
            return coin === undefined ? (
              <>
                <StateBlock kind="empty" title={t('withdrawal.notThisCoin')} />
                <TermsNotes kind="network" asset={named.toUpperCase()} direction="out" />
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
  const { reviewed, places, isBusy } = withdrawal;
  const [picking, setPicking] = useState<'coin' | 'address'>();
  const close = () => setPicking(undefined);
  return (
    <>
      <WithdrawalForm {...{ coin, user, withdrawal }} onPick={setPicking} />
      <Sheet isOpen={picking === 'coin'} onClose={close} title={t('withdrawal.chooseCoin')}>
        <Choice
          coins={coins}
          chosen={coin.asset}
          onChoose={(chosen) => {
            close();
            if (chosen !== coin.asset) navigator.redirect(pages.withdraw, { coin: chosen });
          }}
        />
      </Sheet>
      <AddressSheet
        isOpen={picking === 'address'}
        coin={coin}
        chosen={withdrawal.address?.ID}
        onClose={close}
        onChoose={(address) => {
          chooseDestination(coin.asset, address.ID);
          withdrawal.form.set('to', '');
          close();
        }}
      />
      <PasswordSheet isOpen={withdrawal.isPasswordMissing} onClose={withdrawal.onPasswordLater} />
      <ConfirmSending
        asset={reviewed?.coin.asset}
        isBusy={isBusy}
        onConfirm={withdrawal.confirm}
        onCancel={withdrawal.leave}
      >
        {reviewed && <ReviewedWithdrawal reviewed={reviewed} places={places} />}
      </ConfirmSending>
    </>
  );
}
