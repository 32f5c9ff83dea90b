/** Verification of the member's identity: the form, the review, or the verified identity. */
import { useQuery } from '@tanstack/react-query';
import { NavBar, ScreenBody, ScreenHeader, SkeletonForm } from '@tern/ui';
import { useState } from 'react';
import { ContactLink } from '../../../../kernel/record-screen.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../../platform/navigation/links.ts';
import { type Identity, identityQuery } from '../api.ts';
import { DocumentForm } from '../parts/document-form.tsx';
import { UnderReview, Verified } from '../parts/identity-state.tsx';
import { type IdentityView, viewOf } from '../view-model.ts';

export function RealNameScreen() {
  const t = useT();
  const back = useBack();
  const { data, isPending } = useQuery(identityQuery);
  const latest = data?.documents?.ID;
  // Documents that were sent end it.
  const [renewed, setRenewed] = useState<number>();
  const isRenewing = latest !== undefined && renewed === latest;
  const view = isRenewing && viewOf(data) === 'verified' ? 'form' : viewOf(data);
  const renew = () => setRenewed(latest);
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('identity.title')} back={back} action={<ContactLink />} />
      </ScreenHeader>
      <ScreenBody isPadded foot={view === 'form' ? 'cta' : 'none'}>
        {isPending ? <SkeletonForm /> : <Content view={view} identity={data} onRenew={renew} />}
      </ScreenBody>
    </>
  );
}

interface ContentProps {
  view: IdentityView;
  identity: Identity | undefined;
  onRenew: () => void;
}

function Content({ view, identity, onRenew }: ContentProps) {
  const { documents, status } = identity ?? {};
  switch (view) {
    case 'review':
      return <UnderReview documents={documents} />;
    case 'verified':
      return <Verified identity={identity} onRenew={onRenew} />;
    default:
      // A decision on another device starts the form anew.
      return <DocumentForm key={`${status} ${documents?.ID}`} identity={identity} />;
  }
}
