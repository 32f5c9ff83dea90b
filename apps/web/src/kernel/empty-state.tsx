/** An empty state: a sentence, and a button to the page that helps. */
import { Button, StateBlock } from '@tern/ui';
import { useNavigator } from '../platform/navigation/current-page.ts';
import type { Path } from '../platform/navigation/route.ts';

export interface EmptyStateProps {
  title: string;
  icon?: string;
  text?: string;
  label: string;
  /** The page the button opens. */
  page: Path;
  /** Replaces this page in the history. */
  isReplaced?: boolean;
}

export function EmptyState({ label, page, isReplaced = false, ...said }: EmptyStateProps) {
  const navigator = useNavigator();
  const go = () => (isReplaced ? navigator.redirect(page) : navigator.push(page));
  return (
    <StateBlock
      kind="empty"
      {...said}
      action={
        <Button isSmall onPress={go}>
          {label}
        </Button>
      }
    />
  );
}
