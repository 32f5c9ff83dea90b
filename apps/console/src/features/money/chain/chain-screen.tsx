/** Stuck transfers: unmatched deposits, payouts at the bank and withdrawals without an answer, next to the open one. */
import {
  cardIcon,
  classNames,
  closeIcon,
  DateText,
  depositIcon,
  Segmented,
  StateBlock,
  Text,
  withdrawIcon,
} from '@tern/ui';
import { useAge } from '../../../kernel/value-text.ts';
import { FilterText, Pager, pageOf } from '../../../kernel/list-controls.tsx';
import { KeysHint } from '../../../kernel/page.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { pages } from '../../../kernel/pages.ts';
import { texts } from '../../../kernel/texts.ts';
import { goTo, hrefOf, useAddress } from '../../../platform/address.ts';
import {
  type BankEntry,
  type BankPayout,
  type Halted,
  type UnmatchedDeposit,
  useBankEntries,
  useHalted,
  usePayoutsAtBank,
  useUnmatched,
} from './api.ts';
import styles from './chain.module.css';
import { EntryPane } from './entry-pane.tsx';
import { listOf } from './pane.tsx';
import { PaymentFilesPane } from './payment-files-pane.tsx';
import { PayoutPane } from './payout-pane.tsx';
import { StatementsPane } from './statements-pane.tsx';
import { HaltedPane } from './stuck-pane.tsx';
import { UnmatchedPane } from './unmatched-pane.tsx';
import { chainTexts } from './texts.ts';
import { Group, Row } from './transfer-row.tsx';

type Params = Readonly<Record<string, string>>;

export function ChainScreen() {
  const { params } = useAddress();
  const { chain } = chainTexts;
  const { ref, withdrawal, payout, entry, bank } = params;
  const isOpen = [ref, withdrawal, payout, entry, bank].some((each) => each !== undefined);
  return (
    <div className={classNames(styles.screen, isOpen && styles.hasOne)}>
      <section className={styles.list} aria-label={texts.nav.chain}>
        <Lists params={params} />
        <KeysHint />
      </section>
      <section className={styles.pane}>
        {ref !== undefined && <UnmatchedPane key={ref} reference={ref} />}
        {withdrawal !== undefined && <HaltedPane key={withdrawal} id={withdrawal} />}
        {payout !== undefined && <PayoutPane key={payout} id={payout} />}
        {entry !== undefined && <EntryPane key={entry} id={entry} />}
        {bank === 'statements' && <StatementsPane />}
        {bank === 'files' && <PaymentFilesPane />}
        {!isOpen && <StateBlock kind="empty" title={chain.pick} text={chain.pickText} />}
      </section>
    </div>
  );
}

function Lists({ params }: { params: Params }) {
  const { chain } = chainTexts;
  const { search = '' } = params;
  const isSettled = params['show'] === 'settled';
  const deposits = useUnmatched({ search, state: isSettled ? 'settled' : 'open' }, pageOf(params));
  const halted = useHalted(search, 1);
  const atBank = usePayoutsAtBank(search);
  const entries = useBankEntries(search);
  const open = [deposits, halted, atBank, entries];
  const stuck = open.reduce((sum, { data }) => sum + (data?.total ?? 0), 0);
  return (
    <>
      <ListHead params={params} stuck={isSettled ? 0 : stuck} />
      <div className={styles.scroll}>
        <Loaded query={deposits}>
          {({ list, total }) => (
            <>
              <Group title={isSettled ? chain.settledOnes : chain.came} count={total}>
                {list.map((unmatched) => (
                  <UnmatchedRow key={unmatched.reference} unmatched={unmatched} params={params} />
                ))}
              </Group>
              <Pager total={total} />
              {!isSettled && (
                <Loaded query={entries}>
                  {({ list: open, total: count }) => (
                    <Group title={chain.cameToBank} count={count}>
                      {open.map((one) => (
                        <EntryRow key={one.ID} entry={one} params={params} />
                      ))}
                    </Group>
                  )}
                </Loaded>
              )}
              {!isSettled && (
                <Loaded query={atBank}>
                  {({ list: payouts, total: count }) => (
                    <Group title={chain.toPay} count={count}>
                      {payouts.map((one) => (
                        <PayoutRow key={one.ID} payout={one} params={params} />
                      ))}
                    </Group>
                  )}
                </Loaded>
              )}
              {!isSettled && (
                <Loaded query={halted}>
                  {({ list: silent, total: count }) => (
                    <>
                      <Group title={chain.sent} count={count}>
                        {silent.map((one) => (
                          <HaltedRow key={one.ID} withdrawal={one} params={params} />
                        ))}
                      </Group>
                      {total + count === 0 &&
                        atBank.data?.total === 0 &&
                        entries.data?.total === 0 && (
                          <StateBlock
                            kind="empty"
                            title={search === '' ? chain.none : chain.noneFound}
                          />
                        )}
                    </>
                  )}
                </Loaded>
              )}
              {isSettled && total === 0 && <StateBlock kind="empty" title={chain.noneFound} />}
            </>
          )}
        </Loaded>
      </div>
    </>
  );
}

