/** Texts of setting up one-time codes, of starting a new account, and of the login through a provider of identities. */
export const sessionTexts = {
  enrol: {
    title: 'Set up one-time codes',
    lead: 'Scan this with an authenticator app, then enter the code it shows.',
    qr: 'QR code with your secret',
    secret: 'Or enter this secret',
    code: 'First code',
    submit: 'Confirm',
    busy: 'Confirming',
    savedTitle: 'Save your recovery codes',
    savedLead:
      'Each code logs you in once if you lose your authenticator. They won’t be shown again.',
    saved: 'I’ve saved them somewhere safe',
    go: 'Continue',
  },
  provider: {
    logInWith: (name: string) => `Log in with ${name}`,
    going: 'Opening',
    checking: 'Checking who you are',
    confirmTitle: 'Confirm that it’s you',
    confirmLead: (name: string, login: string) =>
      `${name} has named you as ${login}. The console asks for its second factor too.`,
    unnamed: 'The identity provider',
    codeHint: 'Six digits from your authenticator, or a recovery code.',
    usePasskey: 'Use a passkey',
    back: 'Log in with your password',
    elsewhere: 'This login began in another window. Start again here.',
  },
  start: {
    offer: 'New here? Use your start code',
    title: 'Start your account',
    lead: 'Two people created your account. Each gives you half of a start code in person.',
    firstHalf: 'One half of the start code',
    secondHalf: 'The other half',
    password: 'New password',
    passwordHint: '8 to 72 characters. Common passwords are refused.',
    submit: 'Set password',
    busy: 'One moment',
    back: 'Back',
    wrong: 'The name or one of the halves is wrong, expired or already used.',
    done: 'Your password is set. Log in with it.',
  },
};
