/** A second person's answer to a proposal: two buttons, also by the keys A and D, and the reason that each needs. */
import { Button, Inline } from '@tern/ui';
import { useShortcuts } from '../../platform/shortcuts.ts';
import { ReasonDialog } from '../reason.tsx';

export type Answer = 'agree' | 'decline';

interface ProposalDecisionProps {
  labels: Readonly<Record<Answer | 'hint', string>>;
  /** The answer whose reason is asked for. */
  asked: Answer | undefined;
  onAsk: (answer: Answer | undefined) => void;
  question: string;
  /** What will happen. */
  lead: string;
  isBusy: boolean;
  onConfirm: (reason: string) => void;
}

export function ProposalDecision(props: ProposalDecisionProps) {
  const { labels, asked, onAsk, question, lead, isBusy, onConfirm } = props;
  useShortcuts({ a: () => onAsk('agree'), d: () => onAsk('decline') });
  return (
    <>
      <Inline gap={8}>
        <Button isSmall kind="outline" onPress={() => onAsk('agree')}>
          {labels.agree}
          <kbd aria-hidden="true">A</kbd>
        </Button>
        <Button isSmall kind="outline" onPress={() => onAsk('decline')}>
          {labels.decline}
          <kbd aria-hidden="true">D</kbd>
        </Button>
      </Inline>
      {asked !== undefined && (
        <ReasonDialog
          key={asked}
          isOpen
          question={question}
          hint={labels.hint}
          confirmLabel={labels[asked]}
          isBusy={isBusy}
          onCancel={() => onAsk(undefined)}
          onConfirm={onConfirm}
        >
          <p>{lead}</p>
        </ReasonDialog>
      )}
    </>
  );
}
