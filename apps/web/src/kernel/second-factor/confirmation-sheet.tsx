/** The sheet in which a member confirms one sensitive call. */
import { Sheet } from '@tern/ui';
import { call } from '../../platform/http/call.ts';
import { useT } from '../../platform/i18n/i18n.tsx';
import type { WaitingCall } from './confirmation-requests.ts';
import { FactorPrompt, type Proof } from './factor-prompt.tsx';

export function ConfirmationSheet({ waiting }: { waiting: WaitingCall }) {
  const t = useT();
  const { request, answer } = waiting;
  return (
    <Sheet isOpen onClose={() => answer(undefined)} title={t('second-factor.confirmItsYou')}>
      <FactorPrompt
        request={request}
        send={(proof: Proof) => call('POST /user/confirm', proof)}
        onDone={() => answer(request.confirmationId)}
        // The call is refused again and brings a new confirmation.
        onExpired={() => answer(request.confirmationId)}
      />
    </Sheet>
  );
}
