/** Auth calls whose input differs between e-mail and phone. */
import { call } from '../../platform/http/call.ts';
import { diallingCode, type Region } from './country-codes.ts';
import type { ResetWay } from './view-model.ts';

export interface Reset {
  email: string;
  phone: string;
  region: Region;
  code: string;
  passWord: string;
  captcha: string;
  captchaId: string;
}

/** Fails with: 4003, 4005, 4009, 4010, 5015. */
export function resetPassword(way: ResetWay, reset: Reset) {
  const captcha = { captcha: reset.captcha.trim(), captchaId: reset.captchaId };
  const secret = { passWord: reset.passWord, ...captcha };
  const code = reset.code.trim();
  return way === 'email'
    ? call('POST /base/resetPwd', { email: reset.email.trim(), emailCode: code, ...secret })
    : call('POST /base/resetPwdByPhone', {
        phone: reset.phone.trim(),
        countryCode: diallingCode(reset.region),
        smsCode: code,
        ...secret,
      });
}
