/** The upload of a deposit's proof. */
import {
  type ImageUpload,
  useImageUpload,
} from '../../../../kernel/image-upload/use-image-upload.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';

/** `onChoice` receives why an image cannot be used, or undefined when it can. */
export function useProof(onChoice: (fault: string | undefined) => void): ImageUpload {
  const t = useT();
  const texts = {
    wrongType: t('deposit.wrongType'),
    tooLarge: t('deposit.tooLarge'),
    uploadFailed: t('deposit.uploadFailed'),
    tooMany: t('transfer.tooManyImages'),
  };
  return useImageUpload({ texts, onChoice });
}
