/** The full numbers of the card and account that a payout pays, loaded on request: each look is logged. */
import { Button, eyeIcon, Text } from '@tern/ui';
import { useState } from 'react';
import { Loaded } from '../../../../kernel/loaded.tsx';
import type { ReviewDetail } from '../../../../kernel/review/review.ts';
import { Facts } from '../../../../kernel/page.tsx';
import { texts } from '../../../../kernel/texts.ts';
import { useReviewNumbers } from '../api.ts';

export function FullNumbers({ review }: { review: ReviewDetail }) {
  const [isAsked, setAsked] = useState(false);
  const numbers = useReviewNumbers(review.ID, isAsked);
  const { cardNumber, iban } = review.facts;
  if (cardNumber === undefined && iban === undefined) return null;
  return (
    <section aria-label={texts.review.numbers}>
      {isAsked ? (
        <Loaded query={numbers}>
          {(list) => <Facts rows={list.map(({ label, number }) => [label, number] as const)} />}
        </Loaded>
      ) : (
        <Button isSmall icon={eyeIcon} onPress={() => setAsked(true)}>
          {texts.review.showNumbers}
        </Button>
      )}
      <Text size="label" tone="soft">
        {texts.review.logged}
      </Text>
    </section>
  );
}
