/** A whole page without its screen: loading, or one thing to say and one thing to do. */
import { Button, NavBar, ScreenBody, ScreenHeader, SkeletonRows, StateBlock } from '@tern/ui';
import type { ReactNode } from 'react';
import { useBack } from '../platform/navigation/links.ts';

interface PlainPageProps {
  title: string;
  children: ReactNode;
}

function PlainPage({ title, children }: PlainPageProps) {
  const back = useBack();
  return (
    <>
      <ScreenHeader>
        <NavBar title={title} back={back} />
      </ScreenHeader>
      <ScreenBody>{children}</ScreenBody>
    </>
  );
}

export interface PageStateProps {
  /** The page's own name. */
  title: string;
  /** What is the matter. */
  what: string;
  hint?: string;
  action: string;
  /** A page that was never there is no failure. */
  kind?: 'empty' | 'error';
  onPress: () => void;
}

export function PageState({ title, what, hint, action, kind = 'error', onPress }: PageStateProps) {
  return (
    <PlainPage title={title}>
      <StateBlock
        kind={kind}
        title={what}
        text={hint}
        action={
          <Button isSmall onPress={onPress}>
            {action}
          </Button>
        }
      />
    </PlainPage>
  );
}

export function PageLoading({ title }: { title: string }) {
  return (
    <PlainPage title={title}>
      <SkeletonRows />
    </PlainPage>
  );
}
