/** An approved fiat withdrawal at the bank: who is paid, and the form of what the bank did with it. */
import { AmountField, ButtonLink, DateText, StateBlock, TextField } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { ExactAmount } from '../../../kernel/exact-amount.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { openReview, pages } from '../../../kernel/pages.ts';
import { usePermission } from '../../../kernel/session.ts';
import { texts } from '../../../kernel/texts.ts';
import { hrefOf } from '../../../platform/address.ts';
import { type BankPayout, returnInput, usePayoutsAtBank } from './api.ts';
import { Answers, Pane, type PaneProps } from './pane.tsx';
import { chainTexts } from './texts.ts';

/** Most decimal places of any currency. */
const PLACES_MAX = 2;

export function PayoutPane({ id }: { id: string }) {
  const found = usePayoutsAtBank(id);
  const { chain } = chainTexts;
  return (
    <Loaded query={found}>
      {({ list }) => {
        const payout = list.find(({ ID }) => String(ID) === id);
        if (payout === undefined) {
          return <StateBlock kind="empty" title={chain.gone} text={chain.goneText} />;
        }
        return <BankForm payout={payout} />;
      }}
    </Loaded>
  );
}

type Outcome = 'sent' | 'returned';

interface Statement {
  bankReference: string;
  valueDate: string;
  /** Of what came back. */
  amount: string;
}

interface Fields {
  payout: BankPayout;
  statement: Statement;
  onChange: (changed: Partial<Statement>) => void;
}

function BankForm({ payout }: { payout: BankPayout }) {
  const { chain } = chainTexts;
  const { atBank } = chain;
  const mayRecord = usePermission('payments.send');
  const [outcome, setOutcome] = useState<Outcome>();
  const [statement, setStatement] = useState({ bankReference: '', valueDate: '', amount: '' });
  const [reason, setReason] = useState('');
  const sent = useAct('POST /operator/payout/recordSent', () => atBank.recorded);
  const returned = useAct('POST /operator/payout/proposeReturn', () => chain.proposed);
  const { ID, recordNo, memberId, isSent, file } = payout;
  // Sent by hand as well, or returned, it would be paid twice.
  const isWaiting = file !== null && !file.isSent && !isSent;
  const { valueDate, amount } = statement;
  const onChange = (changed: Partial<Statement>) => setStatement({ ...statement, ...changed });
  const fields = { payout, statement, onChange };
  const given = { ID: String(ID), bankReference: statement.bankReference.trim() };
  const isReturn = outcome === 'returned';
  const run = () => {
    if (!isReturn) return sent.run({ ...given, valueDate: valueDate.trim() });
    const back = { ...given, reason: reason.trim() };
    return returned.run(isSent ? returnInput({ ...back, amount }) : back, openReview);
  };
  const isComplete = isReturn
    ? reason.trim() !== '' && (!isSent || amount !== '')
    : valueDate !== '';
  return (
    <Pane
      name={`${texts.kinds['payout']} ${recordNo}`}
      amount={payout.received}
      unit={payout.currency}
      pill={isSent ? atBank.isSent : isWaiting ? chain.files.inFile(file.recordNo) : atBank.toSend}
      line={`${recordNo} · ${texts.queue.member(memberId)}`}
      facts={factsOf(payout)}
      reviewId={payout.reviewId}
      {...(isWaiting ? { obstacle: <p>{chain.files.inOpenFile(file.recordNo)}</p> } : {})}
      question={
        isWaiting ? undefined : (
          <Answers<Outcome>
            question={atBank.question}
            aside={atBank.lead}
            options={[
              ...(!isSent && mayRecord ? [sentOption(fields)] : []),
              returnedOption(fields),
            ]}
            value={outcome}
            onChange={setOutcome}
          />
        )
      }
      propose={{
        isBusy: sent.isBusy || returned.isBusy,
        isReady: outcome !== undefined && given.bankReference !== '' && isComplete,
        run,
      }}
      {...(isReturn ? {} : { atOnce: { label: atBank.record, hint: atBank.recordHint } })}
      reason={reason}
      onReason={setReason}
      message={<p>{atBank.message}</p>}
    />
  );
}

function factsOf(payout: BankPayout): PaneProps['facts'] {
  const { atBank, facts } = chainTexts.chain;
  const review = hrefOf(pages.queue, { id: String(payout.paymentReviewId) });
  return [
    [facts.given, <ExactAmount key="given" value={payout.amount} unit={payout.asset} />],
    [facts.bank, payout.bankname],
    [facts.holder, payout.accountname],
    [facts.card, payout.bankcard],
    [facts.iban, payout.ibna],
    ...(payout.file === null
      ? []
      : [[chainTexts.chain.files.heads.file, payout.file.recordNo] as const]),
    [facts.approved, <DateText key="at" at={payout.decidedAt} detail="second" />],
    ...(payout.isSent
      ? ([
          [atBank.reference, payout.bankReference],
          [facts.valueDate, payout.valueDate],
        ] as const)
      : []),
    [
      facts.numbers,
      <ButtonLink key="numbers" isSmall href={review}>
        {atBank.numbers}
      </ButtonLink>,
    ],
  ];
}

function ReferenceField({ statement, onChange }: Omit<Fields, 'payout'>) {
  return (
    <TextField
      label={chainTexts.chain.atBank.reference}
      name="bank-reference"
      spellCheck={false}
      maxLength={140}
      required
      value={statement.bankReference}
      onChange={(bankReference) => onChange({ bankReference })}
    />
  );
}

function sentOption({ statement, onChange }: Fields) {
  const { atBank, facts } = chainTexts.chain;
  return {
    key: 'sent',
    label: atBank.sent,
    hint: atBank.sentHint,
    field: (
      <>
        <ReferenceField statement={statement} onChange={onChange} />
        <TextField
          label={facts.valueDate}
          hint={atBank.valueDateHint}
          name="value-date"
          maxLength={10}
          required
          value={statement.valueDate}
          onChange={(valueDate) => onChange({ valueDate })}
        />
      </>
    ),
  } as const;
}

function returnedOption({ payout, statement, onChange }: Fields) {
  const { atBank } = chainTexts.chain;
  const { isSent, currency } = payout;
  return {
    key: 'returned',
    label: isSent ? atBank.sentBack : atBank.refused,
    hint: isSent ? atBank.sentBackHint : atBank.refusedHint,
    field: (
      <>
        <ReferenceField statement={statement} onChange={onChange} />
        {isSent && (
          <AmountField
            label={atBank.amount}
            name="returned"
            places={PLACES_MAX}
            unit={currency}
            value={statement.amount}
            onChange={(amount) => onChange({ amount })}
          />
        )}
      </>
    ),
  } as const;
}
