/** Shares the link with the system's sheet, or copies it where there is none. */
import { useCopy } from '../../../kernel/copyable.tsx';
import { useT } from '../../../platform/i18n/i18n.tsx';

/** Returns the function that shares; dismissing the sheet does nothing. */
export function useShare(): (invite: { code: string; link: string }) => void {
  const t = useT();
  const copy = useCopy('error');
  const share = async ({ code, link }: { code: string; link: string }) => {
    const content = { text: t('invitation.shareText', { code }), url: link };
    if (!('share' in navigator)) return copy(link);
    try {
      await navigator.share(content);
    } catch (error) {
      const wasDismissed = error instanceof DOMException && error.name === 'AbortError';
      if (!wasDismissed) copy(link);
    }
  };
  return (invite) => void share(invite);
}
