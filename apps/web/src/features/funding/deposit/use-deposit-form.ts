/** The deposit form's state: network, amount, proof, validation and sending. */
import { useQuery } from '@tanstack/react-query';
import { amountPlaces } from '@tern/ui';
import { useState } from 'react';
import { useForm } from '../../../kernel/form.ts';
import { useMember } from '../../../kernel/member.ts';
import { pages } from '../../../kernel/pages.ts';
import { useIsSimulated } from '../../../kernel/site-config.ts';
import { useSubmit } from '../../../kernel/submit.ts';
import { depositObstacle } from '../../../kernel/account-status.ts';
import { useTransferToast } from '../request/use-transfer-toast.ts';
import { useAmountMessages } from '../request/use-fault-messages.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator, useParams } from '../../../platform/navigation/current-page.ts';
import {
  addressQuery,
  type Deposit,
  type DepositableCoin,
  type DepositInput,
  patchDeposit,
  reloadDeposits,
  reloadTerms,
  sendDeposit,
} from './api.ts';
import { type DepositField, type FaultMessages, refusalAtField } from './deposit-refusal.ts';
import { amountFault, creditedOf } from './deposit-sums.ts';
import { recentDeposits } from '../request/recent-coins.ts';
import { type ProofState, useProof } from './use-proof.ts';

const TERMS_CHANGED = 5004;

function useFaultMessages({ coinname, places }: DepositableCoin): FaultMessages {
  const t = useT();
  const amount = useAmountMessages({ unit: coinname, places: amountPlaces(coinname, places) });
  return { amount, proofGone: t('deposit.proofGone') };
}

/** The selected network, the one in the URL, or the first. */
function useNetwork(coin: DepositableCoin) {
  const params = useParams();
  const [chosen, setChosen] = useState(params['network']);
  const network = coin.networks.find(({ czline }) => czline === chosen) ?? coin.networks[0]!;
  return { network, setNetwork: setChosen };
}

/** Why the proof cannot be submitted yet; undefined when it can. */
function useProofFault(): (state: ProofState) => string | undefined {
  const t = useT();
  return (state) => {
    if (state.stage === 'done') return undefined;
    return t(state.stage === 'uploading' ? 'deposit.waitForUpload' : 'deposit.addProof');
  };
}

export function useDepositForm(coin: DepositableCoin) {
  const showTransferToast = useTransferToast();
  const navigator = useNavigator();
  const params = useParams();
  const user = useMember();
  const isIdentityAsked = !useIsSimulated();
  const { network, setNetwork } = useNetwork(coin);
  const address = useQuery(addressQuery(coin.coinname, network.czline));
  const form = useForm<DepositField>({ num: params['num'] ?? '', proof: '' });
  const words = useFaultMessages(coin);
  const proofFault = useProofFault();
  const proof = useProof((fault) =>
    fault === undefined ? form.set('proof', '') : form.fail({ ...form.errors, proof: fault }),
  );
  const { submit, isBusy, isOff } = useSubmit<DepositInput, Deposit>({
    movesMoney: true,
    send: sendDeposit,
    onDone: (made) => {
      recentDeposits.remember(coin.coinname);
      patchDeposit(made);
      reloadDeposits();
      showTransferToast('submittedIn', { coin: coin.coinname, num: made.num, places: coin.places });
      navigator.redirect(pages.depositDetail, { id: String(made.ID) });
    },
    onRefused: (error) => {
      if (error.code === TERMS_CHANGED) reloadTerms();
      const found = refusalAtField(error, words);
      return found !== undefined && form.fail(found);
    },
  });
  const send = () => {
    const { num } = form.values;
    const fault = amountFault(num, network);
    const missing = proofFault(proof.state);
    const isFaulty = form.fail({
      ...(fault && { num: words.amount(fault) }),
      ...(missing !== undefined && { proof: missing }),
    });
    if (isFaulty || address.data === undefined || proof.state.stage !== 'done') return;
    submit({
      coin: coin.coinname,
      czline: network.czline,
      num,
      min_received: creditedOf(num, network) ?? '0',
      address: address.data,
      payimg: proof.state.id,
    });
  };
  const obstacle = depositObstacle(user);
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
