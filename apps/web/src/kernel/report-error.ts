/** Shows a failed call by code, with its delays and redirects. */
import { showToast } from '@tern/ui';
import { CallError } from '../platform/http/call-error.ts';
import { useI18n } from '../platform/i18n/i18n.tsx';
import { useNavigator } from '../platform/navigation/current-page.ts';
import { sentenceOf } from './error-sentence.ts';
import { reloadMember } from './member.ts';
import { pages } from './pages.ts';
import { endsSession } from './session-end.ts';

const ERROR_TOAST_DELAY_MS = 1200;
const REDIRECT_DELAY_MS = 800;

export interface ReportOptions {
  /** The call may have taken effect: a lost answer then reads "We couldn't confirm". */
  moved?: boolean;
}

/** Returns the function that shows an error as a toast, or leaves the page if the code requires it. */
export function useReportError(): (error: unknown, options?: ReportOptions) => void {
  const i18n = useI18n();
  const navigator = useNavigator();
  return (error, { moved = false } = {}) => {
    if (!(error instanceof CallError)) throw error;
    if (endsSession(error)) return;
    const sentence = sentenceOf(error, i18n, moved);
    if (error.refusal === 'not-verified') {
      showToast(sentence, 'error');
      // Back returns to where the member was, with their input; the page then knows what is missing.
      reloadMember();
      setTimeout(() => navigator.push(pages.realName), REDIRECT_DELAY_MS);
      return;
    }
    setTimeout(() => showToast(sentence, 'error'), ERROR_TOAST_DELAY_MS);
  };
}
