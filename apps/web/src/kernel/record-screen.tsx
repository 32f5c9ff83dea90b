/** Pages of records: the header that leads to a list of them, the page of one, and the link to customer support. */
import { headsetIcon, IconButton, NavBar, ScreenBody, ScreenHeader, TextButton } from '@tern/ui';
import { type ReactNode, useEffect } from 'react';
import { useT } from '../platform/i18n/i18n.tsx';
import { useNavigator, useParams } from '../platform/navigation/current-page.ts';
import { useBack, useLinks } from '../platform/navigation/links.ts';
import type { Params, Path } from '../platform/navigation/route.ts';
import { EmptyState, type EmptyStateProps } from './empty-state.tsx';
import { pages } from './pages.ts';
import { writeSupportDraft } from './support-draft.ts';

/** The number of `?id=`; undefined if it is missing or malformed. */
export function useRecordId(): number | undefined {
  const { id } = useParams();
  return id !== undefined && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}

/** What the shown page is about; a page behind another has no effects. */
let reference = '';

/** For the part of a page that shows a record or product: its number or name is in the message to support that the page's `ContactLink` opens. */
export function useContactReference(recordNo: string | undefined): void {
  useEffect(() => {
    if (recordNo === undefined) return;
    reference = recordNo;
    return () => {
      reference = '';
    };
  }, [recordNo]);
}

/** For every page about money; nothing if customer support has no page. */
export function ContactLink() {
  const t = useT();
  const to = useLinks();
  const navigator = useNavigator();
  if (!navigator.has(pages.support)) return null;
  const support = to(pages.support);
  const open = () => {
    if (reference !== '') writeSupportDraft(`${reference}: `);
    support.onPress();
  };
  return (
    <IconButton
      icon={headsetIcon}
      label={t('common.contactUs')}
      href={support.href}
      onPress={open}
    />
  );
}

export interface RecordsHeaderProps {
  title: string;
  /** The page of the list. */
  page: Path;
  params?: Params;
}

/** The header of a form whose results are in a list. */
export function RecordsHeader({ title, page, params }: RecordsHeaderProps) {
  const t = useT();
  const to = useLinks();
  const back = useBack();
  return (
    <ScreenHeader>
      <NavBar
        title={title}
        back={back}
        action={<TextButton {...to(page, params)}>{t('transfer.records')}</TextButton>}
      />
    </ScreenHeader>
  );
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
