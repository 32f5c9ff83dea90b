/** Earlier conversations, and what can be done with this one: by mail, or its end. */
import { useQuery } from '@tanstack/react-query';
import { Button, chevronRightIcon, DateText, Icon, Sheet, Stack, Text } from '@tern/ui';
import { useState } from 'react';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { useSession } from '../../../../kernel/session.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { earlierMessagesQuery, earlierQuery, type EarlierConversation } from '../api.ts';
import type { Conversation } from '../thread.ts';
import { MessageLog } from './message-log.tsx';
import styles from './support.module.css';

export interface ConversationSheetProps {
  conversation: Conversation | undefined;
  isOpen: boolean;
  onClose: () => void;
  onMail: () => void;
  onEnd: () => void;
}

export function ConversationSheet(props: ConversationSheetProps) {
  const { conversation, isOpen, onClose, onMail, onEnd } = props;
  const t = useT();
  const isMember = useSession() !== undefined;
  const [shown, setShown] = useState<EarlierConversation>();
  const hasMessages = conversation !== undefined && conversation.lastSeq > 0;
  const close = () => {
    setShown(undefined);
    onClose();
  };
  return (
    <Sheet isOpen={isOpen} onClose={close} title={t('support.conversations')}>
      {shown === undefined ? (
        <Stack gap={12}>
          {isMember && <EarlierList except={conversation?.ID} onShow={setShown} />}
          {hasMessages && (
            <Button isFull onPress={onMail}>
              {t('support.mailIt')}
            </Button>
          )}
          {hasMessages && conversation.state !== 'closed' && (
            <Button kind="outline" isFull onPress={onEnd}>
              {t('support.end')}
            </Button>
          )}
          {!isMember && !hasMessages && <p>{t('support.noEarlier')}</p>}
        </Stack>
      ) : (
        <Earlier conversation={shown} onBack={() => setShown(undefined)} />
      )}
    </Sheet>
  );
}

interface EarlierListProps {
  except: number | undefined;
  onShow: (conversation: EarlierConversation) => void;
}

function EarlierList({ except, onShow }: EarlierListProps) {
  const t = useT();
  return (
    <Loaded query={useQuery(earlierQuery)}>
      {(list) => {
        const others = list.filter(({ ID }) => ID !== except);
        if (others.length === 0) return <Text tone="faint">{t('support.noEarlier')}</Text>;
        return (
          <ul className={styles.earlier}>
            {others.map((each) => (
              <li key={each.ID}>
                <button type="button" onClick={() => onShow(each)}>
                  <span>
                    <b dir="auto">{each.firstText || t('support.conversation')}</b>
                    <small>
                      <DateText at={each.CreatedAt} detail="day" />
                    </small>
                  </span>
                  <Icon of={chevronRightIcon} size={16} />
                </button>
              </li>
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}

function Earlier({
  conversation,
  onBack,
}: {
  conversation: EarlierConversation;
  onBack: () => void;
}) {
  const t = useT();
  const query = useQuery(earlierMessagesQuery(conversation.ID));
  return (
    <Stack gap={12}>
      <Loaded query={query}>
        {({ messages }) => (
          <Stack gap={8} top={8}>
            <MessageLog messages={messages} conversation={conversation} opensAt={null} />
          </Stack>
        )}
      </Loaded>
      <Button isFull onPress={onBack}>
        {t('common.back')}
      </Button>
    </Stack>
  );
}
