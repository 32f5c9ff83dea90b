/** Auth: login, registration, passwords. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    auth: typeof import('../../../locales/account/auth/en.json');
  }
}

export const authRoutes: readonly RouteDef[] = [
  {
    path: pages.login,
    title: 'auth.loginTitle',
    areas: ['second-factor'],
    load: async () => (await import('./screens/login-screen.tsx')).LoginScreen,
  },
  {
    path: pages.register,
    title: 'auth.registerTitle',
    load: async () => (await import('./screens/register-screen.tsx')).RegisterScreen,
  },
  {
    path: pages.forgetPassword,
    title: 'auth.forgetTitle',
    load: async () => (await import('./screens/forget-password-screen.tsx')).ForgetPasswordScreen,
  },
  {
    path: pages.passwords,
    title: 'auth.passwordsTitle',
    load: async () => (await import('./screens/passwords-screen.tsx')).PasswordsScreen,
  },
  {
    path: pages.resetPassword,
    title: 'auth.resetPasswordTitle',
    load: async () => (await import('./screens/reset-password-screen.tsx')).ResetPasswordScreen,
  },
  {
    path: pages.resetWithdrawPassword,
    title: 'auth.resetWithdrawTitle',
    load: async () =>
      (await import('./screens/reset-withdraw-password-screen.tsx')).ResetWithdrawPasswordScreen,
  },
  {
    path: pages.forgetWithdrawPassword,
    title: 'auth.forgetWithdrawTitle',
    load: async () =>
      (await import('./screens/forget-withdraw-password-screen.tsx')).ForgetWithdrawPasswordScreen,
  },
  {
    path: pages.provePhone,
    title: 'auth.provePhoneTitle',
    load: async () => (await import('./screens/prove-phone-screen.tsx')).ProvePhoneScreen,
  },
  {
    path: pages.notMe,
    title: 'auth.notMeTitle',
    load: async () => (await import('./screens/not-me-screen.tsx')).NotMeScreen,
  },
];
