/** A deposit that belongs to nobody yet: what came, and whose it could be. */
import { DateText, StateBlock, TextField } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../kernel/act.ts';
import { ExactAmount } from '../../kernel/exact-amount.tsx';
import { Loaded } from '../../kernel/loaded.tsx';
import { openReview } from '../../kernel/open-review.ts';
import { texts } from '../../kernel/texts.ts';
import { type Stray, useStrays } from './api.ts';
import { Answers, Pane } from './pane.tsx';

/** What the call takes to look for; a reference may be longer. */
const SEARCH_MAX = 128;

/** Found by its reference alone, whatever the list beside shows. */
export function StrayPane({ reference }: { reference: string }) {
  const found = useStrays({ search: reference.slice(0, SEARCH_MAX) }, 1);
  const { chain } = texts;
  return (
    <Loaded query={found}>
      {({ list }) => {
        const stray = list.find((each) => each.reference === reference);
        if (stray === undefined) {
          return <StateBlock kind="empty" title={chain.gone} text={chain.goneText} />;
        }
        return <StrayForm stray={stray} />;
      }}
    </Loaded>
  );
}

function StrayForm({ stray }: { stray: Stray }) {
  const { chain } = texts;
  const { strays, facts } = chain;
  const [proposal, setProposal] = useState<'credit' | 'dismiss'>();
  const [memberId, setMember] = useState('');
  const [reason, setReason] = useState('');
  const propose = useAct('POST /operator/chain/proposeStray', () => chain.proposed);
  const { reference, coinname, czline, num, state, fault, reviewId, depositNo } = stray;
  const isCredit = proposal === 'credit';
  return (
    <Pane
      name={`${num} ${coinname}, ${czline}`}
      amount={num}
      unit={coinname}
      pill={state === 'open' ? (strays.faults[fault] ?? fault) : strays.now[state]}
      line={
        <>
          {czline} · <DateText at={stray.seenAt} detail="short" /> · {strays.safe}
        </>
      }
      facts={[
        [facts.amount, <ExactAmount key="amount" value={num} unit={coinname} />],
        [facts.network, `${coinname}, ${czline}`],
        [facts.address, stray.address],
        [facts.txid, stray.txid],
        [facts.seen, <DateText key="seen" at={stray.seenAt} detail="second" />],
        [facts.reference, reference],
        ...(depositNo === null ? [] : [[facts.depositNo, depositNo] as const]),
      ]}
      reviewId={state === 'proposed' ? reviewId : null}
      {...(state === 'open'
        ? {
            question: (
              <Answers
                question={strays.question}
                aside={strays.wait}
                options={[
                  {
                    key: 'credit',
                    label: strays.credit,
                    hint: strays.creditHint,
                    field: (
                      <TextField
                        label={strays.member}
                        name="member"
                        inputMode="numeric"
                        required
                        value={memberId}
                        onChange={setMember}
                      />
                    ),
                  },
                  { key: 'dismiss', label: strays.dismiss, hint: strays.dismissHint },
                ]}
                value={proposal}
                onChange={setProposal}
              />
            ),
          }
        : {})}
      propose={{
        isBusy: propose.isBusy,
        isReady: proposal !== undefined && reason.trim() !== '',
        run: () => {
          if (proposal === undefined) return;
          const member = isCredit ? { memberId: memberId.trim() } : {};
          propose.run({ reference, proposal, ...member, reason: reason.trim() }, openReview);
        },
      }}
      reason={reason}
      onReason={setReason}
      {...(isCredit ? { hint: chain.reasonHint } : {})}
    />
  );
}
