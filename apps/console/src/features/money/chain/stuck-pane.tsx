/** A withdrawal without an answer from the network, and the form of its manual resolution. */
import { DateText, Note, StateBlock, TextField } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { ExactAmount } from '../../../kernel/exact-amount.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { openReview } from '../../../kernel/pages.ts';
import { useMessage } from '../../../kernel/reason.tsx';
import { texts } from '../../../kernel/texts.ts';
import { useNow } from '../../../platform/now.ts';
import { type Halted, type Resolution, resolutionInput, useHalted } from './api.ts';
import { Answers, Pane } from './pane.tsx';
import { chainTexts } from './texts.ts';

const LOOK_EVERY_MS = 10_000;

export function HaltedPane({ id }: { id: string }) {
  const found = useHalted(id, 1);
  const { chain } = chainTexts;
  return (
    <Loaded query={found}>
      {({ list }) => {
        const withdrawal = list.find(({ ID }) => String(ID) === id);
        if (withdrawal === undefined) {
          return <StateBlock kind="empty" title={chain.gone} text={chain.goneText} />;
        }
        return <ResolutionForm withdrawal={withdrawal} />;
      }}
    </Loaded>
  );
}

function ResolutionForm({ withdrawal }: { withdrawal: Halted }) {
  const { chain } = chainTexts;
  const { halted, facts } = chain;
  const [resolution, setResolution] = useState<Resolution>();
  const [txid, setTxid] = useState('');
  const [reason, setReason] = useState('');
  const { message, field } = useMessage('approve.verdict');
  const now = useNow(LOOK_EVERY_MS);
  const { ID, recordNo, memberId, asset, network, amount, signed, decidableFrom } = withdrawal;
  const isDecidable = Date.parse(decidableFrom) <= now;
  const needsTxid = (of: Resolution) => of === 'sent' || signed !== '';
  const propose = useAct('POST /operator/chain/proposeVerdict', () => chain.proposed);
  const txidField = (of: Resolution) => (
    <TextField
      label={of === 'sent' ? halted.txid : halted.placeTaken}
      {...(of === 'sent' ? {} : { hint: halted.placeTakenHint })}
      name="txid"
      spellCheck={false}
      maxLength={128}
      required
      value={txid}
      onChange={setTxid}
    />
  );
  const option = (key: Resolution, label: string, hint: string) => ({
    key,
    label,
    hint,
    ...(needsTxid(key) ? { field: txidField(key) } : {}),
  });
  return (
    <Pane
      name={`${texts.kinds['withdrawal']} ${recordNo}`}
      amount={amount}
      unit={asset}
      pill={halted.pill}
      line={`${recordNo} · ${texts.queue.member(memberId)} · ${network}`}
      facts={[
        [facts.amount, <ExactAmount key="amount" value={amount} unit={asset} />],
        [facts.network, `${asset}, ${network}`],
        [facts.address, withdrawal.address],
        [facts.since, <DateText key="since" at={withdrawal.silentSince} detail="second" />],
        [facts.why, withdrawal.silence],
        [facts.signed, signed === '' ? halted.unsigned : signed],
      ]}
      reviewId={withdrawal.reviewId}
      {...(isDecidable
        ? {
            question: (
              <Answers
                question={halted.question}
                aside={halted.lead}
                options={[
                  option('unsent', halted.unsent, halted.unsentHint),
                  option('sent', halted.sent, halted.sentHint),
                ]}
                value={resolution}
                onChange={setResolution}
              />
            ),
          }
        : {
            obstacle: (
              <Note>
                {halted.notYet} <DateText at={decidableFrom} detail="short" />.
              </Note>
            ),
          })}
      propose={{
        isBusy: propose.isBusy,
        isReady: resolution !== undefined && reason.trim() !== '',
        run: () => {
          if (resolution === undefined) return;
          const named = needsTxid(resolution) ? { txid: txid.trim() } : {};
          const given = { ID: String(ID), ...named, message, reason: reason.trim() };
          propose.run({ ...given, ...resolutionInput(resolution) }, openReview);
        },
      }}
      reason={reason}
      onReason={setReason}
      message={field}
    />
  );
}