function ListHead({ params, stuck }: { params: Params; stuck: number }) {
  const { chain } = chainTexts;
  const { search = '' } = params;
  const isSettled = params['show'] === 'settled';
  const to = (changed: Params) => goTo(pages.chain, { ...params, ...changed, page: undefined });
  return (
    <header className={styles.head}>
      <div className={styles.titleLine}>
        <h1>{texts.nav.chain}</h1>
        {stuck > 0 && (
          <Text as="span" size="label" tone="faint">
            {chain.open(stuck)}
          </Text>
        )}
      </div>
      <div className={styles.filters}>
        <FilterText
          key={search}
          label={chain.search}
          name="search"
          given={search}
          onFind={(text) => to({ search: text })}
          isWide
        />
      </div>
      <Segmented
        label={chain.show}
        isSmall
        options={[
          { key: 'open', label: chain.shows.open },
          { key: 'settled', label: chain.shows.settled },
        ]}
        value={isSettled ? 'settled' : 'open'}
        onChange={(show) => to({ show })}
      />
      <nav className={styles.banks} aria-label={chain.banks}>
        {(['statements', 'files'] as const).map((bank) => (
          <a
            key={bank}
            className={styles.profile}
            href={hrefOf(pages.chain, { ...listOf(params), bank })}
            aria-current={params['bank'] === bank || undefined}
          >
            {chain[bank].title}
          </a>
        ))}
      </nav>
    </header>
  );
}

function UnmatchedRow({ unmatched, params }: { unmatched: UnmatchedDeposit; params: Params }) {
  const { deposits } = chainTexts.chain;
  const age = useAge(unmatched.seenAt);
  const { reference, state, fault, network } = unmatched;
  const isSettled = state === 'credited' || state === 'dismissed';
  return (
    <Row
      icon={state === 'dismissed' ? closeIcon : depositIcon}
      href={hrefOf(pages.chain, { ...listOf(params), ref: reference })}
      isOpen={params['ref'] === reference}
      amount={unmatched.amount}
      unit={unmatched.asset}
      where={unmatched.depositNo === null ? network : `${network} · ${unmatched.depositNo}`}
      time={isSettled ? <DateText at={unmatched.seenAt} detail="date" /> : age}
      word={state === 'open' ? (deposits.faults[fault] ?? fault) : texts.unmatchedStates[state]}
    />
  );
}

function HaltedRow({ withdrawal, params }: { withdrawal: Halted; params: Params }) {
  const age = useAge(withdrawal.silentSince);
  const { ID, recordNo, network, reviewId } = withdrawal;
  return (
    <Row
      icon={withdrawIcon}
      href={hrefOf(pages.chain, { ...listOf(params), withdrawal: String(ID) })}
      isOpen={params['withdrawal'] === String(ID)}
      amount={withdrawal.amount}
      unit={withdrawal.asset}
      where={`${network} · ${recordNo}`}
      time={age}
      word={
        reviewId === null ? texts.queue.member(withdrawal.memberId) : texts.unmatchedStates.proposed
      }
    />
  );
}

function PayoutRow({ payout, params }: { payout: BankPayout; params: Params }) {
  const age = useAge(payout.decidedAt);
  const { atBank } = chainTexts.chain;
  const { ID, recordNo, bankname, reviewId, isSent } = payout;
  const state = isSent ? atBank.isSent : atBank.toSend;
  return (
    <Row
      icon={cardIcon}
      href={hrefOf(pages.chain, { ...listOf(params), payout: String(ID) })}
      isOpen={params['payout'] === String(ID)}
      amount={payout.received}
      unit={payout.currency}
      where={`${bankname} · ${recordNo}`}
      time={age}
      word={reviewId === null ? state : texts.unmatchedStates.proposed}
    />
  );
}

function EntryRow({ entry, params }: { entry: BankEntry; params: Params }) {
  const { entries } = chainTexts.chain;
  const age = useAge(entry.CreatedAt);
  const { ID, isCredit, amount, asset, party, returnCode } = entry;
  return (
    <Row
      icon={isCredit ? depositIcon : withdrawIcon}
      href={hrefOf(pages.chain, { ...listOf(params), entry: String(ID) })}
      isOpen={params['entry'] === String(ID)}
      amount={amount}
      unit={asset}
      where={party === '' ? entries.noName : party}
      time={age}
      word={returnCode === '' ? (isCredit ? entries.cameIn : entries.wentOut) : returnCode}
    />
  );
}
