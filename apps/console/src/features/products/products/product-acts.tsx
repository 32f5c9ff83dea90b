/** Asks before a version is proposed or withdrawn, or a product is closed, each with a reason. */
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { openReview } from '../../../kernel/pages.ts';
import { ReasonDialog } from '../../../kernel/reason.tsx';
import pageStyles from '../../../kernel/page.module.css';
import type { Product, Version } from './api.ts';
import { pendingOf } from './view-model.ts';
import { productTexts } from './texts.ts';

export type Asked =
  | { act: 'propose'; version: Version }
  | { act: 'withdraw'; version: Version }
  | { act: 'close' };

export interface ProductActsProps {
  product: Product;
  /** Undefined: no dialog is open. */
  asked: Asked | undefined;
  onEnd: () => void;
}

function questionOf({ name }: Product, asked: Asked): string {
  const { ask } = productTexts.products;
  return asked.act === 'close'
    ? ask.close.question(name)
    : ask[asked.act].question(asked.version.version);
}

export function ProductActs({ product, asked, onEnd }: ProductActsProps) {
  const { ask } = productTexts.products;
  const [from, setFrom] = useState('');
  const propose = useAct('POST /operator/product/propose', () => ask.propose.done);
  const withdraw = useAct('POST /operator/product/withdraw', () => ask.withdraw.done);
  const close = useAct('POST /operator/product/close', () => ask.close.done);
  const { ID, holders } = product;
  const pending = pendingOf(product.versions);
  const send = (reason: string) => {
    if (asked === undefined) return;
    if (asked.act === 'close') return close.run({ ID, reason }, onEnd);
    const { version, UpdatedAt: seenAt } = asked.version;
    if (asked.act === 'withdraw') return withdraw.run({ ID, version, reason }, onEnd);
    const time = from === '' ? {} : { effectiveAt: new Date(from).toISOString() };
    propose.run({ ID, version, seenAt, reason, ...time }, openReview);
  };
  return (
    <ReasonDialog
      key={asked?.act}
      isOpen={asked !== undefined}
      question={asked === undefined ? '' : questionOf(product, asked)}
      hint={ask.hint}
      confirmLabel={ask[asked?.act ?? 'propose'].confirm}
      confirmKind={asked?.act === 'close' ? 'danger' : 'primary'}
      isBusy={propose.isBusy || withdraw.isBusy || close.isBusy}
      onConfirm={send}
      onCancel={onEnd}
    >
      {asked?.act === 'close' && (
        <p>
          {ask.close.lead(holders)}
          {pending !== undefined && ` ${ask.close.withdraws(pending.version)}`}
        </p>
      )}
      {asked?.act === 'withdraw' && <p>{ask.withdraw.lead}</p>}
      {asked?.act === 'propose' && (
        <>
          <p>{ask.propose.lead}</p>
          <label className={pageStyles.moment}>
            {ask.propose.from}
            <input
              type="datetime-local"
              name="effectiveAt"
              value={from}
              onChange={(event) => setFrom(event.currentTarget.value)}
            />
            <span>{ask.propose.fromHint}</span>
          </label>
        </>
      )}
    </ReasonDialog>
  );
}
