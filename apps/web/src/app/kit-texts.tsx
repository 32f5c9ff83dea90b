/** Provides @tern/ui with its texts and the locale for numbers. */
import { NumberLocale, type UiTexts, UiTextsProvider } from '@tern/ui';
import { type ReactNode, useMemo } from 'react';
import { useI18n } from '../platform/i18n/i18n.tsx';

export function KitTexts({ children }: { children: ReactNode }) {
  const { t, language, locale } = useI18n();
  const texts = useMemo<UiTexts>(
    () => ({
      back: t('common.back'),
      close: t('common.close'),
      loading: t('common.loading'),
      showPassword: t('common.showPassword'),
      hidePassword: t('common.hidePassword'),
      hidden: t('common.hidden'),
      unknown: t('common.unknown'),
      up: (change) => t('common.up', { change }),
      down: (change) => t('common.down', { change }),
      unchanged: t('common.unchanged'),
      changeUnknown: t('common.changeUnknown'),
      raise: (field) => t('common.raise', { field }),
      lower: (field) => t('common.lower', { field }),
      upToPlaces: (count) => t('common.upToPlaces', { count }),
      notPasted: {
        unreadable: t('common.pasteUnreadable'),
        partial: t('common.pastePartial'),
        places: (count) => t('common.pastePlaces', { count }),
        unit: (unit) => t('common.pasteUnit', { unit }),
        ambiguous: (one, other) => t('common.pasteAmbiguous', { one, other }),
      },
    }),
    [t],
  );
  return (
    // Plain "en" means the kit's own English: day before month.
    <NumberLocale value={language === 'en' ? 'en' : locale}>
      <UiTextsProvider value={texts}>{children}</UiTextsProvider>
    </NumberLocale>
  );
}
