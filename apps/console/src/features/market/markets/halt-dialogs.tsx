/** Halting, confirming and reopening a market: each with a reason, and what follows from it. */
import { Select } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { ReasonDialog } from '../../../kernel/reason.tsx';
import type { Market } from './api.ts';
import { marketTexts } from './texts.ts';
import { nameOf } from './market-list.ts';

const { acts } = marketTexts.markets;

export type HaltAct = 'halt' | 'cancelOnly' | 'confirm' | 'reopen';

interface DialogProps {
  market: Market;
  /** Undefined: no dialog is open. */
  act: HaltAct | undefined;
  onEnd: () => void;
}

export function HaltDialogs({ market, act, onEnd }: DialogProps) {
  return (
    <>
      <BeginDialog market={market} act={act} onEnd={onEnd} />
      <ConfirmHalt market={market} act={act} onEnd={onEnd} />
      <ReopenDialog market={market} act={act} onEnd={onEnd} />
    </>
  );
}

function BeginDialog({ market, act, onEnd }: DialogProps) {
  const { symbol } = market;
  const halt = useAct('POST /operator/market/halt', () => acts.done.halt);
  const isCancelOnly = act === 'cancelOnly';
  const question = isCancelOnly ? acts.cancelOnlyQuestion : acts.haltQuestion;
  return (
    <ReasonDialog
      isOpen={act === 'halt' || isCancelOnly}
      question={question(nameOf(market))}
      messageAct="halt"
      confirmLabel={isCancelOnly ? acts.cancelOnlyConfirm : acts.haltConfirm}
      confirmKind="danger"
      isBusy={halt.isBusy}
      onCancel={onEnd}
      onConfirm={(reason, message) =>
        halt.run({ symbol, mode: isCancelOnly ? 'cancelOnly' : 'halted', message, reason }, onEnd)
      }
    >
      <p>{acts.haltLead}</p>
    </ReasonDialog>
  );
}

const LENGTHS = ['4', '24', 'open'] as const;
type Length = (typeof LENGTHS)[number];
const HOURS: Record<Length, { hours?: 4 | 24 }> = { 4: { hours: 4 }, 24: { hours: 24 }, open: {} };

function ConfirmHalt({ market, act, onEnd }: DialogProps) {
  const { symbol } = market;
  const [length, setLength] = useState<Length>('4');
  const confirm = useAct('POST /operator/market/confirmHalt', () => acts.done.confirm);
  return (
    <ReasonDialog
      isOpen={act === 'confirm'}
      question={acts.confirmQuestion(nameOf(market))}
      confirmLabel={acts.confirm}
      isBusy={confirm.isBusy}
      onCancel={onEnd}
      onConfirm={(reason) => confirm.run({ symbol, ...HOURS[length], reason }, onEnd)}
    >
      <p>{acts.confirmLead}</p>
      <Select
        label={acts.confirmFor}
        options={LENGTHS.map((key) => ({ key, label: acts.lengths[key] }))}
        value={length}
        onChange={setLength}
      />
    </ReasonDialog>
  );
}

function ReopenDialog({ market, act, onEnd }: DialogProps) {
  const { symbol } = market;
  const reopen = useAct('POST /operator/market/reopen', () => acts.done.reopen);
  return (
    <ReasonDialog
      isOpen={act === 'reopen'}
      question={acts.reopenQuestion(nameOf(market))}
      confirmLabel={acts.reopenConfirm}
      isBusy={reopen.isBusy}
      onCancel={onEnd}
      onConfirm={(reason) => reopen.run({ symbol, reason }, onEnd)}
    >
      <p>{acts.reopenLead}</p>
    </ReasonDialog>
  );
}
