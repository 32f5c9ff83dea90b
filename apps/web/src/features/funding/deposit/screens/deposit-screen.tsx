/** Deposit: the address, then the amount with its proof. */
import { useQuery } from '@tanstack/react-query';
import { NavBar, ScreenBody, ScreenHeader, Sheet, SkeletonForm, TextButton } from '@tern/ui';
import { useState } from 'react';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { EmptyState } from '../../../../kernel/empty-state.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { CoinChoice } from '../../request/coin-choice.tsx';
import { TermsNotes } from '../../request/terms-notes.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator, useParams } from '../../../../platform/navigation/current-page.ts';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import { type DepositableCoin, depositableCoinsQuery } from '../api.ts';
import { DepositForm } from '../parts/deposit-form.tsx';
import { recentDeposits } from '../../request/recent-coins.ts';
import { useDepositForm } from '../use-deposit-form.ts';

const FIRST = 'USDT';

export function DepositScreen() {
  const t = useT();
  const back = useBack();
  const to = useLinks();
  const { coin: named = FIRST } = useParams();
  return (
    <>
      <ScreenHeader>
        <NavBar
          title={t('deposit.title')}
          back={back}
          action={<TextButton {...to(pages.depositHistory)}>{t('transfer.records')}</TextButton>}
        />
      </ScreenHeader>
      <ScreenBody isPadded foot="cta">
        <Loaded query={useQuery(depositableCoinsQuery)} skeleton={<SkeletonForm />}>
          {(coins) => {
            const coin = coins.find(({ coinname }) => coinname === named.toUpperCase());
            return coin === undefined ? (
              <>
                <NotThisCoin />
                <TermsNotes kind="network" coin={named.toUpperCase()} direction="in" />
              </>
            ) : (
              <Deposit key={coin.coinname} coin={coin} coins={coins} />
            );
          }}
        </Loaded>
      </ScreenBody>
    </>
  );
}

function NotThisCoin() {
  const t = useT();
  return (
    <EmptyState
      title={t('deposit.notThisCoin')}
      label={t('deposit.chooseCoin')}
      page={pages.depositList}
      isReplaced
    />
  );
}

function Deposit({ coin, coins }: { coin: DepositableCoin; coins: DepositableCoin[] }) {
  const t = useT();
  const navigator = useNavigator();
  const deposit = useDepositForm(coin);
  const [isPicking, setPicking] = useState(false);
  const close = () => setPicking(false);
  return (
    <>
      <DepositForm coin={coin} deposit={deposit} onPickCoin={() => setPicking(true)} />
      <Sheet isOpen={isPicking} onClose={close} title={t('deposit.chooseCoin')}>
        <CoinChoice
          coins={coins}
          none={t('deposit.noCoins')}
          recent={recentDeposits}
          chosen={coin.coinname}
          onChoose={(chosen) => {
            close();
            if (chosen !== coin.coinname) navigator.redirect(pages.deposit, { coin: chosen });
          }}
        />
      </Sheet>
    </>
  );
}
