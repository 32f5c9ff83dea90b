/** Deposit: the choice of a coin; its address, then the amount with its proof. */
import { useQuery } from '@tanstack/react-query';
import { NavBar, ScreenBody, ScreenHeader, Sheet, SkeletonForm, TextButton } from '@tern/ui';
import { useState } from 'react';
import { EmptyState } from '../../../../kernel/empty-state.tsx';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator, useParams } from '../../../../platform/navigation/current-page.ts';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import { CoinChoice, recentDeposits } from '../../request/coin-choice.tsx';
import { TermsNotes } from '../../request/terms-notes.tsx';
import { type DepositableCoin, depositableCoinsQuery } from '../api.ts';
import { DepositForm } from '../parts/deposit-form.tsx';
import { useDepositForm } from '../use-deposit-form.ts';

const FIRST = 'USDT';

function Header() {
  const t = useT();
  const back = useBack();
  const to = useLinks();
  return (
    <ScreenHeader>
      <NavBar
        title={t('deposit.title')}
        back={back}
        action={<TextButton {...to(pages.depositHistory)}>{t('transfer.records')}</TextButton>}
      />
    </ScreenHeader>
  );
}

export function DepositListScreen() {
  const navigator = useNavigator();
  const refresh = useRefresh();
  return (
    <>
      <Header />
      <ScreenBody onRefresh={refresh}>
        <Loaded query={useQuery(depositableCoinsQuery)}>
          {(coins) => (
            <Choice coins={coins} onChoose={(coin) => navigator.push(pages.deposit, { coin })} />
          )}
        </Loaded>
      </ScreenBody>
    </>
  );
}

interface ChoiceProps {
  coins: DepositableCoin[];
  chosen?: string;
  onChoose: (asset: string) => void;
}

function Choice(props: ChoiceProps) {
  const t = useT();
  return <CoinChoice {...props} none={t('deposit.noCoins')} recent={recentDeposits} />;
}

export function DepositScreen() {
  const { coin: named = FIRST } = useParams();
  return (
    <>
      <Header />
      <ScreenBody isPadded foot="cta">
        <Loaded query={useQuery(depositableCoinsQuery)} skeleton={<SkeletonForm />}>
          {(coins) => {
            const coin = coins.find(({ asset }) => asset === named.toUpperCase());
            return coin === undefined ? (
              <>
                <NotThisCoin />
                <TermsNotes kind="network" asset={named.toUpperCase()} direction="in" />
              </>
            ) : (
              <Deposit key={coin.asset} coin={coin} coins={coins} />
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
        <Choice
          coins={coins}
          chosen={coin.asset}
          onChoose={(chosen) => {
            close();
            if (chosen !== coin.asset) navigator.redirect(pages.deposit, { coin: chosen });
          }}
        />
      </Sheet>
    </>
  );
}
