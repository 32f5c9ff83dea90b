/** What stands where nothing is: a sentence, and a button to the page where something can be had. */
import { Button, StateBlock } from '@tern/ui';
import { useNavigator } from '../platform/navigation/current-page.ts';
import type { Path } from '../platform/navigation/route.ts';

export interface NothingThereProps {
  title: string;
  icon?: string;
  /** A second sentence. */
  text?: string;
  /** The button's text. */
  label: string;
  /** Where it leads. */
  page: Path;
  /** This page is left for good: going back does not come here again. */
  isReplaced?: boolean;
}

export function NothingThere({ label, page, isReplaced = false, ...said }: NothingThereProps) {
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
