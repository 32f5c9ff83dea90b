/** After the end: how satisfied the customer is, the conversation by mail, and a new one. */
import { Button, CtaBar, GrowingField, Icon, starIcon, classNames, showToast } from '@tern/ui';
import { useState } from 'react';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { rateConversation } from '../api.ts';
import type { Conversation } from '../thread.ts';
import styles from './support.module.css';

const STARS = [1, 2, 3, 4, 5] as const;

/** Shown below a closed conversation that was not rated yet. */
export function RatingForm({ conversation }: { conversation: Conversation }) {
  const t = useT();
  const [stars, setStars] = useState(0);
  const [text, setText] = useState('');
  const { submit, isBusy } = useSubmit({
    send: (rating: { stars: number; text: string }) => rateConversation(conversation.ID, rating),
    onDone: () => showToast(t('support.thanks')),
  });
  return (
    <form
      className={styles.rating}
      onSubmit={(event) => {
        event.preventDefault();
        if (stars > 0) submit({ stars, text });
      }}
    >
      <fieldset>
        <legend>{t('support.howWas')}</legend>
        <div className={styles.stars}>
          {STARS.map((each) => (
            <label key={each} className={classNames(each <= stars && styles.lit)}>
              <input
                type="radio"
                name="stars"
                value={each}
                checked={stars === each}
                aria-label={t('support.stars', { count: each })}
                onChange={() => setStars(each)}
              />
              <Icon of={starIcon} size={28} />
            </label>
          ))}
        </div>
      </fieldset>
      {stars > 0 && (
        <>
          <GrowingField
            label={t('support.ratingText')}
            value={text}
            maxLength={500}
            rows={2}
            onChange={setText}
          />
          <Button type="submit" isFull isBusy={isBusy}>
            {t('support.sendRating')}
          </Button>
        </>
      )}
    </form>
  );
}

/** In the place of the composer. */
export function ClosedFoot({ onMail, onNew }: { onMail: () => void; onNew: () => void }) {
  const t = useT();
  return (
    <CtaBar>
      <Button onPress={onMail}>{t('support.mailIt')}</Button>
      <Button kind="primary" onPress={onNew}>
        {t('support.startNew')}
      </Button>
    </CtaBar>
  );
}
