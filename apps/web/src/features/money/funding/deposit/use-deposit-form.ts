/** The deposit form's state: network, amount, proof, validation and sending. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { identityObstacle } from '../../../../kernel/account-status.ts';
import { limitFault } from '../../../../kernel/amount-limits.ts';
import { useAmountMessages } from '../../../../kernel/amount-messages.ts';
import { useForm } from '../../../../kernel/form.ts';
import {
  type ImageUpload,
  type UploadState,
  useImageUpload,
} from '../../../../kernel/image-upload/use-image-upload.ts';
import { useMember } from '../../../../kernel/member.ts';
import { pages } from '../../../../kernel/pages.ts';
import { useIsSimulated } from '../../../../kernel/site-config.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator, useParams } from '../../../../platform/navigation/current-page.ts';
import { afterFee } from '../request/amounts.ts';
import { recentDeposits } from '../request/coin-choice.tsx';
import { useTransferToast } from '../request/form-messages.ts';
import { refusalAtField } from '../request/refusal.ts';
import {
  addressQuery,
  type Deposit,
  DEPOSIT_FIELDS,
  type DepositableCoin,
  type DepositInput,
  deposits,
  reloadTerms,
  sendDeposit,
} from './api.ts';

type DepositField = 'amount' | 'proof';

/** The selected network, the one in the URL, or the first. */
function useNetwork(coin: DepositableCoin) {
  const params = useParams();
  const [chosen, setChosen] = useState(params['network']);
  const network = coin.networks.find(({ code }) => code === chosen) ?? coin.networks[0]!;
  return { network, setNetwork: setChosen };
}

/** Why the proof cannot be submitted yet; undefined when it can. */
function useProofFault(): (state: UploadState) => string | undefined {
  const t = useT();
  return (state) => {
    if (state.stage === 'done') return undefined;
    const isComing = state.stage === 'reading' || state.stage === 'uploading';
    return t(isComing ? 'deposit.waitForUpload' : 'deposit.addProof');
  };
}

export function useDepositForm(coin: DepositableCoin) {
  const t = useT();
  const showTransferToast = useTransferToast();
  const navigator = useNavigator();
  const params = useParams();
  const user = useMember();
  const isIdentityAsked = !useIsSimulated();
  const { network, setNetwork } = useNetwork(coin);
  const address = useQuery(addressQuery(coin.asset, network.code));
  const form = useForm<DepositField>({ amount: params['num'] ?? '', proof: '' });
  const amountMessage = useAmountMessages(coin);
  const texts = { amount: amountMessage, wrong: { proof: t('deposit.proofGone') } };
  const proofFault = useProofFault();
  const proof = useProof((fault) =>
    fault === undefined ? form.set('proof', '') : form.fail({ ...form.errors, proof: fault }),
  );
  const { submit, isBusy, isOff } = useSubmit<DepositInput, Deposit>({
    movesMoney: true,
    send: sendDeposit,
    onDone: (made) => {
      recentDeposits.remember(coin.asset);
      deposits.patch(made);
      deposits.reload();
      showTransferToast('submittedIn', made, coin.places);
      navigator.redirect(pages.depositDetail, { id: String(made.ID) });
    },
    onRefused: (error) => {
      if (error.refusal === 'terms-changed') reloadTerms();
      const found = refusalAtField<DepositField>(error, { texts, fields: DEPOSIT_FIELDS });
      return found !== undefined && form.fail(found);
    },
  });
  const send = () => {
    const { amount } = form.values;
    const fault = limitFault(amount, network.deposits);
    const missing = proofFault(proof.state);
    const isFaulty = form.fail({
      ...(fault && { amount: amountMessage(fault) }),
      ...(missing !== undefined && { proof: missing }),
    });
    if (isFaulty || address.data === undefined || proof.state.stage !== 'done') return;
    submit({
      asset: coin.asset,
      network: network.code,
      amount,
      leastCredited: afterFee(amount, network.deposits.fee) ?? '0',
      address: address.data,
      proofId: proof.state.id,
    });
  };
  const obstacle = identityObstacle(user);
  // In paper mode deposits need no identity; a frozen account is refused everywhere.
  const isBlocked = isIdentityAsked || obstacle === 'frozen';
  return {
    form,
    user,
    obstacle: isBlocked ? obstacle : undefined,
    network,
    setNetwork,
    address,
    proof,
    send,
    isBusy,
    isOff,
  };
}

/** `onChoice` receives why an image cannot be used, or undefined when it can. */
function useProof(onChoice: (fault: string | undefined) => void): ImageUpload {
  const t = useT();
  const texts = {
    wrongType: t('deposit.wrongType'),
    tooLarge: t('deposit.tooLarge'),
    uploadFailed: t('deposit.uploadFailed'),
    tooMany: t('transfer.tooManyImages'),
  };
  return useImageUpload({ texts, onChoice });
}
