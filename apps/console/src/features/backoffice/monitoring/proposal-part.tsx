/** The version that waits: what it changes, who proposed it and why, and the decision of another person. */
import { Button, Inline } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { Part } from '../../../kernel/page.tsx';
import { PeopleList, PersonLine } from '../../../kernel/people-list.tsx';
import { type Answer, ProposalDecision } from '../../../kernel/review/proposal-decision.tsx';
import { markOf, useSession } from '../../../kernel/session.ts';
import type { Rule, RuleVersion } from './api.ts';
import styles from './monitoring.module.css';
import { monitoringTexts } from './texts.ts';
import { changesOf } from './view-model.ts';

const { people: labels, withUnit } = monitoringTexts;

interface ProposalPartProps {
  rule: Rule;
  proposal: RuleVersion;
  mayWork: boolean;
}

export function ProposalPart({ rule, proposal, mayWork }: ProposalPartProps) {
  const own = useSession()?.operator.login ?? '';
  const mayDecide = mayWork && !proposal.isOwn;
  return (
    <section className={styles.card}>
      <Part title={labels.title} aside={<span>{monitoringTexts.version(proposal.version)}</span>}>
        <Changes rule={rule} proposal={proposal} />
        <PeopleList>
          <PersonLine mark={markOf(proposal.login)} word={labels.words.proposed} isDone>
            <b>{proposal.isOwn ? labels.you : proposal.login}</b>
            <br />“{proposal.reason}”
          </PersonLine>
          {mayDecide ? (
            <PersonLine mark={markOf(own)} word={labels.words.deciding}>
              <b>{labels.you}</b>
            </PersonLine>
          ) : (
            <PersonLine word={labels.words.waits}>{labels.waitsFor}</PersonLine>
          )}
        </PeopleList>
        {mayDecide && <Decide proposal={proposal} />}
        {mayWork && proposal.isOwn && <Withdraw proposal={proposal} />}
      </Part>
    </section>
  );
}

function Changes({ rule, proposal }: Pick<ProposalPartProps, 'rule' | 'proposal'>) {
  const { inForce, parameters } = rule;
  const unitOf = (name: string) =>
    parameters.find((parameter) => parameter.name === name)?.unit ?? 'count';
  const isSwitched = (inForce?.isOn ?? false) !== proposal.isOn;
  return (
    <ul className={styles.changes}>
      {isSwitched && <li>{proposal.isOn ? labels.turnsOn : labels.turnsOff}</li>}
      {changesOf(rule, proposal).map(({ name, label, from, to }) => (
        <li key={name}>
          <span>{label}</span>
          <span>
            {from !== null && <s>{withUnit(from, unitOf(name))}</s>}{' '}
            <b>{withUnit(to, unitOf(name))}</b>
          </span>
        </li>
      ))}
      {inForce?.points !== proposal.points && (
        <li>
          <span>{labels.points}</span>
          <span>
            {inForce !== null && <s>{inForce.points}</s>} <b>{proposal.points}</b>
          </span>
        </li>
      )}
    </ul>
  );
}

function Decide({ proposal: { ID, version } }: { proposal: RuleVersion }) {
  const [asked, ask] = useState<Answer>();
  const isAgreed = asked === 'agree';
  const decide = useAct('POST /operator/monitoring/decide', () =>
    isAgreed ? labels.agreed : labels.declined,
  );
  return (
    <ProposalDecision
      labels={labels}
      asked={asked}
      onAsk={ask}
      question={isAgreed ? labels.agreeQuestion(version) : labels.declineQuestion(version)}
      lead={isAgreed ? labels.agreeLead : labels.declineLead}
      isBusy={decide.isBusy}
      onConfirm={(reason) => decide.run({ ID, isAgreed, reason }, () => ask(undefined))}
    />
  );
}

function Withdraw({ proposal: { ID } }: { proposal: RuleVersion }) {
  const withdraw = useAct('POST /operator/monitoring/withdraw', () => labels.withdrawn);
  return (
    <Inline>
      <Button isSmall kind="outline" isBusy={withdraw.isBusy} onPress={() => withdraw.run({ ID })}>
        {labels.withdraw}
      </Button>
    </Inline>
  );
}
