/** The treasury: accounts of one coin with revenue and a form for moves; outflow; hedging; coverage of all coins; movements. */
import { DateText, Select, Tabs } from '@tern/ui';
import { useRef } from 'react';
import { Loaded } from '../../../kernel/loaded.tsx';
import { KeysHint, Page } from '../../../kernel/page.tsx';
import { pages } from '../../../kernel/pages.ts';
import { usePermission } from '../../../kernel/session.ts';
import { texts } from '../../../kernel/texts.ts';
import { goTo, useAddress } from '../../../platform/address.ts';
import { useShortcuts } from '../../../platform/shortcuts.ts';
import { AccountsPart } from './accounts-part.tsx';
import { useAccounts, useCoverage, useHedging, useOutflow } from './api.ts';
import { CapForm } from './cap-form.tsx';
import { CoveragePart } from './coverage-part.tsx';
import { HedgingPart } from './hedging-part.tsx';
import { MoveForm } from './move-form.tsx';
import { MovesPart } from './moves-part.tsx';
import { OutflowPart } from './outflow-part.tsx';
import { RevenuePart } from './revenue-part.tsx';
import { treasuryTexts } from './texts.ts';
import styles from './treasury.module.css';
import { isShort } from './view-model.ts';
import { VenueMoveForm } from './venue-move-form.tsx';
import { WalletsPart } from './wallets-part.tsx';

const TABS = ['accounts', 'outflow', 'hedging', 'coverage', 'moves'] as const;
type Tab = (typeof TABS)[number];
const USUAL_COIN = 'USDT';
const RULES: Partial<Record<Tab, string>> = {
  outflow: treasuryTexts.capRule,
  hedging: treasuryTexts.hedgingRule,
};

export function TreasuryScreen() {
  const { params } = useAddress();
  const shown: Tab = TABS.find((tab) => tab === params['show']) ?? 'accounts';
  const coin = params['coin'] ?? USUAL_COIN;
  const isDecider = usePermission('treasury.propose');
  const mayPropose = isDecider && shown === 'accounts';
  const amountField = useRef<HTMLInputElement>(null);
  useShortcuts({ p: mayPropose ? () => amountField.current?.focus() : undefined });
  const accounts = useAccounts(coin);
  return (
    <Page
      title={texts.nav.treasury}
      line={<Line />}
      bar={
        <div className={styles.bar}>
          <div className={styles.tabs}>
            <Tabs
              id="treasury"
              label={treasuryTexts.show}
              isFlush
              items={TABS.map((key) => ({ key, label: treasuryTexts.tabs[key] }))}
              value={shown}
              onChange={(show) => goTo(pages.treasury, { show, coin })}
            />
          </div>
          {shown === 'accounts' && (
            <Select
              label={treasuryTexts.coin}
              isLabelHidden
              options={(accounts.data?.coins ?? [coin]).map((key) => ({ key, label: key }))}
              value={coin}
              onChange={(next) => goTo(pages.treasury, { show: shown, coin: next })}
            />
          )}
        </div>
      }
      side={
        mayPropose && accounts.data ? (
          <MoveForm key={coin} coin={coin} accounts={accounts.data} amountField={amountField} />
        ) : isDecider && shown === 'outflow' ? (
          <CapSide />
        ) : isDecider && shown === 'hedging' ? (
          <VenueSide />
        ) : undefined
      }
      isSideWide
      foot={
        <KeysHint more={mayPropose ? [[['P'], treasuryTexts.keys.propose]] : []}>
          {RULES[shown] ?? treasuryTexts.rule}
        </KeysHint>
      }
    >
      {shown === 'accounts' && (
        <>
          <Loaded query={accounts}>{(data) => <AccountsPart coin={coin} accounts={data} />}</Loaded>
          <RevenuePart coin={coin} />
        </>
      )}
      {shown === 'outflow' && (
        <>
          <OutflowPart mayPropose={isDecider} />
          <WalletsPart />
        </>
      )}
      {shown === 'hedging' && <HedgingPart mayAct={isDecider} />}
      {shown === 'coverage' && <CoveragePart floor={accounts.data?.floor} />}
      {shown === 'moves' && <MovesPart />}
    </Page>
  );
}

function CapSide() {
  const { data } = useOutflow();
  return data && <CapForm outflow={data} />;
}

/** Nothing can be moved there without a venue. */
function VenueSide() {
  const { data } = useHedging();
  return data && data.venue !== null && <VenueMoveForm hedging={data} />;
}

/** The worst thing, and as of when. */
function Line() {
  const { data } = useCoverage();
  if (data === undefined) return null;
  const covered = data.list.filter((row) => !isShort(row)).length;
  return (
    <>
      {treasuryTexts.line(covered, data.list.length)} <DateText at={data.at} detail="time" />
    </>
  );
}
