/** Loads a receipt from a file that the member saved. */
import { Button, showToast } from '@tern/ui';
import { useRef } from 'react';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Receipt } from '../check-order.ts';

/** `id`: of the order that it must be of. */
export function LoadReceipt({ id, onLoad }: { id: number; onLoad: (receipt: Receipt) => void }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const load = async (file: File | undefined) => {
    if (file === undefined) return;
    const receipt = readReceipt(await file.text());
    if (receipt?.['id'] === String(id)) onLoad(receipt);
    else showToast(t('order-receipt.notAReceipt'), 'info');
  };
  return (
    <div>
      <Button isSmall onPress={() => input.current?.click()}>
        {t('order-receipt.load')}
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label={t('order-receipt.load')}
        onChange={({ currentTarget }) => void load(currentTarget.files?.[0])}
      />
    </div>
  );
}

function readReceipt(text: string): Receipt | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Receipt) : undefined;
  } catch {
    return undefined;
  }
}
