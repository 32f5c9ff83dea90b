/** A coloured header with its rosette, and grouped rows. */
import {
  Card,
  certificateIcon,
  contrastIcon,
  globeIcon,
  HeaderBand,
  headsetIcon,
  IconButton,
  identityIcon,
  keyIcon,
  NavBar,
  Pill,
  Row,
  ScreenBody,
} from '../src/index.ts';

export function PersonalScene() {
  return (
    <>
      <HeaderBand colour="my">
        <NavBar
          title="My account"
          isTitleHidden
          back={{ href: '#' }}
          action={<IconButton icon={headsetIcon} label="Contact us" href="#" />}
        />
        <p style={{ font: 'var(--t-title)', padding: '24px 16px 60px' }}>m•••k@mail.com</p>
      </HeaderBand>
      <ScreenBody isPadded>
        <div style={{ display: 'grid', gap: 12, paddingTop: 16 }}>
          <Card isPadded={false}>
            <Row
              icon={identityIcon}
              title="Verifications"
              value={<Pill kind="done">Verified</Pill>}
              href="#"
            />
            <Row
              icon={certificateIcon}
              title="MSB certification"
              value={
                <Pill kind="review" dot="self">
                  In review
                </Pill>
              }
              href="#"
            />
            <Row icon={keyIcon} title="Passwords" href="#" />
          </Card>
          <Card isPadded={false}>
            <Row icon={globeIcon} title="Language" value="English" href="#" />
            <Row icon={contrastIcon} title="Display" value="Dark · green up" href="#" />
          </Card>
          <Card isPadded={false}>
            <Row title="English" isChosen onPress={() => undefined} lang="en" />
            <Row title="Русский" isChosen={false} onPress={() => undefined} lang="ru" />
          </Card>
        </div>
      </ScreenBody>
    </>
  );
}
