/** The head of a home page: hero with engraving, actions, quote rows, tab bar. */
import { useState } from 'react';
import {
  AmountText,
  ButtonLink,
  bellIcon,
  ChangeText,
  DirectionArrow,
  depositIcon,
  Engraving,
  headsetIcon,
  homeIcon,
  IconButton,
  marketIcon,
  QuoteRow,
  ScreenBody,
  ScreenHeader,
  Section,
  Segmented,
  swapIcon,
  TabBar,
  TextButton,
  tradeIcon,
  VisuallyHidden,
  walletIcon,
  withdrawIcon,
  chevronRightIcon,
} from '../src/index.ts';
import { MARKETS } from './sample.ts';

const TABS = [
  ['Home', homeIcon],
  ['Markets', marketIcon],
  ['Trade', tradeIcon],
  ['Assets', walletIcon],
] as const;

export function SceneTabs({ current }: { readonly current: string }) {
  const items = TABS.map(([label, icon]) => ({
    key: label,
    label,
    icon,
    isCurrent: label === current,
    href: '#',
  }));
  return <TabBar label="Main" items={items} />;
}

function Hero() {
  return (
    <section style={{ position: 'relative', padding: '12px var(--gutter) 0' }}>
      <Engraving place="hero" />
      <div style={{ position: 'relative' }}>
        <div style={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center' }}>
          <span>Total balance</span>
          <TextButton href="#" isFlush iconAfter={chevronRightIcon}>
            Assets
          </TextButton>
        </div>
        <AmountText value="51306.229" places={2} unit="USDT" look="hero" />
        <p style={{ display: 'flex', gap: 5, alignItems: 'center', color: 'var(--up)' }}>
          <DirectionArrow direction={1} />
          <AmountText value="312.84" places={2} isGain />
          <ChangeText percent="0.619" />
        </p>
        <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr 48px', gap: 8 }}>
          <ButtonLink kind="primary" href="#" icon={depositIcon}>
            Deposit
          </ButtonLink>
          <ButtonLink href="#" icon={withdrawIcon}>
            Withdraw
          </ButtonLink>
          <ButtonLink href="#" icon={swapIcon} label="Swap" />
        </div>
      </div>
    </section>
  );
}

export function HomeScene() {
  const [group, setGroup] = useState<'crypto' | 'metals'>('crypto');
  return (
    <>
      <ScreenHeader>
        <h1 tabIndex={-1}>
          <VisuallyHidden>Home</VisuallyHidden>
        </h1>
        <div style={{ display: 'flex', justifyContent: 'flex-end', padding: '6px 4px' }}>
          <IconButton icon={headsetIcon} label="Contact us" href="#" />
          <IconButton icon={bellIcon} label="Notifications, 2 unread" hasDot href="#" />
        </div>
      </ScreenHeader>
      <ScreenBody foot="tab">
        <Hero />
        <Section
          title="Markets"
          aside={
            <Segmented
              label="Group"
              isSmall
              value={group}
              onChange={setGroup}
              options={[
                { key: 'crypto', label: 'Crypto' },
                { key: 'metals', label: 'Metals & forex' },
              ]}
            />
          }
        >
          {MARKETS.map((market) => (
            <QuoteRow key={market.base} {...market} quote="USDT" sub={market.name} href="#" />
          ))}
        </Section>
      </ScreenBody>
      <SceneTabs current="Home" />
    </>
  );
}
