/** What waits for a second person: who proposed it and why, and the decision. */
import { Button, Inline } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { Part } from '../../../kernel/page.tsx';
import { PeopleList, PersonLine } from '../../../kernel/people-list.tsx';
import { type Answer, ProposalDecision } from '../../../kernel/review/proposal-decision.tsx';
import { markOf, useSession } from '../../../kernel/session.ts';
import type { Case, Proposal } from './api.ts';
import styles from './cases.module.css';
import { caseTexts, partsInWords } from './texts.ts';

const { act: labels, one } = caseTexts;

export function PeopleOfProposal({ found }: { found: Case }) {
  const own = useSession()?.operator.login ?? '';
  const proposal = found.proposals.find(({ state }) => state === 'open');
  if (proposal === undefined) return null;
  const isOwn = proposal.login === own;
  const mayDecide = found.mayWork && !isOwn;
  return (
    <section className={styles.card}>
      <Part title={one.people} aside={<span>{one.acts[proposal.act]}</span>}>
        {proposal.parts.length > 0 && (
          <p className={styles.quiet}>{partsInWords(proposal.parts)}</p>
        )}
        <PeopleList>
          <PersonLine mark={markOf(proposal.login)} word={one.words.proposed} isDone>
            <b>{isOwn ? one.you : proposal.login}</b>
            <br />“{proposal.reason}”
          </PersonLine>
          {mayDecide ? (
            <PersonLine mark={markOf(own)} word={one.words.deciding}>
              <b>{one.you}</b>
            </PersonLine>
          ) : (
            <PersonLine word={one.words.waits}>{one.waitsFor}</PersonLine>
          )}
        </PeopleList>
        {mayDecide && <Decide id={found.ID} proposal={proposal} />}
        {isOwn && found.mayWork && <Withdraw id={found.ID} proposal={proposal} />}
      </Part>
    </section>
  );
}

function Decide({ id, proposal }: { id: number; proposal: Proposal }) {
  const [asked, ask] = useState<Answer>();
  const isAgreed = asked === 'agree';
  const act = one.acts[proposal.act];
  const decide = useAct('POST /operator/case/decide', () =>
    isAgreed ? labels.agreed : labels.declined,
  );
  return (
    <ProposalDecision
      labels={labels}
      asked={asked}
      onAsk={ask}
      question={isAgreed ? labels.agreeQuestion(act) : labels.declineQuestion(act)}
      lead={isAgreed ? labels.agreeLead[proposal.act] : labels.declineLead}
      isBusy={decide.isBusy}
      onConfirm={(reason) =>
        decide.run({ ID: id, proposalId: proposal.ID, act: proposal.act, isAgreed, reason }, () =>
          ask(undefined),
        )
      }
    />
  );
}

function Withdraw({ id, proposal }: { id: number; proposal: Proposal }) {
  const withdraw = useAct('POST /operator/case/withdraw', () => labels.withdrawn);
  return (
    <Inline>
      <Button
        isSmall
        kind="outline"
        isBusy={withdraw.isBusy}
        onPress={() => withdraw.run({ ID: id, proposalId: proposal.ID })}
      >
        {labels.withdraw}
      </Button>
    </Inline>
  );
}
