/** What a member does to a plan that runs, with a toast that can undo a pause. */
import { showToast } from '@tern/ui';
import { useState } from 'react';
import { useReportError } from '../../../kernel/report-error.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { type Act, actOn, type Plan } from './api.ts';

const DONE = {
  pause: 'recurring-buy.pausedToast',
  resume: 'recurring-buy.resumedToast',
  skip: 'recurring-buy.skippedToast',
  end: 'recurring-buy.endedToast',
} as const;

export function usePlanActs() {
  const t = useT();
  const report = useReportError();
  const [busy, setBusy] = useState<Act>();
  const act = async (plan: Plan, name: Act) => {
    setBusy(name);
    try {
      await actOn(plan, name);
      const undo = { label: t('recurring-buy.undo'), onPress: () => void act(plan, 'resume') };
      showToast(t(DONE[name]), 'done', name === 'pause' ? undo : undefined);
    } catch (error) {
      report(error);
    } finally {
      setBusy(undefined);
    }
  };
  return { act, busy };
}
