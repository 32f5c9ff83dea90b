/** An entry of a bank statement without a record: what the bank says, and the records that it may belong to. */
import { DateText, StateBlock, TextField } from '@tern/ui';
import { type ReactNode, useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { ExactAmount } from '../../../kernel/exact-amount.tsx';
import { Loaded, sentenceOf } from '../../../kernel/loaded.tsx';
import { openReview, pages } from '../../../kernel/pages.ts';
import { texts } from '../../../kernel/texts.ts';
import { hrefOf } from '../../../platform/address.ts';
import { type BankCandidate, type BankEntry, useBankCandidates, useBankEntries } from './api.ts';
import styles from './chain.module.css';
import { Answers, type AnswersProps, Pane, type PaneProps } from './pane.tsx';
import { chainTexts } from './texts.ts';

const labels = chainTexts.chain.entries;

export function EntryPane({ id }: { id: string }) {
  const found = useBankEntries('');
  const { chain } = chainTexts;
  return (
    <Loaded query={found}>
      {({ list }) => {
        const entry = list.find(({ ID }) => String(ID) === id);
        if (entry === undefined) {
          return <StateBlock kind="empty" title={chain.gone} text={chain.goneText} />;
        }
        return <EntryForm entry={entry} />;
      }}
    </Loaded>
  );
}

/** A candidate by its number, another wire, or no record. */
type Answer = 'record' | 'other' | `${BankCandidate['kind']} ${number}`;
const keyOf = ({ kind, recordId }: BankCandidate): Answer => `${kind} ${recordId}`;

function EntryForm({ entry }: { entry: BankEntry }) {
  const [answer, setAnswer] = useState<Answer>();
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState(returnOf(entry));
  const candidates = useBankCandidates(String(entry.ID));
  const match = useAct('POST /operator/bank/match', ({ reviewId }) =>
    reviewId === null ? labels.saved : labels.proposed,
  );
  const found = candidates.data?.list ?? [];
  const chosen = found.find((each) => keyOf(each) === answer);
  const wireId = /^(?:f-?)?0*(\d{1,15})$/i.exec(typed.trim())?.[1];
  const hasReason = answer === 'other' || chosen?.kind === 'payback';
  const isReady =
    answer === 'record' ? wireId !== undefined : chosen !== undefined || answer === 'other';
  const run = () => {
    const given = { ID: String(entry.ID), ...(hasReason ? { reason: reason.trim() } : {}) };
    const opened = ({ reviewId }: { reviewId: number | null }) => {
      if (reviewId !== null) openReview({ reviewId });
    };
    if (answer === 'other') match.run({ ...given, kind: 'other' });
    else if (chosen !== undefined) {
      match.run({ ...given, kind: chosen.kind, recordId: String(chosen.recordId) }, opened);
    } else if (wireId !== undefined) match.run({ ...given, kind: 'wire', recordId: wireId });
  };
  return (
    <Pane
      name={labels.name(entry.statement)}
      amount={entry.amount}
      unit={entry.asset}
      pill={entry.isCredit ? labels.cameIn : labels.wentOut}
      line={entry.party === '' ? labels.noName : entry.party}
      facts={factsOf(entry)}
      reviewId={null}
      question={
        <Answers<Answer>
          question={labels.question}
          aside={labels.aside}
          note={<CandidatesStatus query={candidates} />}
          options={optionsOf(found, { entry, typed, onType: setTyped })}
          value={answer}
          onChange={setAnswer}
        />
      }
      propose={{
        isBusy: match.isBusy,
        isReady: isReady && (!hasReason || reason.trim() !== ''),
        run,
      }}
      {...(chosen?.kind === 'payback' ? {} : { atOnce: savedBy(answer) })}
      reason={reason}
      onReason={setReason}
    />
  );
}

const savedBy = (answer: Answer | undefined) =>
  answer === 'other'
    ? { label: labels.save, hint: labels.otherSaved, hasReason: true }
    : { label: labels.save, hint: labels.saveHint };

/** The bank's reason in words, as a proposal: `AC04: account closed`. */
function returnOf({ returnCode }: BankEntry): string {
  const words = labels.returnCodes[returnCode];
  return words === undefined ? returnCode : `${returnCode}: ${words}`;
}

function factsOf(entry: BankEntry): PaneProps['facts'] {
  const { facts } = labels;
  const given: readonly (readonly [string, string])[] = [
    [facts.party, entry.party],
    [facts.text, entry.text],
    [facts.reference, entry.bankReference],
    [facts.endToEndId, entry.endToEndId],
    [facts.returned, returnOf(entry)],
  ];
  return [
    ...given.filter(([, value]) => value !== ''),
    [facts.booked, entry.bookedOn],
    [chainTexts.chain.facts.valueDate, entry.valueDate],
    [facts.statement, entry.statement],
    [facts.imported, <DateText key="at" at={entry.CreatedAt} detail="second" />],
  ];
}

/** Shown while candidates load, and what they cannot say. */
function CandidatesStatus({ query }: { query: ReturnType<typeof useBankCandidates> }) {
  if (query.isPending) return <p role="status">{labels.searching}</p>;
  if (query.isError) return <p role="alert">{sentenceOf(query.error)}</p>;
  if (query.data.isRecorded) return <p>{labels.isRecorded}</p>;
  return query.data.list.length === 0 ? <p>{labels.none}</p> : null;
}

/** Candidates, another wire, no record. Nothing is preselected. */
function optionsOf(
  candidates: readonly BankCandidate[],
  { entry, typed, onType }: { entry: BankEntry; typed: string; onType: (text: string) => void },
): AnswersProps<Answer>['options'] {
  return [
    ...candidates.map((candidate) => ({
      key: keyOf(candidate),
      label: `${labels.kinds[candidate.kind]} ${candidate.recordNo}${candidate.name === '' ? '' : ` · ${candidate.name}`}`,
      hint: <Signs candidate={candidate} asset={entry.asset} />,
      field: (
        <a
          className={styles.profile}
          href={hrefOf(pages.customers, { id: String(candidate.memberId) })}
        >
          {texts.audit.openCustomer}
        </a>
      ),
    })),
    ...(entry.isCredit
      ? [
          {
            key: 'record' as const,
            label: labels.record,
            hint: labels.recordHint,
            field: (
              <TextField
                label={labels.recordNo}
                name="record"
                maxLength={20}
                required
                value={typed}
                onChange={onType}
              />
            ),
          },
        ]
      : []),
    { key: 'other', label: labels.other, hint: labels.otherHint },
  ];
}

function Signs({ candidate, asset }: { candidate: BankCandidate; asset: string }): ReactNode {
  const { signs, amount, CreatedAt } = candidate;
  const agreeing = (['reference', 'amount'] as const).filter((sign) => signs[sign]);
  return (
    <span className={styles.reasons}>
      <span>
        {agreeing.length === 0
          ? labels.differs
          : labels.agree(agreeing.map((sign) => labels.agrees[sign]).join(', '))}{' '}
        {labels.likeness(signs.likeness)}
      </span>
      <span>
        <ExactAmount value={amount} unit={asset} /> {labels.announced},{' '}
        <DateText at={CreatedAt} detail="short" />
      </span>
    </span>
  );
}
