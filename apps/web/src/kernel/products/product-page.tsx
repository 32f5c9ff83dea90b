/** A page of `/stake/*` about one product or order: its header with the way to customer support, and what was fetched. */
import { NavBar, ScreenBody, ScreenHeader } from '@tern/ui';
import type { ComponentProps } from 'react';
import { usePageTitle } from '../../platform/navigation/current-page.ts';
import { useBack } from '../../platform/navigation/links.ts';
import { Loaded, type LoadedProps } from '../loaded.tsx';
import { ContactLink } from '../record-screen.tsx';

interface PageProps<Data>
  extends LoadedProps<Data>,
    Pick<ComponentProps<typeof ScreenBody>, 'foot' | 'onRefresh'> {
  title: string;
}

export function ProductPage<Data>(props: PageProps<Data>) {
  const { title, query, skeleton, children, ...body } = props;
  const back = useBack();
  usePageTitle(title);
  return (
    <>
      <ScreenHeader>
        <NavBar title={title} back={back} action={<ContactLink />} />
      </ScreenHeader>
      <ScreenBody isPadded {...body}>
        <Loaded query={query} skeleton={skeleton}>
          {children}
        </Loaded>
      </ScreenBody>
    </>
  );
}
