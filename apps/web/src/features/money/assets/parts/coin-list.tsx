/** The member's assets, with a switch that hides zero balances. */
import {
  amountPlaces,
  AmountText,
  Button,
  classNames,
  CoinMark,
  Pressable,
  Section,
  StateBlock,
  Switch,
  Text,
  walletIcon,
} from '@tern/ui';
import { useState } from 'react';
import { type Coin, useCoins } from '../../../../kernel/balances.ts';
import { useDisplay } from '../../../../kernel/display-settings.ts';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { useLinks } from '../../../../platform/navigation/links.ts';
import { isFlag, slot } from '../../../../platform/storage.ts';
import { allocation, isNothing, listedCoins, negated, type Share } from '../view-model.ts';
import { AllocationBar, toneOf, useShareText } from './allocation-bar.tsx';
import styles from './assets.module.css';

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
        {(all) => {
          const coins = listedCoins(all, hideZero);
          const shares = allocation(all);
          if (coins.length === 0) return <NoCoins />;
          return (
            <>
              <AllocationBar shares={shares} />
              <ul>
                {coins.map((coin) => (
                  <li key={coin.asset}>
                    <CoinRow coin={coin} shares={shares} isHidden={isHidden} />
                  </li>
                ))}
              </ul>
            </>
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

interface CoinRowProps {
  coin: Coin;
  shares: readonly Share[];
  isHidden: boolean;
}

/** Colour and share of the total, value, available, reserved, owed. */
function CoinRow({ coin, shares, isHidden }: CoinRowProps) {
  const t = useT();
  const to = useLinks();
  const shareText = useShareText();
  const place = shares.findIndex((each) => each.asset === coin.asset);
  const share = shares[place];
  const { asset, name, logo, available, held, worth, atCost } = coin;
  const { owed } = coin.parts;
  const places = amountPlaces(asset, coin.places);
  return (
    <Pressable {...to(pages.coinRecords, { coin: asset })} className={styles.row}>
      <i className={classNames(styles.mark, share && toneOf(place))} aria-hidden="true" />
      <CoinMark symbol={asset} logo={logo} />
      <Text as="span" isGrown>
        <span className={styles.line}>
          <span className={styles.name}>
            {asset}{' '}
            <Text as="span" size="label" tone="faint">
              {share ? shareText(share) : name}
            </Text>
          </span>
          <AmountText value={worth} places={2} isConverted={asset !== 'USDT'} isHidden={isHidden} />
        </span>
        <span className={styles.quiet}>
          <span>
            {t('assets.available')}{' '}
            <AmountText value={available} places={places} isHidden={isHidden} />
          </span>
          {!isNothing(held) && (
            <span>
              {t('assets.frozen')} <AmountText value={held} places={places} isHidden={isHidden} />
            </span>
          )}
          {!isNothing(owed) && (
            <span>
              {t('assets.owed')}{' '}
              <AmountText value={negated(owed)} places={places} isHidden={isHidden} />
            </span>
          )}
        </span>
        {atCost && <span className={styles.quiet}>{t('assets.atCost')}</span>}
      </Text>
    </Pressable>
  );
}
