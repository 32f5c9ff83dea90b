/** The member's assets, with a switch that hides zero balances. */
import { Button, Section, StateBlock, Switch, walletIcon } from '@tern/ui';
import { useState } from 'react';
import { useCoins } from '../../../kernel/balances.ts';
import { useDisplay } from '../../../kernel/display-settings.ts';
import { Loaded } from '../../../kernel/loaded.tsx';
import { pages } from '../../../kernel/pages.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import { isFlag, slot } from '../../../platform/storage.ts';
import { listedCoins } from '../view-model.ts';
import { CoinRow } from './coin-row.tsx';

const remembered = slot('hide-zero', isFlag);

export function CoinList() {
  const t = useT();
  const query = useCoins();
  const isHidden = useDisplay().amountsHidden;
  const [hideZero, setHideZero] = useState(() => remembered.read() ?? true);
  const toggle = (isOn: boolean) => {
    remembered.write(isOn);
    setHideZero(isOn);
  };
  return (
    <Section
      title={t('assets.coins')}
      aside={<Switch label={t('assets.hideZero')} isOn={hideZero} onChange={toggle} />}
    >
      <Loaded query={query}>
        {({ list }) => {
          const coins = listedCoins(list, hideZero);
          if (coins.length === 0) return <NoCoins />;
          return (
            <ul>
              {coins.map((coin) => (
                <li key={coin.coinname}>
                  <CoinRow coin={coin} isHidden={isHidden} />
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Section>
  );
}

function NoCoins() {
  const t = useT();
  const navigator = useNavigator();
  const isDeposit = navigator.has(pages.depositList);
  return (
    <StateBlock
      kind="empty"
      icon={walletIcon}
      title={t('assets.noCoins')}
      action={
        <Button isSmall onPress={() => navigator.push(isDeposit ? pages.depositList : pages.deal)}>
          {t(isDeposit ? 'assets.deposit' : 'assets.trade')}
        </Button>
      }
    />
  );
}
