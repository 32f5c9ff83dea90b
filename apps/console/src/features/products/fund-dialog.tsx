/** Proposes paper money for a house account; a second person approves it in the queue. */
import { AmountField, Segmented, TextField } from '@tern/ui';
import { useState } from 'react';
import { newRequestId, useAct } from '../../kernel/act.ts';
import { openReview } from '../../kernel/pages.ts';
import { ReasonDialog } from '../../kernel/reason.tsx';
import { texts } from '../../kernel/texts.ts';
import styles from './products.module.css';

/** More than any asset has; the server checks the asset's own scale. */
const PLACES_MAX = 18;

const ACCOUNTS = ['yields', 'loans', 'offerings', 'liquidity'] as const;
type Account = (typeof ACCOUNTS)[number];

export function FundDialog({ onEnd }: { onEnd: () => void }) {
  const { fund, position, ask } = texts.products;
  const [account, setAccount] = useState<Account>('yields');
  const [coin, setCoin] = useState('USDT');
  const [amount, setAmount] = useState('');
  // Idempotency key: a retry does not create a second proposal.
  const [requestId] = useState(() => newRequestId());
  const propose = useAct('POST /operator/product/fund', () => fund.done);
  return (
    <ReasonDialog
      isOpen
      question={fund.question}
      hint={ask.hint}
      confirmLabel={fund.confirm}
      isBusy={propose.isBusy}
      onCancel={onEnd}
      onConfirm={(reason) =>
        propose.run(
          { account, coinname: coin.trim().toUpperCase(), amount, reason, requestId },
          openReview,
        )
      }
    >
      <p>{fund.lead}</p>
      <div className={styles.fields}>
        <Segmented
          label={fund.account}
          options={ACCOUNTS.map((key) => ({ key, label: position.accounts[key] }))}
          value={account}
          onChange={setAccount}
        />
        <TextField label={fund.coin} name="coin" required value={coin} onChange={setCoin} />
        <AmountField
          label={fund.amount}
          name="amount"
          places={PLACES_MAX}
          value={amount}
          onChange={setAmount}
        />
      </div>
    </ReasonDialog>
  );
}
