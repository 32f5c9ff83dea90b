/** Error boundary of a page: the rest of the app keeps working. */
import { Component, type ReactNode } from 'react';
import { useT } from '../platform/i18n/i18n.tsx';
import { PageState } from './page-state.tsx';

interface PageBoundaryProps {
  title: string;
  children: ReactNode;
}

export class PageBoundary extends Component<PageBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return <BrokenPage title={this.props.title} />;
  }
}

function BrokenPage({ title }: { title: string }) {
  const t = useT();
  return (
    <PageState
      title={title}
      what={t('common.pageBroke')}
      hint={t('common.pageBrokeHint')}
      action={t('common.reload')}
      onPress={() => location.reload()}
    />
  );
}
