/** Answers that need nobody: the member's records that are not done yet, and the questions that operators answered for all. */
import { useQuery } from '@tanstack/react-query';
import type { RecordCard } from '@tern/protocol/client';
import { Button, Card, chevronRightIcon, Icon, Sheet, Text } from '@tern/ui';
import { useState } from 'react';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { useSession } from '../../../../kernel/session.ts';
import { useI18n, useT } from '../../../../platform/i18n/i18n.tsx';
import { type Answer, answersQuery, recordsQuery } from '../api.ts';
import { isAwaited } from '../records.ts';
import { RecordLink } from './record-link.tsx';
import styles from './records.module.css';

/** The others are a press away, at the composer. */
const AWAITED_MAX = 3;

export interface AnswersProps {
  /** Attaches a record to the next message. */
  onAsk: (record: RecordCard) => void;
}

export function Answers({ onAsk }: AnswersProps) {
  const { t, language } = useI18n();
  const isMember = useSession() !== undefined;
  const records = useQuery({ ...recordsQuery(), enabled: isMember });
  const answers = useQuery(answersQuery(language));
  const [opened, open] = useState<Answer>();
  const awaited = (records.data ?? []).filter(isAwaited).slice(0, AWAITED_MAX);
  const questions = answers.data ?? [];
  if (awaited.length + questions.length === 0) return null;
  return (
    <section className={styles.answers} aria-label={t('support.needNobody')}>
      <h2>{t('support.needNobody')}</h2>
      <Card isPadded={false}>
        <ul className={styles.list}>
          {awaited.map((record) => (
            <li key={`${record.kind} ${record.ID}`}>
              <RecordLink record={record} />
            </li>
          ))}
          {questions.map((answer) => (
            <li key={answer.code}>
              <button type="button" className={styles.record} onClick={() => open(answer)}>
                <Text as="span" size="body" breaksAnywhere isGrown>
                  {answer.question}
                </Text>
                <Icon of={chevronRightIcon} size={16} />
              </button>
            </li>
          ))}
        </ul>
      </Card>
      <AnswerSheet
        answer={opened}
        onClose={() => open(undefined)}
        onAsk={(record) => {
          open(undefined);
          onAsk(record);
        }}
      />
    </section>
  );
}

interface AnswerSheetProps extends AnswersProps {
  answer: Answer | undefined;
  onClose: () => void;
}

function AnswerSheet({ answer, onClose, onAsk }: AnswerSheetProps) {
  const isMember = useSession() !== undefined;
  const shows = isMember ? (answer?.shows ?? undefined) : undefined;
  return (
    <Sheet isOpen={answer !== undefined} onClose={onClose} title={answer?.question ?? ''}>
      {answer !== undefined && (
        <div className={styles.sheet}>
          {shows === undefined ? (
            <AnswerText answer={answer} />
          ) : (
            <WithLatest answer={answer} kind={shows} onAsk={onAsk} />
          )}
        </div>
      )}
    </Sheet>
  );
}

const AnswerText = ({ answer }: { answer: Answer }) => (
  <p className={styles.text} dir="auto">
    {answer.text}
  </p>
);

interface WithLatestProps extends AnswersProps {
  answer: Answer;
  kind: RecordCard['kind'];
}

/** The state of the member's own record comes first: it is what they ask for. */
function WithLatest({ answer, kind, onAsk }: WithLatestProps) {
  const t = useT();
  return (
    <Loaded query={useQuery(recordsQuery(kind))}>
      {([latest]) => (
        <>
          <h3>{t('support.yourLatest')}</h3>
          {latest === undefined ? <p>{t('support.noneYet')}</p> : <RecordLink record={latest} />}
          <AnswerText answer={answer} />
          {latest !== undefined && (
            <Button isFull onPress={() => onAsk(latest)}>
              {t('support.askAbout')}
            </Button>
          )}
        </>
      )}
    </Loaded>
  );
}
