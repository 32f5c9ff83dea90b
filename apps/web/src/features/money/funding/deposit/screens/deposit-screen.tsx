/** Deposit: the choice of a coin; its address, then the amount with its proof. */
import { useQuery } from '@tanstack/react-query';
import { ScreenBody, Sheet, SkeletonForm } from '@tern/ui';
import { useState } from 'react';
import { EmptyState } from '../../../../../kernel/empty-state.tsx';
import { Loaded } from '../../../../../kernel/loaded.tsx';
import { pages } from '../../../../../kernel/pages.ts';
import { RecordsHeader } from '../../../../../kernel/record-screen.tsx';
import { useRefresh } from '../../../../../kernel/refresh.ts';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import { useNavigator, useParams } from '../../../../../platform/navigation/current-page.ts';
import { CoinChoice, recentDeposits } from '../../request/coin-choice.tsx';
import { TermsNotes } from '../../request/terms-notes.tsx';
import { type DepositableCoin, depositableCoinsQuery } from '../api.ts';
import { DepositForm } from '../parts/deposit-form.tsx';
import { useDepositForm } from '../use-deposit-form.ts';

const FIRST = 'USDT';

export function DepositListScreen() {
  const t = useT();
  const navigator = useNavigator();
  const refresh = useRefresh();
  return (
    <>
      <RecordsHeader title={t('deposit.title')} page={pages.depositHistory} />
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
  const t = useT();
  const { coin: named = FIRST } = useParams();
  return (
    <>
      <RecordsHeader title={t('deposit.title')} page={pages.depositHistory} />
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
