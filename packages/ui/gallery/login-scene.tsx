/** A form page: engraving, fields with password and captcha slots, one primary button. */
import { useState } from 'react';
import {
  BRAND_NAME,
  BrandMark,
  Button,
  Checkbox,
  Engraving,
  globeIcon,
  NavBar,
  ScreenBody,
  ScreenHeader,
  showToast,
  TextButton,
  TextField,
} from '../src/index.ts';

export function LoginScene() {
  const [name, setName] = useState('mika@mail.com');
  const [password, setPassword] = useState('paper-money');
  const [code, setCode] = useState('7K4P');
  const [isChecked, setChecked] = useState(true);
  return (
    <div style={{ position: 'relative' }}>
      <div style={{ position: 'absolute', inset: '0 0 auto', height: 250, overflow: 'hidden' }}>
        <Engraving place="login" />
      </div>
      <ScreenHeader isClear>
        <NavBar
          title="Log in"
          isTitleHidden
          back={{ href: '#' }}
          action={
            <TextButton icon={globeIcon} href="#">
              English
            </TextButton>
          }
        />
      </ScreenHeader>
      <ScreenBody isPadded>
        <div style={{ position: 'relative', display: 'grid', gap: 16, paddingTop: 34 }}>
          <div style={{ display: 'flex', gap: 12, color: 'var(--accent)', font: 'var(--t-title)' }}>
            <BrandMark size={34} />
            <span style={{ color: 'var(--text)' }}>{BRAND_NAME}</span>
          </div>
          <TextField label="Email or phone" value={name} onChange={setName} type="email" />
          <TextField
            label="Password"
            type="password"
            value={password}
            onChange={setPassword}
            labelAside={
              <TextButton tone="accent" isFlush href="#">
                Forgot?
              </TextButton>
            }
          />
          <TextField
            label="Code in the image"
            value={code}
            onChange={setCode}
            error={code === '7K4P' ? undefined : 'That code doesn’t match. Here is a new image.'}
          />
          <Checkbox isChecked={isChecked} onChange={setChecked}>
            I can lose what I put in.
          </Checkbox>
          <Button kind="primary" isFull onPress={() => showToast('Logged in', 'done')}>
            Log in
          </Button>
        </div>
      </ScreenBody>
    </div>
  );
}
