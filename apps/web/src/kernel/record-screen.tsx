/** The page of one record: its id from the URL, its header, and the link to customer service. */
import { headsetIcon, IconButton, NavBar, ScreenBody, ScreenHeader } from '@tern/ui';
import type { ReactNode } from 'react';
import { useT } from '../platform/i18n/i18n.tsx';
import { useNavigator, useParams } from '../platform/navigation/current-page.ts';
import { useBack, useLinks } from '../platform/navigation/links.ts';
import { EmptyState, type EmptyStateProps } from './empty-state.tsx';
import { pages } from './pages.ts';

/** The number of `?id=`; undefined if it is missing or malformed. */
export function useRecordId(): number | undefined {
  const { id } = useParams();
  return id !== undefined && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}

/** For every page about money; nothing if customer service has no page. */
export function ContactLink() {
  const t = useT();
  const to = useLinks();
  const navigator = useNavigator();
  if (!navigator.has(pages.service)) return null;
  return <IconButton icon={headsetIcon} label={t('transfer.contactUs')} {...to(pages.service)} />;
}

export interface RecordScreenProps {
  title: string;
  isTitleHidden?: boolean;
  action?: ReactNode;
  /** Shown when the URL names no record, with a link to the list. */
  none: Pick<EmptyStateProps, 'title' | 'label' | 'page'>;
  /** Below the header. */
  renderRecord: (id: number) => ReactNode;
}

export function RecordScreen(props: RecordScreenProps) {
  const { title, isTitleHidden = false, action, none, renderRecord } = props;
  const back = useBack();
  const id = useRecordId();
  return (
    <>
      <ScreenHeader>
        <NavBar title={title} isTitleHidden={isTitleHidden} back={back} action={action} />
      </ScreenHeader>
      {id === undefined ? (
        <ScreenBody isPadded>
          <EmptyState {...none} isReplaced />
        </ScreenBody>
      ) : (
        renderRecord(id)
      )}
    </>
  );
}
