/** An image of a conversation, loaded on request because each view is logged. */
import { Button, eyeIcon } from '@tern/ui';
import { useState } from 'react';
import { Loaded } from '../../../kernel/loaded.tsx';
import { type Message, useMessageImage } from './api.ts';
import styles from './inbox.module.css';
import { supportTexts } from './texts.ts';

export interface MessageImageProps {
  conversation: string;
  image: NonNullable<Message['image']>;
  /** Who sent it, for its description. */
  who: string;
}

export function MessageImage({ conversation, image, who }: MessageImageProps) {
  const [isWanted, setWanted] = useState(false);
  const [isLarge, setLarge] = useState(false);
  const shown = useMessageImage(conversation, image.ID, isWanted);
  if (!isWanted) {
    return (
      <div className={styles.image}>
        <Button isSmall icon={eyeIcon} onPress={() => setWanted(true)}>
          {supportTexts.inbox.showImage}
        </Button>
      </div>
    );
  }
  return (
    <div className={isLarge ? styles.large : styles.image}>
      <Loaded query={shown}>
        {(source) => (
          <>
            <img
              src={source}
              alt={supportTexts.inbox.imageOf(who)}
              width={image.width}
              height={image.height}
            />
            <Button isSmall onPress={() => setLarge(!isLarge)}>
              {isLarge ? supportTexts.inbox.reduce : supportTexts.inbox.enlarge}
            </Button>
          </>
        )}
      </Loaded>
    </div>
  );
}
