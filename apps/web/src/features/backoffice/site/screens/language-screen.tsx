/** The fourteen languages by their own names; a choice applies immediately and is remembered. */
import { Card, NavBar, Row, ScreenBody, ScreenHeader, showToast } from '@tern/ui';
import { useI18n } from '../../../../platform/i18n/i18n.tsx';
import { type Language, languages } from '../../../../platform/i18n/languages.ts';
import { useBack } from '../../../../platform/navigation/links.ts';

export function LanguageScreen() {
  const { t, language, setLanguage } = useI18n();
  const back = useBack();
  const choose = async (next: Language) => {
    try {
      await setLanguage(next);
    } catch {
      showToast(t('site.languageFailed'), 'error');
    }
  };
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('site.languageTitle')} back={back} />
      </ScreenHeader>
      <ScreenBody isPadded>
        <Card isPadded={false}>
          {(Object.keys(languages) as Language[]).map((key) => (
            <Row
              key={key}
              title={languages[key].name}
              lang={languages[key].locale}
              isChosen={key === language}
              onPress={() => void choose(key)}
            />
          ))}
        </Card>
      </ScreenBody>
    </>
  );
}
