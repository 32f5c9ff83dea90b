/** An unmatched deposit: its facts, and the customers it may belong to. */
import { type FundedAccount, fundedAccounts } from '@tern/protocol/operator/client';
import { DateText, Select, StateBlock, TextField } from '@tern/ui';
import { type ReactNode, useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { sentenceOf, Loaded } from '../../../kernel/loaded.tsx';
import { ExactAmount } from '../../../kernel/exact-amount.tsx';
import { openReview, pages } from '../../../kernel/pages.ts';
import { useMessage } from '../../../kernel/reason.tsx';
import { texts } from '../../../kernel/texts.ts';
import { hrefOf } from '../../../platform/address.ts';
import { type Candidate, type UnmatchedDeposit, useCandidates, useUnmatched } from './api.ts';
import styles from './chain.module.css';
import { Answers, type AnswersProps, Pane } from './pane.tsx';
import { chainTexts } from './texts.ts';

const SIGNS = ['amount', 'coin', 'time', 'address'] as const;

/** Longest search the call accepts; a reference may be longer. */
const SEARCH_MAX = 128;

/** Found by its reference, independent of the list. */
export function UnmatchedPane({ reference }: { reference: string }) {
  const found = useUnmatched({ search: reference.slice(0, SEARCH_MAX) }, 1);
  const { chain } = chainTexts;
  return (
    <Loaded query={found}>
      {({ list }) => {
        const unmatched = list.find((each) => each.reference === reference);
        if (unmatched === undefined) {
          return <StateBlock kind="empty" title={chain.gone} text={chain.goneText} />;
        }
        return <UnmatchedForm unmatched={unmatched} />;
      }}
    </Loaded>
  );
}

/** A candidate by ID, another customer, or none. */
const CANDIDATE = 'candidate ';
type Answer = 'credit' | 'house' | 'dismiss' | `${typeof CANDIDATE}${number}`;

const keyOf = ({ memberId }: Candidate): Answer => `${CANDIDATE}${memberId}`;

/** Shown while candidates load, and if there are none. */
function CandidatesStatus({ query }: { query: ReturnType<typeof useCandidates> }) {
  const { deposits } = chainTexts.chain;
  if (query.isPending) return <p role="status">{deposits.searching}</p>;
  if (query.isError) return <p role="alert">{sentenceOf(query.error)}</p>;
  return query.data.length === 0 ? <p>{deposits.noCandidates}</p> : null;
}

/** Candidates, another customer, not a deposit. Nothing is preselected. */
function optionsOf(
  candidates: readonly Candidate[],
  typed: { id: string; onType: (id: string) => void },
  treasury: { account: FundedAccount; onChoose: (account: FundedAccount) => void },
): AnswersProps<Answer>['options'] {
  const { deposits } = chainTexts.chain;
  return [
    ...candidates.map((candidate) => ({
      key: keyOf(candidate),
      label: `${candidate.email} · ${deposits.candidate(candidate.memberId)}`,
      hint: <CandidateReasons candidate={candidate} />,
      field: (
        <a
          className={styles.profile}
          href={hrefOf(pages.customers, { id: String(candidate.memberId) })}
        >
          {texts.audit.openCustomer}
        </a>
      ),
    })),
    {
      key: 'credit',
      label: deposits.credit,
      hint: deposits.creditHint,
      field: (
        <TextField
          label={deposits.member}
          name="member"
          inputMode="numeric"
          required
          value={typed.id}
          onChange={typed.onType}
        />
      ),
    },
    {
      key: 'house',
      label: deposits.treasury,
      hint: deposits.treasuryHint,
      field: (
        <Select
          label={deposits.account}
          options={fundedAccounts.map((key) => ({
            key,
            label: texts.exchangeAccounts[key],
          }))}
          value={treasury.account}
          onChange={treasury.onChoose}
        />
      ),
    },
    { key: 'dismiss', label: deposits.dismiss, hint: `${deposits.dismissHint} ${deposits.wait}` },
  ];
}

function UnmatchedForm({ unmatched }: { unmatched: UnmatchedDeposit }) {
  const { chain } = chainTexts;
  const { deposits, facts } = chain;
  const [answer, setAnswer] = useState<Answer>();
  const [typedId, setTypedId] = useState('');
  const [account, setAccount] = useState<FundedAccount>('liquidity');
  const [reason, setReason] = useState('');
  const { message, field } = useMessage('approve.stray');
  const propose = useAct('POST /operator/chain/proposeStray', () => chain.proposed);
  const { reference, asset, network, amount, state, fault, reviewId, depositNo } = unmatched;
  const candidates = useCandidates(reference, state === 'open');
  const found = candidates.data ?? [];
  const isCredit = answer !== undefined && answer !== 'dismiss' && answer !== 'house';
  // A candidate may be missing after a refetch.
  const isChosen =
    answer === 'credit' ||
    answer === 'house' ||
    answer === 'dismiss' ||
    found.some((each) => keyOf(each) === answer);
  const memberId = answer === 'credit' ? typedId.trim() : (answer ?? '').replace(CANDIDATE, '');
  return (
    <Pane
      name={`${amount} ${asset}, ${network}`}
      amount={amount}
      unit={asset}
      pill={state === 'open' ? (deposits.faults[fault] ?? fault) : texts.unmatchedStates[state]}
      line={
        <>
          {network} · <DateText at={unmatched.seenAt} detail="short" /> · {deposits.safe}
        </>
      }
      facts={[
        [facts.amount, <ExactAmount key="amount" value={amount} unit={asset} />],
        [facts.network, `${asset}, ${network}`],
        [facts.address, unmatched.address],
        [facts.txid, unmatched.txid],
        [facts.seen, <DateText key="seen" at={unmatched.seenAt} detail="second" />],
        [facts.reference, reference],
        ...(depositNo === null ? [] : [[facts.depositNo, depositNo] as const]),
      ]}
      reviewId={state === 'proposed' ? reviewId : null}
      {...(state === 'open'
        ? {
            question: (
              <Answers<Answer>
                question={deposits.question}
                aside={deposits.aside}
                note={<CandidatesStatus query={candidates} />}
                options={optionsOf(
                  found,
                  { id: typedId, onType: setTypedId },
                  { account, onChoose: setAccount },
                )}
                value={answer}
                onChange={setAnswer}
              />
            ),
          }
        : {})}
      propose={{
        isBusy: propose.isBusy,
        isReady: isChosen && reason.trim() !== '',
        run: () => {
          if (answer === undefined) return;
          const choice = isCredit
            ? ({ proposal: 'credit', memberId, message } as const)
            : answer === 'house'
              ? ({ proposal: 'house', account } as const)
              : ({ proposal: 'dismiss' } as const);
          propose.run({ reference, ...choice, reason: reason.trim() }, openReview);
        },
      }}
      reason={reason}
      onReason={setReason}
      message={isCredit && field}
    />
  );
}

/** Why a transfer may belong to a customer: matching facts and their sources. */
function CandidateReasons({ candidate }: { candidate: Candidate }) {
  const { deposits } = chainTexts.chain;
  const { signs, request, addressOn, earlier } = candidate;
  const fitting = SIGNS.filter((sign) => signs[sign]);
  const reasons: ReactNode[] = [
    ...(request === null
      ? []
      : [
          <span key="request">
            <ExactAmount value={request.amount} unit={request.asset} />{' '}
            {deposits.reasons.request(request.network, request.recordNo)}{' '}
            <DateText at={request.CreatedAt} detail="short" />.
          </span>,
        ]),
    ...(addressOn === null
      ? []
      : [<span key="address">{deposits.reasons.address(addressOn)}</span>]),
    ...(earlier === 0 ? [] : [<span key="earlier">{deposits.reasons.earlier(earlier)}</span>]),
  ];
  return (
    <span className={styles.reasons}>
      <span>
        {deposits.agree(fitting.length)}
        {fitting.length > 0 && `: ${fitting.map((sign) => deposits.signs[sign]).join(', ')}`}
      </span>
      {reasons}
    </span>
  );
}
