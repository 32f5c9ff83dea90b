/** Proof of balances: fetched and checked on arrival, with what it does not prove on the same page. */
import { useQuery } from '@tanstack/react-query';
import {
  Button,
  ButtonLink,
  CtaBar,
  depositIcon,
  IconButton,
  infoIcon,
  NavBar,
  ScreenBody,
  ScreenHeader,
  Sheet,
  StateBlock,
} from '@tern/ui';
import { useState } from 'react';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { useMember } from '../../../../kernel/member.ts';
import { pages } from '../../../../kernel/pages.ts';
import { saveFile } from '../../../../kernel/save-file.ts';
import { useSession } from '../../../../kernel/session.ts';
import { CallError } from '../../../../platform/http/call-error.ts';
import { useIsSimulated } from '../../../../kernel/site-config.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import { type CheckedBalances, checkBalances } from '../check-balances.ts';
import styles from '../parts/balance-proof.module.css';
import { lookOf, ProofResult } from '../parts/proof-result.tsx';

export function BalanceProofScreen() {
  const t = useT();
  const isPaper = useIsSimulated();
  const back = useBack();
  const memberId = useMember()?.ID ?? 0;
  const [isExplained, setExplained] = useState(false);
  const query = useQuery({
    queryKey: ['liabilities', memberId],
    queryFn: () => checkOrNothing(memberId),
    // Every visit runs the checks.
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <>
      <ScreenHeader>
        <NavBar
          title={t('liabilities.title')}
          back={back}
          action={
            <IconButton
              icon={infoIcon}
              isQuiet
              label={t('liabilities.how')}
              onPress={() => setExplained(true)}
            />
          }
        />
      </ScreenHeader>
      <ScreenBody foot="cta" isPadded>
        <Loaded query={query}>
          {({ checked }) =>
            checked === undefined ? (
              <StateBlock
                kind="empty"
                title={t('liabilities.none')}
                text={t('liabilities.noneText')}
              />
            ) : (
              <ProofResult checked={checked} />
            )
          }
        </Loaded>
      </ScreenBody>
      <Sheet isOpen={isExplained} onClose={() => setExplained(false)} title={t('liabilities.how')}>
        <div className={styles.how}>
          <p>{t('liabilities.howTotal')}</p>
          <p>{t('liabilities.howPath')}</p>
          <p>{t('liabilities.howCheck')}</p>
          <p>{t(isPaper ? 'liabilities.limits' : 'liabilities.limitsReal')}</p>
        </div>
      </Sheet>
      {query.data?.checked && (
        <Acts
          checked={query.data.checked}
          isBusy={query.isFetching}
          onCheck={() => void query.refetch()}
        />
      )}
    </>
  );
}

interface ActsProps {
  checked: CheckedBalances;
  isBusy: boolean;
  onCheck: () => void;
}

function Acts({ checked, isBusy, onCheck }: ActsProps) {
  const t = useT();
  const to = useLinks();
  const look = lookOf(checked, useSession()?.user.CreatedAt);
  const save = () => saveFile('balances.tlog-proof', checked.receipt, 'text/plain;charset=utf-8');
  return (
    <CtaBar>
      <Button icon={depositIcon} onPress={save}>
        {t('liabilities.download')}
      </Button>
      {look === 'proven' || look === 'next' ? (
        <Button
          kind="primary"
          isBusy={isBusy}
          busyLabel={t('liabilities.checking')}
          onPress={onCheck}
        >
          {t('liabilities.again')}
        </Button>
      ) : (
        <ButtonLink kind="primary" {...to(pages.support)}>
          {t('liabilities.contact')}
        </ButtonLink>
      )}
    </CtaBar>
  );
}

/** Nothing is published yet on a new deployment. */
async function checkOrNothing(memberId: number): Promise<{ checked: CheckedBalances | undefined }> {
  try {
    return { checked: await checkBalances(memberId) };
  } catch (error) {
    if (error instanceof CallError && error.refusal === 'not-found') return { checked: undefined };
    throw error;
  }
}
