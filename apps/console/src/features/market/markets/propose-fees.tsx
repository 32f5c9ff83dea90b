/** Proposes other terms of a market, in percent, from a time on. */
import { percentOf, ratioOf } from '@tern/money';
import { AmountField, Text } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { openReview } from '../../../kernel/pages.ts';
import { ReasonDialog } from '../../../kernel/reason.tsx';
import { useStartTime } from '../../../kernel/start-time.tsx';
import type { Market } from './api.ts';
import { nameOf } from './market-list.ts';
import { marketTexts } from './texts.ts';

const { versions: texts } = marketTexts.markets;

const FIELDS = ['makerFee', 'takerFee', 'jumpBound'] as const;
type Field = (typeof FIELDS)[number];

/** Of percent points; the server takes ratios of six. */
const PLACES = 4;

interface ProposeFeesProps {
  market: Market;
  onEnd: () => void;
}

export function ProposeFees({ market, onEnd }: ProposeFeesProps) {
  const { symbol } = market;
  const [typed, setTyped] = useState<Partial<Record<Field, string>>>({});
  const start = useStartTime();
  const propose = useAct('POST /operator/market/proposeTerms', () => texts.proposed);
  const changed = FIELDS.filter((field) => {
    const text = typed[field]?.trim() ?? '';
    return text !== '' && ratioOf(text) !== market[field];
  });
  return (
    <ReasonDialog
      isOpen
      question={texts.question(nameOf(market))}
      messageAct="terms"
      confirmLabel={texts.propose}
      isBusy={propose.isBusy}
      onCancel={onEnd}
      onConfirm={(reason, message) => {
        const { effectiveAt } = start;
        if (changed.length === 0 || effectiveAt === undefined) return;
        const fields = Object.fromEntries(
          changed.map((field) => [field, ratioOf(typed[field]?.trim() ?? '')]),
        );
        propose.run({ symbol, ...fields, effectiveAt, message, reason }, openReview);
      }}
    >
      <Text as="p">{texts.lead}</Text>
      {FIELDS.map((field) => (
        <AmountField
          key={field}
          label={texts.fields[field]}
          labelAside={texts.now(percentOf(market[field]))}
          name={field}
          places={PLACES}
          unit="%"
          placeholder={percentOf(market[field])}
          value={typed[field] ?? ''}
          onChange={(value) => setTyped({ ...typed, [field]: value })}
        />
      ))}
      {start.field}
      {changed.length === 0 && (
        <Text as="p" size="label" tone="soft">
          {texts.nothing}
        </Text>
      )}
    </ReasonDialog>
  );
}
