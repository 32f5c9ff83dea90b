/** Second factors: passkeys, authenticator app, recovery codes; each can be added, replaced and removed. */
import { useQuery } from '@tanstack/react-query';
import { NavBar, Note, ScreenBody, ScreenHeader, showToast } from '@tern/ui';
import { useState } from 'react';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../../platform/navigation/links.ts';
import { type Factors, factorsQuery, hasFactor, type Passkey } from '../api.ts';
import { AddPasskeySheet } from '../parts/add-passkey-sheet.tsx';
import { AuthenticatorSection, PasskeysSection, RecoverySection } from '../parts/sections.tsx';
import { AuthenticatorSheet } from '../parts/authenticator-sheet.tsx';
import styles from '../parts/factors.module.css';
import { PasskeySheet } from '../parts/passkey-sheet.tsx';
import { RecoveryCodesSheet } from '../parts/recovery-codes-sheet.tsx';
import { RemoveDialog } from '../parts/remove-dialog.tsx';

export function SecondFactorsScreen() {
  const t = useT();
  const back = useBack();
  const query = useQuery(factorsQuery);
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('second-factor.title')} back={back} />
      </ScreenHeader>
      <ScreenBody isPadded>
        <Loaded query={query}>{(factors) => <Methods factors={factors} />}</Loaded>
      </ScreenBody>
    </>
  );
}

type Open = 'add-passkey' | 'authenticator';

function Methods({ factors }: { factors: Factors }) {
  const t = useT();
  const [open, setOpen] = useState<Open>();
  const [shown, setShown] = useState<Passkey>();
  const [leaving, setLeaving] = useState<Passkey | 'authenticator'>();
  const [codes, setCodes] = useState<readonly string[]>();
  const isFirst = !hasFactor(factors);
  const count = factors.passkeys.length + (factors.totp === null ? 0 : 1);
  const close = () => setOpen(undefined);
  const added = (recoveryCodes: string[] | null) => {
    close();
    if (recoveryCodes === null) showToast(t('second-factor.methodAdded'), 'done');
    else setCodes(recoveryCodes);
  };
  return (
    <div className={styles.stack}>
      <Note>{t(isFirst ? 'second-factor.introNone' : 'second-factor.intro')}</Note>
      <PasskeysSection factors={factors} onAdd={() => setOpen('add-passkey')} onShow={setShown} />
      <AuthenticatorSection
        totp={factors.totp}
        onSetUp={() => setOpen('authenticator')}
        onRemove={() => setLeaving('authenticator')}
      />
      {!isFirst && <RecoverySection left={factors.recoveryCodesLeft} onMade={setCodes} />}
      <AddPasskeySheet
        isOpen={open === 'add-passkey'}
        isFirst={isFirst}
        name={t('second-factor.passkeyNumber', { n: factors.passkeys.length + 1 })}
        onClose={close}
        onAdded={added}
      />
      <AuthenticatorSheet
        isOpen={open === 'authenticator'}
        isFirst={isFirst}
        isReplaced={factors.totp !== null}
        onClose={close}
        onAdded={added}
      />
      <PasskeySheet
        passkey={shown}
        onClose={() => setShown(undefined)}
        onRemove={(passkey) => {
          setShown(undefined);
          setLeaving(passkey);
        }}
      />
      <RemoveDialog factor={leaving} isLast={count === 1} onClose={() => setLeaving(undefined)} />
      <RecoveryCodesSheet codes={codes} onClose={() => setCodes(undefined)} />
    </div>
  );
}
