/** Theme and direction colours, each with a live sample. */
import { Card, ChangeText, Inline, Row, Segmented, Sheet } from '@tern/ui';
import { setDisplay, useDisplay } from '../../../../kernel/display-settings.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Palette } from '../../../../platform/appearance.ts';
import styles from './my.module.css';

/** The four colour schemes for up and down. */
const directionColours = [
  { palette: 'classic', swapped: false, name: 'profile.greenUp', short: 'profile.greenUpShort' },
  { palette: 'classic', swapped: true, name: 'profile.redUp', short: 'profile.redUpShort' },
  { palette: 'cvd', swapped: false, name: 'profile.blueUp', short: 'profile.blueUpShort' },
  { palette: 'cvd', swapped: true, name: 'profile.orangeUp', short: 'profile.orangeUpShort' },
] as const;

/** The short name of the current scheme: "green up". */
export function directionName(display: { palette: Palette; swapped: boolean }) {
  const chosen = directionColours.find(
    ({ palette, swapped }) => palette === display.palette && swapped === display.swapped,
  );
  return (chosen ?? directionColours[0]).short;
}

export interface DisplaySheetProps {
  isOpen: boolean;
  onClose: () => void;
}

export function DisplaySheet({ isOpen, onClose }: DisplaySheetProps) {
  const t = useT();
  const display = useDisplay();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('profile.display')}>
      <h3 className={styles.heading}>{t('profile.theme')}</h3>
      <Segmented
        label={t('profile.theme')}
        options={[
          { key: 'dark', label: t('profile.dark') },
          { key: 'light', label: t('profile.light') },
          { key: 'system', label: t('profile.systemTheme') },
        ]}
        value={display.chosenTheme}
        onChange={(chosenTheme) => setDisplay({ chosenTheme })}
      />
      <h3 className={styles.heading}>{t('profile.directionColours')}</h3>
      <Card isPadded={false}>
        {directionColours.map(({ palette, swapped, name }) => (
          <Row
            key={name}
            title={t(name)}
            isChosen={palette === display.palette && swapped === display.swapped}
            onPress={() => setDisplay({ palette, swapped })}
            value={
              <Inline
                as="span"
                gap={10}
                isInText
                size="label-strong"
                data-theme={display.theme}
                data-palette={palette}
                data-swap={swapped ? '1' : '0'}
                aria-hidden="true"
              >
                <ChangeText percent="2.41" />
                <ChangeText percent="-0.87" />
              </Inline>
            }
          />
        ))}
      </Card>
    </Sheet>
  );
}
