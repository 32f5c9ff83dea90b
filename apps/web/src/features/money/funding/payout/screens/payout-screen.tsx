/** Fiat withdrawal: asset, amount, bank card and currency; confirmed, then sent once. */
import { useQuery } from '@tanstack/react-query';
import { ScreenBody, SkeletonForm, StateBlock } from '@tern/ui';
import { useState } from 'react';
import { type Coin, useCoins } from '../../../../../kernel/balances.ts';
import { Loaded, type Loadable } from '../../../../../kernel/loaded.tsx';
import { useMember } from '../../../../../kernel/member.ts';
import { pages } from '../../../../../kernel/pages.ts';
import { RecordsHeader } from '../../../../../kernel/record-screen.tsx';
import { BANK_CARD, chooseDestination } from '../../request/chosen-destination.ts';
import { ConfirmSending, PasswordSheet } from '../../request/outgoing-parts.tsx';
import { TermsNotes } from '../../request/terms-notes.tsx';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import { useParams } from '../../../../../platform/navigation/current-page.ts';
import { currenciesQuery, type Currency } from '../../currencies/api.ts';
import { CardSheet } from '../../bank-cards/parts/card-sheet.tsx';
import { CoinSheet } from '../parts/coin-sheet.tsx';
import { CurrencySheet } from '../../currencies/currency-sheet.tsx';
import { PayoutForm } from '../parts/payout-form.tsx';
import { ReviewedPayout } from '../parts/payout-review.tsx';
import { payoutCoins } from '../payout-sums.ts';
import { usePayoutForm } from '../use-payout-form.ts';

const FIRST = 'USDT';

interface Offer {
  coins: Coin[];
  /** The currencies open for payouts. */
  currencies: Currency[];
  all: Currency[];
}

/** Combines balances and currencies into one query for `<Loaded>`. */
function useOffer(): Loadable<Offer> {
  const coins = useCoins();
  const currencies = useQuery(currenciesQuery);
  const isComplete = coins.data !== undefined && currencies.data !== undefined;
  return {
    data: isComplete
      ? {
          coins: payoutCoins(coins.data, currencies.data),
          currencies: currencies.data.filter((currency) => currency.payouts.isOpen),
          all: currencies.data,
        }
      : undefined,
    isError: coins.isError || currencies.isError,
    error: coins.error ?? currencies.error,
    refetch: () => Promise.all([coins.refetch(), currencies.refetch()]),
  };
}

export function PayoutScreen() {
  const t = useT();
  return (
    <>
      <RecordsHeader title={t('fiat.withdrawTitle')} page={pages.fiatWithdrawHistory} />
      <ScreenBody isPadded foot="cta">
        <Loaded query={useOffer()} skeleton={<SkeletonForm />}>
          {({ coins: [first, ...others], currencies, all }) =>
            first === undefined ? (
              <>
                <StateBlock kind="empty" title={t('fiat.noCurrency')} />
                <TermsNotes kind="currency" direction="out" />
              </>
            ) : (
              <NewPayout coins={[first, ...others]} {...{ currencies, all }} />
            )
          }
        </Loaded>
      </ScreenBody>
    </>
  );
}

/** The asset paid and the currency received: a currency is paid out as itself unless the member selects another. */
function usePair(coins: readonly [Coin, ...Coin[]], currencies: readonly Currency[]) {
  const params = useParams();
  const [pair, setPair] = useState({ coin: params['coin'] ?? FIRST, currency: '' });
  const coin = coins.find(({ asset }) => asset === pair.coin) ?? coins[0];
  const named = (name: string) => currencies.find(({ asset }) => asset === name);
  return {
    coin,
    currency:
      payableIn(coin, currencies).find(({ asset }) => asset === pair.currency) ?? named(coin.asset),
    setCoin: (name: string) =>
      setPair({ ...pair, coin: name, ...(named(name) && { currency: '' }) }),
    setCurrency: (name: string) => setPair({ ...pair, currency: name }),
  };
}

interface NewPayoutProps {
  coins: [Coin, ...Coin[]];
  currencies: Currency[];
  all: Currency[];
}

/** The currencies in which the coin can be paid out: itself, and those that markets lead to. */
function payableIn({ asset }: Coin, all: readonly Currency[]): Currency[] {
  const own = all.find((currency) => currency.asset === asset);
  const others =
    own?.isConvertible === false ? [] : all.filter(({ isConvertible }) => isConvertible);
  return all.filter((currency) => currency === own || others.includes(currency));
}

function NewPayout({ coins, currencies, all }: NewPayoutProps) {
  const user = useMember();
  const { coin, currency, setCoin, setCurrency } = usePair(coins, currencies);
  const payout = usePayoutForm({ coin, currency, user });
  const { form, card, reviewed } = payout;
  const [picking, setPicking] = useState<'coin' | 'card' | 'currency'>();
  const close = () => setPicking(undefined);
  const picker = (what: typeof picking) => ({ isOpen: picking === what, onClose: close });
  return (
    <>
      <PayoutForm
        {...{ coin, currency, user, payout }}
        onPick={setPicking}
        onCurrency={setCurrency}
      />
      <CoinSheet
        {...picker('coin')}
        coins={coins}
        chosen={coin.asset}
        onChoose={(name) => {
          setCoin(name);
          if (name !== coin.asset) form.set('amount', '');
          close();
        }}
      />
      <CardSheet
        {...picker('card')}
        chosen={card?.ID}
        onChoose={(id) => {
          chooseDestination(BANK_CARD, id);
          form.set('to', '');
          close();
        }}
      />
      <CurrencySheet
        {...picker('currency')}
        currencies={payableIn(coin, all)}
        of="payouts"
        chosen={currency?.asset}
        onChoose={(name) => {
          setCurrency(name);
          form.set('currency', '');
          close();
        }}
      />
      <PasswordSheet isOpen={payout.isPasswordMissing} onClose={payout.onPasswordLater} />
      <ConfirmSending
        asset={reviewed?.coin.asset}
        isBusy={payout.isBusy}
        onConfirm={payout.confirm}
        onCancel={payout.leave}
      >
        {reviewed && <ReviewedPayout reviewed={reviewed} places={payout.places} />}
      </ConfirmSending>
    </>
  );
}
