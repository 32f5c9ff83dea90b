/** Proposes money for an exchange account: paper money, or what the bank received; a second person approves it in the queue. */
import { type FundedAccount, fundedAccounts } from '@tern/protocol/operator/client';
import { AmountField, Select, TextField } from '@tern/ui';
import { useState } from 'react';
import { newRequestId, useAct } from '../../../kernel/act.ts';
import { useIsLive } from '../../../kernel/mode.ts';
import { openReview } from '../../../kernel/pages.ts';
import { ReasonDialog } from '../../../kernel/reason.tsx';
import styles from './products.module.css';
import { texts } from '../../../kernel/texts.ts';
import { productTexts } from './texts.ts';

/** More than any asset has; the server checks the asset's own scale. */
const PLACES_MAX = 18;

export function FundDialog({ onEnd }: { onEnd: () => void }) {
  const { fund, ask } = productTexts.products;
  const [account, setAccount] = useState<FundedAccount>('yields');
  const isLive = useIsLive();
  // A bank receives currencies.
  const [coin, setCoin] = useState(isLive ? 'USD' : 'USDT');
  const [bankReference, setBankReference] = useState('');
  const [amount, setAmount] = useState('');
  // Idempotency key: a retry does not create a second proposal.
  const [requestId] = useState(() => newRequestId());
  const propose = useAct('POST /operator/product/fund', () => fund.done);
  return (
    <ReasonDialog
      isOpen
      question={isLive ? fund.questionLive : fund.question}
      hint={ask.hint}
      confirmLabel={fund.confirm}
      isBusy={propose.isBusy}
      onCancel={onEnd}
      onConfirm={(reason) =>
        propose.run(
          {
            account,
            coinname: coin.trim().toUpperCase(),
            amount,
            ...(isLive ? { bankReference } : {}),
            reason,
            requestId,
          },
          openReview,
        )
      }
    >
      <p>{isLive ? fund.leadLive : fund.lead}</p>
      <div className={styles.fields}>
        <Select
          label={fund.account}
          options={fundedAccounts.map((key) => ({ key, label: texts.exchangeAccounts[key] }))}
          value={account}
          onChange={setAccount}
        />
        <TextField label={fund.coin} name="coin" required value={coin} onChange={setCoin} />
        <AmountField
          label={fund.amount}
          name="amount"
          places={PLACES_MAX}
          unit={coin.trim().toUpperCase()}
          value={amount}
          onChange={setAmount}
        />
        {isLive && (
          <TextField
            label={fund.bankReference}
            name="bankReference"
            required
            value={bankReference}
            onChange={setBankReference}
          />
        )}
      </div>
    </ReasonDialog>
  );
}
