import { HIDDEN_PART, SUPPORT_TEXT_MAX } from '@tern/protocol';
import { beforeAll, describe, expect, it } from 'vitest';
import { cleanText } from './clean-text.ts';
import { hideSecrets } from './hide-secrets.ts';

const hidden = (text: string) => hideSecrets(text, 'customer');
const shown = (text: string) => hidden(text).text.replaceAll(HIDDEN_PART, '#');
const kinds = (text: string) => hidden(text).hidden.map(({ kind }) => kind);

describe('a message', () => {
  it.each([
    ['my withdrawal password is 135790', 'my withdrawal password is #'],
    ['Password: hunter', 'Password: #'],
    ['password=Tr0ub4dor&3 please', 'password=# please'],
    ['Mein Passwort ist tern1234', 'Mein Passwort ist #'],
    ['Mein Auszahlungspasswort ist 482913', 'Mein Auszahlungspasswort ist #'],
    ['mi contraseña es gaviota7', 'mi contraseña es #'],
    ['mon mot de passe est 246810', 'mon mot de passe est #'],
    ['мой пароль чайка7', 'мой пароль #'],
    ['パスワードは135790です', 'パスワードは#です'],
    ['密码是135790', '密码是#'],
    ['mật khẩu: hoahong', 'mật khẩu: #'],
    ['비밀번호 135790', '비밀번호 #'],
    ['private key 4c0883a69102937d', 'private key #'],
  ])('hides a password: %s', (text, expected) => {
    expect(shown(text)).toBe(expected);
    expect(kinds(text)).toContain('password');
  });

  it.each([
    ['The code is 493 021.', 'The code is #.'],
    ['code 493021', 'code #'],
    ['493021 is my code', '# is my code'],
    ['493021', '#'],
    ['493-021', '#'],
    ['２４６８１０', '#'],
    ['验证码：246810', '验证码：#'],
    ['Der Einmalcode lautet 246810', 'Der Einmalcode lautet #'],
  ])('hides a one-time code: %s', (text, expected) => {
    expect(shown(text)).toBe(expected);
    expect(kinds(text)).toEqual(['code']);
  });

  it.each([
    ['my card 4111 1111 1111 1111 exp 12/29', 'my card # exp 12/29'],
    ['5555555555554444', '#'],
    ['3782-822463-10005', '#'],
    ['٤١١١١١١١١١١١١١١١', '#'],
  ])('hides a card number: %s', (text, expected) => {
    expect(shown(text)).toBe(expected);
    expect(kinds(text)).toEqual(['card']);
  });

  it.each([
    'My password is wrong and I cannot log in.',
    'I forgot my password. My deposit D-20418 of 1,500.00 USDT is missing.',
    'The code does not arrive by SMS.',
    'I sent 250000 USDT on 22 Nov 2026.',
    '0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    'Order 4111111111111112 is no card number',
    'Call me at +49 151 23456789',
  ])('shows what is none: %s', (text) => {
    expect(hidden(text)).toEqual({ text, hidden: [] });
  });

  it('names how much was hidden, in order, and nothing of it', () => {
    const text = 'password: 135790, card 4111111111111111';
    expect(hidden(text)).toEqual({
      text: `password: ${HIDDEN_PART} card ${HIDDEN_PART}`,
      hidden: [
        { kind: 'password', length: 7 },
        { kind: 'card', length: 16 },
      ],
    });
  });

  it('of an operator may explain passwords, and hides what looks like one', () => {
    const rule = 'About your password: never send it to anyone.';
    expect(hideSecrets(rule, 'operator').text).toBe(rule);
    expect(hideSecrets('password: tern1234', 'operator').hidden).toHaveLength(1);
  });
});

const LENGTH = SUPPORT_TEXT_MAX;
const filled = (piece: string) => piece.repeat(LENGTH).slice(0, LENGTH);

/** Work of the processor on one message of the longest length, as stored: the least of `measurements`, in microseconds. */
function workOn(text: string, measurements: number): number {
  const works = Array.from({ length: measurements }, () => {
    const before = process.cpuUsage();
    for (let times = 0; times < 2; times += 1) hidden(cleanText(text));
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.min(...works);
}

/** More than any text takes, and a fraction of what comparing each word with all of the text would take. */
const TIMES_MAX = 15;

describe('a message of the longest length', () => {
  const plain = filled('Where is my deposit of last week? ');
  const words = ['password', 'code', 'pin', 'seed phrase', 'mật khẩu', 'пароль', 'пин', 'код'];
  const signs = ['密码', '验证码', 'パスワード', 'コード', '비밀번호', '🐦', '👩‍💻', 'e\u0301'];
  const digits = ['1', '12', '1111', 'a1b2', '4111 1111 1111 1111', '٤', '４'];
  const joints = ['', ' ', '--', ':', ' a1 '];
  let limit: number;

  beforeAll(() => {
    limit = workOn(plain, 20) * TIMES_MAX;
  });

  it.each([...words, ...signs, ...digits].map((piece) => [piece]))(
    'takes about as long as plain text when it repeats %s',
    (piece) => {
      for (const joint of joints) {
        expect(workOn(filled(piece + joint), 4), piece + joint).toBeLessThan(limit);
      }
    },
  );
});
