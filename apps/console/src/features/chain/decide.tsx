/** The way to decide something that came to a halt: the form, or the review that waits for it. */
import { Button } from '@tern/ui';
import { pages } from '../../kernel/pages.ts';
import { useHasRole } from '../../kernel/session.ts';
import { texts } from '../../kernel/texts.ts';
import { goTo, hrefOf } from '../../platform/address.ts';

interface DecideProps {
  reviewId: number | null;
  /** What is decided, for who hears the button only. */
  name: string;
  /** May be decided now. */
  isOpen: boolean;
  /** Of the room, with the chosen one. */
  to: Readonly<Record<string, string>>;
}

export function Decide({ reviewId, name, isOpen, to }: DecideProps) {
  const mayPropose = useHasRole('reviewer', 'approver');
  const { chain } = texts;
  if (reviewId !== null) {
    return <a href={hrefOf(pages.queue, { id: String(reviewId) })}>{chain.review}</a>;
  }
  if (!isOpen || !mayPropose) return null;
  return (
    <Button isSmall label={name} onPress={() => goTo(pages.chain, { ...to })}>
      {chain.decide}
    </Button>
  );
}
