/** Verification of the member's identity: the form, the review, or the verified identity. */
import { useQuery } from '@tanstack/react-query';
import { NavBar, ScreenBody, ScreenHeader, SkeletonForm } from '@tern/ui';
import { ContactLink } from '../../../../kernel/record-screen.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../../platform/navigation/links.ts';
import { type Identity, identityQuery } from '../api.ts';
import { DocumentForm } from '../parts/document-form.tsx';
import { UnderReview, Verified } from '../parts/identity-state.tsx';
import { viewOf } from '../view-model.ts';

export function RealNameScreen() {
  const t = useT();
  const back = useBack();
  const { data, isPending } = useQuery(identityQuery);
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('identity.title')} back={back} action={<ContactLink />} />
      </ScreenHeader>
      <ScreenBody isPadded foot={viewOf(data) === 'form' ? 'cta' : 'none'}>
        {isPending ? <SkeletonForm /> : <Content identity={data} />}
      </ScreenBody>
    </>
  );
}

function Content({ identity }: { identity: Identity | undefined }) {
  const { documents, status } = identity ?? {};
  switch (viewOf(identity)) {
    case 'review':
      return <UnderReview documents={documents} />;
    case 'verified':
      return <Verified documents={documents} />;
    default:
      // A decision on another device starts the form anew.
      return <DocumentForm key={`${status} ${documents?.ID}`} identity={identity} />;
  }
}
